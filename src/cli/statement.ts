import { InvalidArgumentError, Option } from 'commander';
import { formatAmount } from '../core/money.ts';
import { MODES, type Mode } from '../core/payment.ts';
import { type Month, monthOf, parseMonth } from '../features/statements/month.ts';
import { readStatement, type Statement } from '../features/statements/statement.ts';
import { statementJson } from '../features/statements/statement-json.ts';
import { accountLabel, changeTexts, sheetRows, stateText } from '../features/statements/statement-rows.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { LANGUAGES, type Language } from '../platform/messages/language.ts';
import { fittedTable } from './fitted-table.ts';
import { writeNewFile } from './local-files.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { withStore } from './with-store.ts';

interface StatementOptions extends JsonOption {
  website: string;
  month: Month;
  mode: Mode;
  csv?: string;
  pdf?: string;
  language: Language;
}

/** `peye statement`: what the ledger has of a website and a month. */
export function statementCommand(program: Command): void {
  program
    .command('statement')
    .description('Show the statement of a website and a month')
    .requiredOption('--website <id>', 'website ID')
    .requiredOption('--month <month>', 'month in Haiti, such as 2026-11', parseMonthOption)
    .addOption(new Option('--mode <mode>', 'live or test payments').choices(MODES).default('live'))
    .addOption(new Option('--csv <file>', 'write the statement to this new file, for spreadsheets').conflicts('pdf'))
    .option('--pdf <file>', 'write the statement to this new file, as a PDF')
    .addOption(new Option('--language <language>', 'language of the file').choices(LANGUAGES).default('en'))
    .json()
    .more(`
The closing balance of an account is its opening balance plus the moves of the month. All amounts come from the ledger. More:
docs/statements.md

Examples:
  peye statement --website web_4b1f0c9a7d2e8361 --month 2026-11
  peye statement --website web_4b1f0c9a7d2e8361 --month 2026-11 --csv november.csv --language fr
  peye statement --website web_4b1f0c9a7d2e8361 --month 2026-11 --pdf november.pdf`)
    .action((options: StatementOptions) => statement(options));
}

function parseMonthOption(text: string): Month {
  const month = parseMonth(text);
  if (month === undefined) throw new InvalidArgumentError('Use a month, such as 2026-11.');
  return month;
}

async function statement({
  website: id,
  month,
  mode,
  csv,
  pdf,
  language,
  ...options
}: StatementOptions): Promise<void> {
  await withStore(async ({ db, clock }) => {
    const website = await requireWebsite(db, id);
    const nowUs = clock();
    if (month > monthOf(nowUs)) throw new CommandFailure(`${month} has not started.`);
    const read = await readStatement(db, { websiteId: website.id, mode, month }, nowUs);
    const name = csv ?? pdf;
    if (name === undefined) return printResult(options, statementJson(read), () => statementText(read));
    let content: string | Buffer;
    if (csv === undefined) {
      const { statementPdf } = await import('../features/statements/statement-pdf.ts');
      content = await statementPdf(read, { website, language, createdAtUs: nowUs });
    } else {
      const { statementCsv } = await import('../features/statements/statement-csv.ts');
      content = statementCsv(read, { website, language });
    }
    const file = writeNewFile(name, content);
    printResult(options, { file }, () => `Wrote the statement to ${file}.\n${noteOf(read)}`);
  });
}

function statementText(statement: Statement): string {
  const rows = statement.sheets.flatMap(({ currency, due, accounts }) =>
    [due, ...accounts].flatMap((sheet) => sheetRows(sheet, 'en').map((row) => ({ ...row, currency, sheet }))),
  );
  if (rows.length === 0) return `No entries match.\n${noteOf(statement)}`;
  const table = fittedTable(rows, [
    { title: 'ACCOUNT', cell: ({ sheet }) => accountLabel(sheet.account, 'en'), leastWidth: 12 },
    { title: 'ITEM', cell: ({ item }) => item, leastWidth: 12 },
    { title: 'NUMBER', cell: ({ entries }) => String(entries ?? ''), leftOut: 1 },
    { title: 'AMOUNT', cell: ({ amountMinor }) => formatAmount(amountMinor) },
    { title: 'CURRENCY', cell: ({ currency }) => currency },
  ]);
  return `${table}\n${noteOf(statement)}`;
}

/** How final the statement is, and what has changed since it was issued. */
function noteOf(statement: Statement): string {
  return [stateText(statement, 'en'), ...changeTexts(statement, 'en').map((line) => `  ${line}`)].join('\n');
}
