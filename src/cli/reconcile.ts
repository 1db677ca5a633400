import { type Command, Option } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import { formatAmount } from '../domain/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment.ts';
import { formatTimestamp, startOfDayUs } from '../domain/timestamps.ts';
import { HAITI_ZONE, startOfHaitiDayUs } from '../lib/haiti-time.ts';
import { listedMethods, type ReconcileLine, type ReconcileRange } from '../payments/reconcile.ts';
import { RECONCILE_COLUMNS, reconcileCsv } from '../payments/reconcile-csv.ts';
import {
  differencesIn,
  knownTheirs,
  type ReconcileSum,
  type ReconcileTotals,
  reconcileTotals,
} from '../payments/reconcile-totals.ts';
import { fittedTable } from './fitted-table.ts';
import { openLog } from './open-log.ts';
import { counted, moneyText, printDocument, printLine, table } from './output.ts';
import { withProgress } from './progress.ts';
import { parseDayNumber } from './values.ts';
import { withVerbs } from './with-verbs.ts';

interface ReconcileOptions {
  from: number;
  to: number;
  method?: PaymentMethod;
  utc?: true;
  csv?: true;
  json?: true;
}

/** `peye reconcile`: compares our books with the providers'. */
export function reconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description('compare every live payment of a period with its provider')
    .requiredOption('--from <day>', 'first day, YYYY-MM-DD, of Haiti', parseDayNumber)
    .requiredOption('--to <day>', 'last day, YYYY-MM-DD, of Haiti', parseDayNumber)
    .addOption(new Option('--method <method>', 'this method alone').choices(PAYMENT_METHODS))
    .option('--utc', 'days are those of UTC')
    .option('--csv', 'print every comparison as CSV, the ones that match too')
    .option('--json', 'print one JSON document: {from, to, time_zone, results, sums, lines}')
    .addHelpText(
      'after',
      `
Each live payment created in the period is asked about at its provider. One that is open still moves to where the provider
says it is; what differs is kept as a discrepancy (peye discrepancies list). Days begin at midnight in Haiti, as in the console and
on statements of MonCash and NatCash. Results:

  matched              both sides agree
  mismatched           money for a payment that failed here, or another amount
  missing_at_provider  completed here, and the provider does not know it as paid
  missing_here         money at the provider that belongs to no payment here (where the provider offers a list)
  unknown              the provider gave no usable response, which is no difference: run it again

A provider without credentials is refused before anything is compared; --method compares one that has them. The exit code is 0 when
everything matches, and 1 for differences and for a comparison that is incomplete. May run alongside the server.
docs/settlement.md says more.

Examples:
  peye reconcile --from 2026-11-01 --to 2026-11-30
  peye reconcile --from 2026-11-20 --to 2026-11-20 --csv > reconciliation.csv`,
    )
    .action((options: ReconcileOptions, command: Command) => {
      if (options.from > options.to) command.error('--from is after --to');
      if (options.csv && options.json) command.error('--csv and --json are two forms of one result: choose one');
      return run(options);
    });
}

async function run({ from, to, method, utc, csv, json }: ReconcileOptions): Promise<void> {
  await withVerbs(async (verbs, _store, config) => {
    // Thousands of calls that went well would hide the result, which is printed below them.
    const log = await openLog({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel }, 'stderr');
    const startUs = utc ? startOfDayUs : startOfHaitiDayUs;
    const range: ReconcileRange = { fromUs: startUs(from), toUs: startUs(to + 1), method };
    const days = { from: dayText(from), to: dayText(to), time_zone: utc ? 'UTC' : HAITI_ZONE };
    const { add, totals } = reconcileTotals();
    const shown: ReconcileLine[] = [];
    if (csv) printLine(RECONCILE_COLUMNS.join(','));
    const compare = async (say: (howFar: string) => void) => {
      let count = 0;
      for await (const line of verbs.payments.reconcile(range, log)) {
        add(line);
        if (csv) printDocument(reconcileCsv(line));
        else if (json || line.result !== 'matched') shown.push(line);
        say(`${++count} payments`);
      }
    };
    // A terminal that the comparisons scroll over shows by itself how far it is.
    await (csv && process.stdout.isTTY ? compare(() => {}) : withProgress('comparing the books', compare));
    if (json) printDocument(JSON.stringify(toJson(days, shown, totals)));
    else if (!csv)
      printLine(
        `${describe(shown, totals, listedMethods(verbs))}\n\nDays compared: ${days.from} to ${days.to}, ${days.time_zone}.`,
      );
    const [differences, unknown] = [differencesIn(totals), totals.results.unknown];
    const found = [
      ...(differences > 0 ? [`${counted(differences, 'comparison')} did not match.`] : []),
      ...(unknown > 0
        ? [`Incomplete: ${counted(unknown, 'comparison')} had no usable response from the provider. Run it again.`]
        : []),
    ];
    if (found.length > 0) throw new CommandFailure(found.join(' '));
  });
}

