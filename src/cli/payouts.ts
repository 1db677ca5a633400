import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, Option } from 'commander';
import { CURRENCIES, type Currency } from '../core/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import type { Database } from '../database/database.ts';
import { LINE_STATES, type LineState, type Payout } from '../features/payouts/payout.ts';
import {
  OUTSTANDING_FIELDS,
  outstandingJson,
  PAYOUT_FIELDS,
  PAYOUT_LINE_FIELDS,
  payoutJson,
  payoutLineJson,
} from '../features/payouts/payout-json.ts';
import { requirePayout } from '../features/payouts/payout-verbs.ts';
import { FORMAT_NAMES, type FormatName, formatsOf } from '../features/payouts/statement-formats.ts';
import { countLines, listLines, listOnlyOurs } from '../features/payouts/store/payout-lines.ts';
import { listPayouts } from '../features/payouts/store/payouts.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import type { OperatorVerbs } from '../verbs/operator-verbs.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, type JsonOption, onOne, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { limitOption, methodOption, parseAmount, parseDayNumber, parseText } from './values.ts';
import { withStore } from './with-store.ts';

interface RecordOptions extends JsonOption {
  website: string;
  method: PaymentMethod;
  bank: string;
  reference: string;
  date: number;
  gross: number;
  fee: number;
  currency: Currency;
}

interface ImportOptions extends JsonOption {
  method: PaymentMethod;
  bank: string;
  format?: FormatName;
  reference?: string;
  date?: number;
}

interface LinesOptions extends JsonOption {
  state?: LineState;
  onlyOurs?: true;
  limit: number;
}

