import type { Payment } from '../../core/payment.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MoneyReturn, Outcome, ReportedDispute } from '../../providers/provider.ts';
import type { DiscrepancyReport } from './discrepancies/discrepancy.ts';
import { logDiscrepancy, saveDiscrepancies } from './discrepancies/report-discrepancy.ts';
import { discrepanciesOf } from './discrepancies/store/discrepancies.ts';
import { type ShownUndone, undoneWord } from './discrepancies/undone-returns.ts';

/** What a provider shows of the money of a completed payment that went back. */
export interface ShownReturns extends ShownUndone {
  /** Returned and disputed money, without refunds of this gateway. */
  readonly reports: readonly DiscrepancyReport[];
  readonly disputes: readonly ReportedDispute[];
}

/** The dependencies of the recording of returns. */
export interface RecordShownDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether returned money of a payment is a refund of this gateway, which is no discrepancy. Defaults to no. */
  readonly isOwnReturn?: (payment: Payment, item: MoneyReturn) => Promise<boolean>;
  /** Stores what is shown of a completed payment. Returns the new discrepancies. Defaults to discrepancies alone. */
  readonly recordReturns?: (
    tx: Transaction,
    payment: Payment,
    shown: ShownReturns,
    atUs: number,
  ) => Promise<readonly DiscrepancyReport[]>;
  /** Called when a new discrepancy was stored. */
  readonly onNewDiscrepancy?: (() => void) | undefined;
}

/** Records what the provider of a completed payment shows of money that went back outside of this gateway, all of it in one transaction. */
export async function recordShown(
  deps: RecordShownDeps,
  payment: Payment,
  { returns, disputes = [], undone = [], listsAllReturns = false }: Extract<Outcome, { status: 'completed' }>,
  log: Log,
): Promise<void> {
  const { db, clock } = deps;
  const { recordReturns = (tx, _payment, { reports }, atUs) => saveDiscrepancies(tx, reports, atUs) } = deps;
  const items = returns?.items ?? [];
  const reports: DiscrepancyReport[] = [];
  for (const item of items) {
    if (!(await deps.isOwnReturn?.(payment, item))) reports.push(returned(payment, item));
  }
  const listed = listsAllReturns ? items.map(({ providerRef }) => providerRef) : undefined;
  const shown = { reports, disputes, undone, listed };
  if (reports.length === 0 && disputes.length === 0) {
    const known = undone.length > 0 || listed ? await discrepanciesOf(db, payment.id) : [];
    if (!known.some((each) => undoneWord(each, shown, clock()))) return;
  }
  const added = await db.transaction((tx) => recordReturns(tx, payment, shown, Math.floor(clock())));
  for (const report of added) {
    logDiscrepancy(log, report);
    deps.onNewDiscrepancy?.();
  }
}

/** The report of returned money of a payment. */
export function returned(payment: Payment, { providerRef, money, how }: MoneyReturn): DiscrepancyReport {
  const kind =
    how === 'disputed'
      ? 'disputed'
      : payment.status === 'completed'
        ? 'returned_after_completion'
        : 'returned_before_completion';
  return { kind, method: payment.method, paymentId: payment.id, providerRef, reported: money, word: how };
}
