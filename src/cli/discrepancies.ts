import type { Discrepancy } from '../features/payments/discrepancies/discrepancy.ts';
import { DISCREPANCY_FIELDS, discrepancyJson } from '../features/payments/discrepancies/discrepancy-json.ts';
import { requireDiscrepancy } from '../features/payments/discrepancies/resolve-discrepancies.ts';
import { countOpenDiscrepancies, listDiscrepancies } from '../features/payments/discrepancies/store/discrepancies.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import {
  type Command,
  counted,
  type JsonOption,
  moneyText,
  onOne,
  printDocument,
  printLine,
  printResult,
} from './output.ts';
import { limitOption, parseText } from './values.ts';
import { withStore } from './with-store.ts';

interface ListOptions extends JsonOption {
  all?: true;
  limit: number;
}

/** `peye discrepancies …`: differences between the providers' records and the payments here. */
export function discrepanciesCommands(program: Command): void {
  const discrepancies = program
    .command('discrepancies')
    .description("List and resolve payments that do not match the provider's records");

  discrepancies
    .command('list')
    .description('List open discrepancies, newest first')
    .option('--all', 'include resolved discrepancies')
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
Kinds:
  paid_after_failure  the customer paid after the payment had failed; the
                      merchant was notified of the failure
  amount_mismatch     the customer paid a different amount
  paid_twice          the provider has a second charge for the payment
  not_paid            completed here, but not paid in the provider's records
  unknown_payment     a charge at the provider that names no payment, or a
                      payment that is not stored here
  still_open          still open long after expiry: the provider returns an
                      unknown status, or none
  returned_before_completion
                      the payment failed, and the customer got the money back:
                      refund, void or lost dispute
  returned_after_completion
                      money of a completed payment was returned: refund, void
                      or lost dispute
  disputed            the customer's bank holds the money of a completed
                      payment until it decides

Examples:
  peye discrepancies list
  peye discrepancies list --all --limit 100`)
    .action((options: ListOptions) => listCommand(options));

  onOne(discrepancies, { is: 'discrepancy ID', examples: ['dsc_…'] })('show', 'Show a discrepancy').action(
    (id: string, options: JsonOption) =>
      withStore(async ({ db }) => {
        const discrepancy = await requireDiscrepancy(db, id);
        printResult(options, discrepancyJson(discrepancy), () => discrepancyText(discrepancy));
      }),
  );

  discrepancies
    .command('resolve')
    .argument('<id>', 'discrepancy ID')
    .description('Mark a discrepancy as resolved')
    .requiredOption('--note <text>', 'resolution note: what you did about it, 1 to 255 characters', parseText)
    .json()
    .more(`
This moves no money and changes no payment. Return or collect the money at the provider first.

Examples:
  peye discrepancies resolve dsc_… --note "500 HTG returned to the customer on 21 November, portal 2185608546"`)
    .action((id: string, options: JsonOption & { note: string }) => resolveCommand(id, options));
}

async function listCommand({ all, limit, json }: ListOptions): Promise<void> {
  await withStore(async ({ db }) => {
    const found = await listDiscrepancies(db, { isOpen: all ? undefined : true, limit });
    if (json) return printDocument(JSON.stringify(found.map(discrepancyJson)));
    if (found.length === 0) return printLine(all ? 'No discrepancies.' : 'No open discrepancies.');
    printLine(discrepancyTable(found));
    const open = await countOpenDiscrepancies(db);
    printLine(`\n${open} open.`);
  });
}

function discrepancyTable(found: readonly Discrepancy[]): string {
  return fieldTable(found, DISCREPANCY_FIELDS, [
    ['id'],
    ['kind'],
    ['method', { leftOut: 5 }],
    ['transaction_id', { leftOut: 7 }],
    ['provider_ref', { leftOut: 1 }],
    { title: 'EXPECTED', cell: ({ expected }) => expected && moneyText(expected), leftOut: 6 },
    {
      title: 'REPORTED',
      cell: ({ reported, word }) => (reported ? moneyText(reported) : (word ?? null)),
      leastWidth: 12,
      leftOut: 8,
    },
    ['times_seen', { title: 'SEEN', leftOut: 2 }],
    ['first_seen_at', { leftOut: 3 }],
    ['settled_at', { leftOut: 4 }],
  ]);
}

async function resolveCommand(id: string, { note, json }: JsonOption & { note: string }): Promise<void> {
  await withStore(async ({ operator }) => {
    const resolved = await operator.resolveDiscrepancy(id, note);
    printResult({ ...(json && { json }) }, discrepancyJson(resolved), () => `Discrepancy ${id} resolved.`);
  });
}

function discrepancyText(discrepancy: Discrepancy): string {
  const { expected, reported, timesSeen } = discrepancy;
  const payment = expected ? `${expected.status}, ${moneyText(expected)}` : notStored(discrepancy);
  return fieldDetails(DISCREPANCY_FIELDS, discrepancy, [], {
    first: [
      ...(['id', 'kind', 'method', 'transaction_id'] as const),
      ['Payment', payment],
      'provider_ref',
      ['Reported', reported && moneyText(reported)],
      'word',
      ['Seen', counted(timesSeen, 'time')],
    ],
  });
}

/** Why there is no payment. Null when the provider returned no transaction ID. */
function notStored({ namedId, mayBeArchived }: Discrepancy): string | null {
  if (namedId == null) return null;
  return mayBeArchived
    ? 'not stored here. It may be in an archive: payments of that time were archived'
    : 'not stored here, and not in any archive of this database';
}