/** `peye payouts …`: records payouts of providers, imports their statements, and matches these with payments. */
export function payoutsCommands(program: Command): void {
  const payouts = program.command('payouts').description("Record providers' payouts and match their statements");
  const one = onOne(payouts, { is: 'payout ID', examples: ['po_4b1f0c9a7d2e8361'] });

  payouts
    .command('import')
    .argument('<file>', "the provider's statement, a CSV file")
    .description('Import a statement of live payments and match its lines with payments and refunds')
    .addOption(methodOption())
    .requiredOption('--bank <name>', 'a name that you choose for the bank account, such as sogebank')
    .addOption(
      new Option('--format <format>', "format of the file (default: that of the method's provider)").choices(
        FORMAT_NAMES,
      ),
    )
    .option('--reference <text>', "the provider's reference of the payout, if the file does not have it")
    .option('--date <date>', 'the day of the payout, if the file does not have it', parseDayNumber)
    .json('print a JSON array')
    .more(`
A line is matched by the provider's number, the amount and the currency, never by the amount alone. The same file imported again
changes nothing.

Examples:
  peye payouts import statement.csv --method moncash --bank sogebank --reference MC-2026-11-27 --date 2026-11-27
  peye payouts import payouts.csv --method card --bank unibank`)
    .action((file: string, options: ImportOptions) => importFile(file, options));

  payouts
    .command('record')
    .description("Record a payout for one website's live payments, without a statement")
    .requiredOption('--website <id>', 'website ID')
    .addOption(methodOption())
    .requiredOption('--bank <name>', 'a name that you choose for the bank account, such as sogebank')
    .requiredOption('--reference <text>', "the provider's reference of the payout")
    .requiredOption('--date <date>', 'the day of the payout', parseDayNumber)
    .requiredOption('--gross <amount>', 'the amount before fees', parseAmount)
    .option('--fee <amount>', 'what the provider withheld and no fee rule has posted', parseAmount, 0)
    .addOption(new Option('--currency <currency>', 'currency of the payout').choices(CURRENCIES).default('HTG'))
    .json()
    .more(`
Examples:
  peye payouts record --website web_4b1f0c9a7d2e8361 --method moncash --bank sogebank --reference MC-118 --date 2026-11-27 --gross 25000`)
    .action((options: RecordOptions) => record(options));

  payouts
    .command('list')
    .description('List payouts, the last recorded first')
    .addOption(new Option('--method <method>', 'show only payouts of this method').choices(PAYMENT_METHODS))
    .addOption(limitOption())
    .json('print a JSON array')
    .more('\nExamples:\n  peye payouts list --method moncash')
    .action((options: JsonOption & { method?: PaymentMethod; limit: number }) => list(options));

  one('show', 'Show a payout').action((id: string, options: JsonOption) =>
    withStore(async ({ db }) => print(options, db, await requirePayout(db, id))),
  );

  payouts
    .command('lines')
    .argument('<id>', 'payout ID')
    .description('List the lines of a payout, or the payments that it should have')
    .addOption(
      new Option('--state <state>', 'show only lines in this state').choices(LINE_STATES).conflicts('onlyOurs'),
    )
    .option('--only-ours', 'list payments that completed in the period of the statement and that no payout has')
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
States:
  new          not matched yet
  matched      with a payment or a refund
  only_theirs  with none: REASON says why
  reversing    its entries will be reversed
  reversed     its payout was reversed

Examples:
  peye payouts lines po_4b1f0c9a7d2e8361 --state only_theirs
  peye payouts lines po_4b1f0c9a7d2e8361 --only-ours`)
    .action((id: string, options: LinesOptions) => lines(id, options));

  one('match', 'Match the unmatched lines of a payout again').action((id: string, options: JsonOption) =>
    withStore(async ({ db, operator }) => {
      await operator.rematchPayout(id);
      await matchAll(operator);
      await print(options, db, await requirePayout(db, id));
    }),
  );

  payouts
    .command('settle')
    .argument('<id>', 'payout ID')
    .argument('<line>', 'number of the line', parseLine)
    .description('Settle an unmatched line with a note')
    .requiredOption('--note <text>', 'what it is, 1 to 255 characters', parseText)
    .json()
    .more(
      '\nThis moves no money.\n\nExamples:\n  peye payouts settle po_4b1f0c9a7d2e8361 17 --note "monthly fee of the account"',
    )
    .action((id: string, line: number, { note, ...options }: JsonOption & { note: string }) =>
      withStore(async ({ operator }) => {
        const settled = await operator.settlePayoutLine(id, line, note);
        printResult(options, payoutLineJson(settled), () => `Line ${line} settled.`);
      }),
    );

  payouts
    .command('reverse')
    .argument('<id>', 'payout ID')
    .description('Reverse a payout that was recorded wrongly')
    .requiredOption('--note <text>', 'why, 1 to 255 characters', parseText)
    .json()
    .more(`
Its entries are reversed, and its reference can be recorded again.

Examples:
  peye payouts reverse po_4b1f0c9a7d2e8361 --note "wrong bank account"`)
    .action((id: string, { note, ...options }: JsonOption & { note: string }) =>
      withStore(async ({ db, operator }) => {
        await operator.reversePayout(id, note);
        await matchAll(operator);
        await print(options, db, await requirePayout(db, id));
      }),
    );
}

function parseLine(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use the number of a line, such as 17.');
  return Number(text);
}

/** Matches all new lines, also those that a worker has started on. */
async function matchAll({ matchLines }: Pick<OperatorVerbs, 'matchLines'>): Promise<void> {
  await withProgress('matching the lines', async () => {
    while ((await matchLines()).isMoreWaiting);
  });
}

async function importFile(file: string, { format, date: paidOn, json, ...given }: ImportOptions): Promise<void> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandFailure(`cannot read ${file}: ${error.message}`);
  });
  await withStore(async ({ db, operator }) => {
    const chosen = format ?? formatsOf(given.method)[0] ?? 'peye';
    const imported = await operator.importStatement({ ...given, paidOn, bytes, format: chosen });
    await matchAll(operator);
    const counts = await countLines(
      db,
      imported.map(({ payout }) => payout.id),
    );
    const documents = imported.map(({ payout, isNew }) => ({
      ...payoutJson(payout, counts.get(payout.id)),
      is_new: isNew,
    }));
    printResult({ ...(json && { json }) }, documents, () =>
      imported
        .map(
          ({ payout, isNew }) =>
            `${isNew ? 'Imported' : 'Imported before'}: ${summary(payout, counts.get(payout.id)?.matched ?? 0, counts.get(payout.id)?.open ?? 0)}`,
        )
        .join('\n'),
    );
  });
}

function summary({ id, reference, lines: count }: Payout, matched: number, open: number): string {
  return `${reference} (${id}), ${count} ${count === 1 ? 'line' : 'lines'}: ${matched} matched, ${open} open.`;
}

async function record({ website, date, gross, fee, json, ...given }: RecordOptions): Promise<void> {
  await withStore(async ({ db, operator }) => {
    const { payout } = await operator.recordPayout({
      ...{ ...given, websiteId: website, paidOn: date, grossMinor: gross, feeMinor: fee },
    });
    await print({ ...(json && { json }) }, db, payout);
  });
}

async function print(options: JsonOption, db: Database, payout: Payout): Promise<void> {
  const counts = payout.lines > 0 ? (await countLines(db, [payout.id])).get(payout.id) : undefined;
  // JSON has only the counts of the payout's own lines.
  const outstanding = options.json ? [] : await listOnlyOurs(db, payout, MOST_COUNTED);
  printResult(options, payoutJson(payout, counts), () =>
    fieldDetails(PAYOUT_FIELDS, payout, [
      ['Matched', counts ? String(counts.matched) : null],
      ['Only theirs', counts ? `${counts.only_theirs}, of which ${counts.open} open` : null],
      [
        'Only ours',
        payout.fromUs === null ? null : `${outstanding.length}${outstanding.length === MOST_COUNTED ? ' or more' : ''}`,
      ],
    ]),
  );
}

const MOST_COUNTED = 1000;

async function list({
  method,
  limit,
  ...options
}: JsonOption & { method?: PaymentMethod; limit: number }): Promise<void> {
  await withStore(async ({ db }) => {
    const found = await listPayouts(db, { method, limit });
    const counts = await countLines(
      db,
      found.map(({ id }) => id),
    );
    const documents = found.map((payout) => payoutJson(payout, payout.lines > 0 ? counts.get(payout.id) : undefined));
    printResult(options, documents, () =>
      found.length === 0
        ? 'No payouts.'
        : fieldTable(found, PAYOUT_FIELDS, [
            ['id'],
            ['payment_method', { title: 'METHOD', leftOut: 5 }],
            ['reference', { leastWidth: 12, leftOut: 6 }],
            ['bank', { leftOut: 3 }],
            ['paid_on'],
            ['net'],
            ['currency'],
            ['lines', { leftOut: 2 }],
            { title: 'OPEN', cell: ({ id, lines: count }) => (count > 0 ? String(counts.get(id)?.open ?? 0) : null) },
            ['reversed_at', { leftOut: 1 }],
          ]),
    );
  });
}

async function lines(id: string, { state, onlyOurs, limit, ...options }: LinesOptions): Promise<void> {
  await withStore(async ({ db }) => {
    const payout = await requirePayout(db, id);
    if (onlyOurs) {
      const outstanding = await listOnlyOurs(db, payout, limit);
      return printResult(options, outstanding.map(outstandingJson), () =>
        outstanding.length === 0
          ? 'No payments match.'
          : fieldTable(outstanding, OUTSTANDING_FIELDS, [
              ['transaction_id'],
              ['provider_ref', { leftOut: 1 }],
              ['amount'],
              ['currency'],
              ['finished_at', { leftOut: 2 }],
            ]),
      );
    }
    const found = await listLines(db, id, { state, limit });
    printResult(options, found.map(payoutLineJson), () =>
      found.length === 0
        ? 'No lines match.'
        : fieldTable(found, PAYOUT_LINE_FIELDS, [
            ['line'],
            ['kind', { leftOut: 4 }],
            ['reference', { leastWidth: 12 }],
            ['amount'],
            ['fee', { leftOut: 2 }],
            ['currency', { leftOut: 3 }],
            ['state'],
            ['reason', { leftOut: 6 }],
            ['transaction_id', { leftOut: 5 }],
            ['note', { leastWidth: 12, leftOut: 1 }],
          ]),
    );
  });
}
