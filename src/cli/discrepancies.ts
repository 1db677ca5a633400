import type { Command } from 'commander';
import { type Discrepancy, transactionIdOf } from '../domain/discrepancy.ts';
import { formatTimestamp, momentOf } from '../domain/timestamps.ts';
import { requireDiscrepancy } from '../operator/require-discrepancy.ts';
import { discrepancyJson } from '../operator/views/discrepancy-json.ts';
import { countOpenDiscrepancies, listDiscrepancies } from '../storage/discrepancies.ts';
import { fittedTable } from './fitted-table.ts';
import { details, moneyText, printDocument, printLine, printResult } from './output.ts';
import { parseLimit, parseText } from './values.ts';
import { withStore } from './with-store.ts';

const DEFAULT_LIMIT = 20;

interface JsonOption {
  json?: true;
}

interface ListOptions extends JsonOption {
  all?: true;
  limit: number;
}

/** `peye discrepancies …`: where the providers' books and ours differ. */
export function discrepanciesCommands(program: Command): void {
  const discrepancies = program
    .command('discrepancies')
    .description("settle what differs between the providers' books and ours");

  discrepancies
    .command('list')
    .description('list those that wait to be settled, newest first')
    .option('--all', 'the settled ones too')
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      `
Kinds:
  paid_after_failure  money came for a payment that had failed: the merchant was told it failed
  amount_mismatch     another amount was paid than asked
  paid_twice          the provider has a second charge for one payment
  not_paid            completed here, and the provider does not know it as paid
  unknown_payment     money at the provider for a payment that is not stored here, or for none at all
  still_open          open long after its end: the provider says a word that nobody knows, or nothing
  returned_before_completion
                      the customer has the money back, and the payment failed: refund, void or lost dispute
  returned_after_completion
                      money of a completed payment was returned: refund, void or lost dispute
  disputed            the customer's bank holds the money of a completed payment until it decides

Examples:
  peye discrepancies list
  peye discrepancies list --all --limit 100`,
    )
    .action((options: ListOptions) => list(options));

  discrepancies
    .command('show')
    .argument('<id>', 'the id of a discrepancy')
    .description('show one')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  peye discrepancies show dsc_…')
    .action((id: string, options: JsonOption) =>
      withStore(async ({ db }) => {
        const discrepancy = await requireDiscrepancy(db, id);
        printResult(options, discrepancyJson(discrepancy), () => describe(discrepancy));
      }),
    );

  discrepancies
    .command('settle')
    .argument('<id>', 'the id of a discrepancy')
    .description('note what was done about one, and take it off the list')
    .requiredOption('--note <text>', 'what was done, for whoever looks later, 1 to 255 characters', parseText)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Settling moves no money and changes no payment: return or collect the money at the provider first.

Examples:
  peye discrepancies settle dsc_… --note "500 HTG returned to the customer on 21 November, portal 2185608546"`,
    )
    .action((id: string, options: JsonOption & { note: string }) => settle(id, options));
}

async function list({ all, limit, json }: ListOptions): Promise<void> {
  await withStore(async ({ db }) => {
    const found = await listDiscrepancies(db, { isOpen: all ? undefined : true, limit });
    if (json) return printDocument(JSON.stringify(found.map(discrepancyJson)));
    if (found.length === 0) return printLine(all ? 'No discrepancies.' : 'No discrepancies wait to be settled.');
    printLine(discrepancyTable(found));
    const open = await countOpenDiscrepancies(db);
    printLine(`\n${open} ${open === 1 ? 'waits' : 'wait'} to be settled.`);
  });
}

function discrepancyTable(found: readonly Discrepancy[]): string {
  return fittedTable(found, [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'KIND', cell: ({ kind }) => kind },
    { title: 'METHOD', cell: ({ method }) => method, leftOut: 5 },
    {
      title: 'TRANSACTION ID',
      cell: (discrepancy) => transactionIdOf(discrepancy),
      leftOut: 7,
    },
    { title: 'PROVIDER REF', cell: ({ providerRef }) => providerRef, leftOut: 1 },
    { title: 'EXPECTED', cell: ({ expected }) => expected && moneyText(expected), leftOut: 6 },
    {
      title: 'REPORTED',
      cell: ({ reported, word }) => (reported ? moneyText(reported) : (word ?? null)),
      leastWidth: 12,
      leftOut: 8,
    },
    { title: 'SEEN', cell: ({ timesSeen }) => String(timesSeen), leftOut: 2 },
    { title: 'FIRST SEEN', timeUs: ({ firstSeenAtUs }) => firstSeenAtUs, leftOut: 3 },
    { title: 'SETTLED', timeUs: ({ settledAtUs }) => settledAtUs, leftOut: 4 },
  ]);
}

async function settle(id: string, { note, json }: JsonOption & { note: string }): Promise<void> {
  await withStore(async ({ operator }) => {
    const settled = await operator.settleDiscrepancy(id, note);
    printResult({ ...(json && { json }) }, discrepancyJson(settled), () => `Discrepancy ${id} is settled.`);
  });
}

function describe(discrepancy: Discrepancy): string {
  const { expected, settledAtUs } = discrepancy;
  return details([
    ['ID', discrepancy.id],
    ['Kind', discrepancy.kind],
    ['Method', discrepancy.method],
    ['Transaction ID', transactionIdOf(discrepancy)],
    ['Payment', expected ? `${expected.status}, ${moneyText(expected)}` : notStored(discrepancy)],
    ['Provider ref', discrepancy.providerRef],
    ['Reported', discrepancy.reported && moneyText(discrepancy.reported)],
    ['Provider says', discrepancy.word ?? null],
    ['Seen', `${discrepancy.timesSeen} ${discrepancy.timesSeen === 1 ? 'time' : 'times'}`],
    ['First seen', formatTimestamp(discrepancy.firstSeenAtUs)],
    ['Last seen', formatTimestamp(discrepancy.lastSeenAtUs)],
    ['Settled', momentOf(settledAtUs)],
    ['Note', discrepancy.note],
  ]);
}

/** Why there is no payment. Null when the provider named no transaction id. */
function notStored({ namedId, mayBeArchived }: Discrepancy): string | null {
  if (namedId == null) return null;
  return mayBeArchived
    ? 'not stored here; it may be in an archive, because payments of its time were removed to one'
    : 'not stored here, and in no archive of this store';
}
