import { formatAmount, isSameMoney } from '../../../core/money.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { newId } from '../../../platform/secrets/secrets.ts';
import type { Charge } from '../../../providers/provider.ts';
import { type DiscrepancyReport, RECEIVED_KINDS, transactionIdOf } from './discrepancy.ts';
import { resolveUnknown } from './resolve-discrepancies.ts';
import { recordDiscrepancy } from './store/discrepancies.ts';

interface ReportDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Called when a new discrepancy was stored. */
  readonly onNewDiscrepancy?: (() => void) | undefined;
}

/** Stores a discrepancy for the operator, by `save`, and logs it as an error the first time. Later sightings are only counted. */
export async function reportDiscrepancy(
  { db, clock, onNewDiscrepancy }: ReportDeps,
  report: DiscrepancyReport,
  log: Log,
  save: typeof saveDiscrepancy = saveDiscrepancy,
): Promise<void> {
  const isNew = await db.transaction((tx) => save(tx, report, clock()));
  if (!isNew) return;
  logDiscrepancy(log, report);
  onNewDiscrepancy?.();
}

/**
 * The money of a charge for a report: the amount that is left, and the original amount when a part was returned to the
 * customer.
 */
export function moneyLeft({ paid, returns }: Charge): Pick<DiscrepancyReport, 'reported' | 'whole'> {
  const { left = paid } = returns ?? {};
  return isSameMoney(left, paid) ? { reported: paid } : { reported: left, whole: paid };
}

/**
 * Stores a discrepancy in a transaction. If the same money was reported as an unknown payment before, resolves that
 * discrepancy. Returns whether the stored discrepancy is new.
 */
export async function saveDiscrepancy(tx: Transaction, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  const isNew = await recordDiscrepancy(tx, newId('dsc'), report, atUs);
  const { kind, method, providerRef, paymentId } = report;
  if (paymentId !== null && RECEIVED_KINDS.includes(kind)) {
    await resolveUnknown(tx, { method, providerRef, paymentId }, atUs);
  }
  return isNew;
}

/** Stores discrepancies in a transaction. Returns the new ones. */
export async function saveDiscrepancies(
  tx: Transaction,
  reports: readonly DiscrepancyReport[],
  atUs: number,
): Promise<DiscrepancyReport[]> {
  const added: DiscrepancyReport[] = [];
  for (const report of reports) if (await saveDiscrepancy(tx, report, atUs)) added.push(report);
  return added;
}

export function logDiscrepancy(log: Log, report: DiscrepancyReport): void {
  const { kind, method, providerRef, reported, whole, word } = report;
  const transactionId = transactionIdOf(report);
  log.error(
    {
      kind,
      method,
      ...(transactionId !== null && { transaction_id: transactionId }),
      provider_ref: providerRef,
      ...(reported && { reported: `${formatAmount(reported.amountMinor)} ${reported.currency}` }),
      ...(whole && { paid: `${formatAmount(whole.amountMinor)} ${whole.currency}` }),
      ...(word && { word }),
    },
    "a provider's records and ours differ; `peye discrepancies list` shows it until it is resolved",
  );
}
