import { Option } from 'commander';
import { formatAmount } from '../core/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import { formatTimestamp, startOfDayUs } from '../core/timestamps.ts';
import { listedMethods, type ReconcileLine, type ReconcileRange } from '../features/reconciliation/reconcile.ts';
import { RECONCILE_COLUMNS, reconcileCsv } from '../features/reconciliation/reconcile-csv.ts';
import {
  differencesIn,
  knownTheirs,
  type ReconcileSum,
  type ReconcileTotals,
  reconcileTotals,
} from '../features/reconciliation/reconcile-totals.ts';
import { HAITI_ZONE, startOfHaitiDayUs } from '../platform/clock/haiti-time.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { caller } from './caller.ts';
import { fittedTable } from './fitted-table.ts';
import { openLog } from './open-log.ts';
import { type Command, counted, type JsonOption, moneyText, printDocument, printLine, table } from './output.ts';
import { withProgress } from './progress.ts';
import { reconcileRunsCommands } from './reconcile-runs.ts';
import { parseDayNumber } from './values.ts';
import { withVerbs } from './with-store.ts';

interface ReconcileOptions extends JsonOption {
  from?: number;
  to?: number;
  method?: PaymentMethod;
  utc?: true;
  csv?: true;
}

/** `peye reconcile`: compares payments with the providers' records, and has the commands of runs started in the console. */
export function reconcileCommand(program: Command): void {
  const reconcile = program
    .command('reconcile')
    .description("Compare live payments with the providers' records")
    // The action checks --from and --to: with `requiredOption`, `runs list` would require them as well.
    .option('--from <day>', 'first day in Haiti, YYYY-MM-DD (required)', parseDayNumber)
    .option('--to <day>', 'last day in Haiti, YYYY-MM-DD (required)', parseDayNumber)
    .addOption(new Option('--method <method>', 'compare only this payment method').choices(PAYMENT_METHODS))
    .option('--utc', 'use UTC days instead of days in Haiti')
    .option('--csv', 'print every compared payment as CSV, including matches')
    .json('print one JSON document: {from, to, time_zone, results, sums, lines}')
    .more(`
Peye looks up each live payment created in these days at its provider. It updates open payments to the provider's status, and
stores each difference as a discrepancy (peye discrepancies list). Days start at midnight in Haiti, as in the console and on
MonCash and NatCash statements.

Results:
  matched              both sides agree
  mismatched           a failed payment was paid, or the amount is different
  missing_at_provider  completed here, but not paid in the provider's records
  missing_here         a charge at the provider that matches no payment here;
                       only for providers that offer a list
  unknown              no usable response from the provider. This is not a
                       difference: run the command again

If a provider has no credentials, the command stops before anything is compared. Use --method to compare only a method that has them.
You can run this command while the gateway runs.

Exit code: 0 if everything matches, 1 if there are differences or the reconciliation is incomplete.

More: docs/settlement.md

Examples:
  peye reconcile --from 2026-11-01 --to 2026-11-30
  peye reconcile --from 2026-11-20 --to 2026-11-20 --csv > reconciliation.csv
  peye reconcile runs list`)
    .action(({ from, to, ...options }: ReconcileOptions, command: Command) => {
      if (from === undefined) return command.error("required option '--from <day>' not specified");
      if (to === undefined) return command.error("required option '--to <day>' not specified");
      if (from > to) command.error('--from is after --to');
      if (options.csv && options.json) command.error('--csv and --json cannot be used together');
      return reconcileDays({ from, to }, options);
    });
  reconcileRunsCommands(reconcile);
}

async function reconcileDays(
  { from, to }: { readonly from: number; readonly to: number },
  { method, utc, csv, json }: Omit<ReconcileOptions, 'from' | 'to'>,
): Promise<void> {
  await withVerbs(async (verbs, _store, config) => {
    // The log of thousands of successful calls would hide the result, which is printed after them.
    const log = await openLog({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel }, 'stderr');
    const startUs = utc ? startOfDayUs : startOfHaitiDayUs;
    const range: ReconcileRange = { fromUs: startUs(from), toUs: startUs(to + 1), method };
    const days = { from: dayText(from), to: dayText(to), time_zone: utc ? 'UTC' : HAITI_ZONE };
    const { add, totals } = reconcileTotals();
    const shown: ReconcileLine[] = [];
    if (csv) printLine(RECONCILE_COLUMNS.join(','));
    const compare = async (report: (progress: string) => void) => {
      let count = 0;
      for await (const line of verbs.payments.reconcile(range, log)) {
        add(line);
        if (csv) printDocument(reconcileCsv(line));
        else if (json || line.result !== 'matched') shown.push(line);
        report(`${++count} payments`);
      }
    };
    // CSV lines that scroll over a terminal show the progress themselves.
    await (csv && caller().stdout.isTTY ? compare(() => {}) : withProgress('comparing with the providers', compare));
    if (json) printDocument(JSON.stringify(toJson(days, shown, totals)));
    else if (!csv)
      printLine(
        `${resultText(shown, totals, listedMethods(verbs))}\n\nDays compared: ${days.from} to ${days.to}, ${days.time_zone}.`,
      );
    const [differences, unknown] = [differencesIn(totals), totals.results.unknown];
    const found = [
      ...(differences > 0 ? [`${counted(differences, 'difference')} found.`] : []),
      ...(unknown > 0
        ? [
            `Incomplete: no usable response from the provider for ${counted(unknown, 'payment')}. Run the command again.`,
          ]
        : []),
    ];
    if (found.length > 0) throw new CommandFailure(found.join(' '));
  });
}

/** A day as it was typed. */
function dayText(day: number): string {
  return formatTimestamp(startOfDayUs(day)).slice(0, 10);
}

function resultText(lines: readonly ReconcileLine[], { results, sums }: ReconcileTotals, listed: string[]): string {
  const counts = Object.entries(results).map(([result, n]) => [result, String(n)]);
  const parts = [table(['RESULT', 'COUNT'], counts)];
  if (sums.length > 0) {
    parts.push(
      table(
        ['METHOD', 'PAID HERE', 'TOTAL HERE', 'PAID AT PROVIDER', 'PROVIDER TOTAL', 'UNKNOWN'],
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
      ? `Checked for unknown charges: ${listed.join(', ')}. The other providers offer no list.`
      : 'Not checked for unknown charges: no configured provider offers a list.',
  );
  return parts.join('\n\n');
}

function lineTable(lines: readonly ReconcileLine[]): string {
  return fittedTable(lines, [
    { title: 'RESULT', cell: ({ result }) => result },
    { title: 'METHOD', cell: ({ method }) => method, leftOut: 3 },
    { title: 'TRANSACTION ID', cell: ({ paymentId }) => (paymentId === null ? null : String(paymentId)) },
    { title: 'PROVIDER REF', cell: ({ providerRef }) => providerRef, leftOut: 2 },
    { title: 'PEYE', cell: ({ ours }) => ours && `${ours.status} ${moneyText(ours)}` },
    { title: 'PROVIDER', cell: theirsText },
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