/** A day as it was given. */
function dayText(day: number): string {
  return formatTimestamp(startOfDayUs(day)).slice(0, 10);
}

function describe(lines: readonly ReconcileLine[], { results, sums }: ReconcileTotals, listed: string[]): string {
  const counts = Object.entries(results).map(([result, n]) => [result, String(n)]);
  const parts = [table(['RESULT', 'COUNT'], counts)];
  if (sums.length > 0) {
    parts.push(
      table(
        ['METHOD', 'PAID HERE', 'SUM HERE', 'PAID THERE', 'SUM THERE', 'UNKNOWN'],
        sums.map((sum) => {
          const theirs = knownTheirs(sum);
          return [
            sum.method,
            String(sum.ours.count),
            `${formatAmount(sum.ours.amountMinor)} ${sum.currency}`,
            theirs ? String(theirs.count) : 'unknown',
            theirs ? `${formatAmount(theirs.amountMinor)} ${sum.currency}` : 'unknown',
            String(sum.unknown.count),
          ];
        }),
      ),
    );
  }
  if (lines.length > 0) {
    parts.push(lineTable(lines));
  }
  parts.push(
    listed.length > 0
      ? `Money that belongs to no payment here was looked for at ${listed.join(', ')}: the others offer no list.`
      : 'Money that belongs to no payment here was looked for nowhere: no provider that is set up offers a list.',
  );
  return parts.join('\n\n');
}

function lineTable(lines: readonly ReconcileLine[]): string {
  return fittedTable(lines, [
    { title: 'RESULT', cell: ({ result }) => result },
    { title: 'METHOD', cell: ({ method }) => method, leftOut: 3 },
    { title: 'TRANSACTION ID', cell: ({ paymentId }) => (paymentId === null ? null : String(paymentId)) },
    { title: 'PROVIDER REF', cell: ({ providerRef }) => providerRef, leftOut: 2 },
    { title: 'HERE', cell: ({ ours }) => ours && `${ours.status} ${moneyText(ours)}` },
    { title: 'THERE', cell: theirsText },
    { title: 'CREATED', timeUs: ({ createdAtUs }) => createdAtUs, leftOut: 1 },
  ]);
}

function theirsText({ theirs, result }: ReconcileLine): string | null {
  if (!theirs) return result === 'unknown' ? 'unknown' : null;
  return theirs.paid ? `paid ${moneyText(theirs.paid)}` : theirs.status;
}

function toJson(
  days: { readonly from: string; readonly to: string; readonly time_zone: string },
  lines: readonly ReconcileLine[],
  { results, sums }: ReconcileTotals,
): object {
  const side = ({ count, amountMinor }: ReconcileSum['ours']) => ({ count, amount: formatAmount(amountMinor) });
  return {
    ...days,
    results,
    sums: sums.map((sum) => {
      const theirs = knownTheirs(sum);
      const { method, currency, ours, unknown } = sum;
      return { method, currency, ours: side(ours), theirs: theirs && side(theirs), unknown: side(unknown) };
    }),
    lines: lines.map(({ ours, theirs, ...line }) => ({
      result: line.result,
      method: line.method,
      transaction_id: line.paymentId === null ? null : String(line.paymentId),
      provider_ref: line.providerRef,
      reference: line.reference,
      created_at: formatTimestamp(line.createdAtUs),
      ours: ours && { status: ours.status, amount: formatAmount(ours.amountMinor), currency: ours.currency },
      theirs: theirs && {
        status: theirs.status,
        amount: theirs.paid && formatAmount(theirs.paid.amountMinor),
        currency: theirs.paid?.currency ?? null,
      },
    })),
  };
}
