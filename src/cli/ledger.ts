import { InvalidArgumentError, Option } from 'commander';
import { parseTransactionId } from '../core/ids.ts';
import { formatAmount } from '../core/money.ts';
import { MODES, type Mode } from '../core/payment.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { entryName } from '../features/ledger/entry.ts';
import { balanceJson, entryJson } from '../features/ledger/ledger-json.ts';
import { balancesAt, listEntriesAbout, readLedgerFill } from '../features/ledger/store/postings.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { fittedTable } from './fitted-table.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { parseHaitiTo } from './values.ts';
import { withStore } from './with-store.ts';

interface BalancesOptions extends JsonOption {
  website: string;
  mode: Mode;
  at?: number;
}

const INCOMPLETE = 'Not complete: a worker is still posting older payments.';

/** `peye ledger …`: shows balances and entries. */
export function ledgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('Show balances and entries of the ledger');

  ledger
    .command('balances')
    .description("Show the balances of a website's accounts")
    .requiredOption('--website <id>', 'website ID')
    .addOption(new Option('--mode <mode>', 'live or test payments').choices(MODES).default('live'))
    .option('--at <time>', 'the end of a day in Haiti, or a time (default: now)', parseHaitiTo)
    .json()
    .more(`
Accounts:
  due:METHOD     money that the provider holds for the website
  fees:METHOD    money that the provider withheld as fees
  bank:NAME      money that providers paid to a bank account
  sales          money that customers paid
  refunds        money that was refunded or is reserved for a refund
  reserved       money that is reserved but not refunded yet
  discrepancies  money at a provider that belongs to no sale, or money of a
                 sale that the provider does not have

Examples:
  peye ledger balances --website web_4b1f0c9a7d2e8361
  peye ledger balances --website web_4b1f0c9a7d2e8361 --at 2026-11-30 --json`)
    .action((options: BalancesOptions) => balances(options));

  ledger
    .command('entries')
    .description('Show the entries about a payment, its refunds and its discrepancies')
    .requiredOption('--about <transaction-id>', 'transaction ID of the payment', parseId)
    .json('print a JSON array')
    .more('\nExamples:\n  peye ledger entries --about 911607750261429')
    .action((options: JsonOption & { about: number }) => entries(options));
}

function parseId(text: string): number {
  const id = parseTransactionId(text);
  if (id === undefined) throw new InvalidArgumentError('Use a transaction ID, such as 911607750261429.');
  return id;
}

async function balances({ website, mode, at: toUs, ...options }: BalancesOptions): Promise<void> {
  await withStore(async ({ db }) => {
    const { id: websiteId } = await requireWebsite(db, website);
    const isComplete = (await readLedgerFill(db)) === null;
    const found = await balancesAt(db, { websiteId, mode, fromUs: 0, toUs: toUs ?? Number.MAX_SAFE_INTEGER });
    const at = toUs === undefined ? null : formatTimestamp(toUs);
    const document = { website_id: websiteId, mode, at, is_complete: isComplete, balances: found.map(balanceJson) };
    printResult(options, document, () => {
      if (found.length === 0) return isComplete ? 'No entries match.' : INCOMPLETE;
      const rows = fittedTable(found, [
        { title: 'ACCOUNT', cell: ({ account }) => account },
        { title: 'BALANCE', cell: ({ closingMinor }) => formatAmount(closingMinor) },
        { title: 'CURRENCY', cell: ({ currency }) => currency },
      ]);
      return isComplete ? rows : `${rows}\n${INCOMPLETE}`;
    });
  });
}

async function entries({ about, ...options }: JsonOption & { about: number }): Promise<void> {
  await withStore(async ({ db }) => {
    const found = await listEntriesAbout(db, about);
    const lines = found.flatMap((entry) => entry.lines.map((line) => ({ entry, line })));
    printResult(options, found.map(entryJson), () =>
      lines.length === 0
        ? 'No entries match.'
        : fittedTable(lines, [
            { title: 'ENTRY', cell: ({ entry }) => entryName(entry), leastWidth: 20 },
            { title: 'ACCOUNT', cell: ({ line }) => line.account },
            { title: 'AMOUNT', cell: ({ line }) => formatAmount(line.money.amountMinor) },
            { title: 'CURRENCY', cell: ({ line }) => line.money.currency },
            { title: 'AT', timeUs: ({ entry }) => entry.atUs, leftOut: 1 },
          ]),
    );
  });
}
