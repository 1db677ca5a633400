import { US_PER_MINUTE } from '../../core/durations.ts';
import { isSameMoney, type Money } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Refund } from '../../core/refund.ts';
import type { Database } from '../../database/database.ts';
import type { RefundCalls, RefundOrder, RefundReport } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { listAuditRows } from '../audit/store/audit-log.ts';

/** A request whose response was lost may still be on its way for this long. Until then, no search proves that it did not arrive. */
const LATE_REQUEST_US = 10 * US_PER_MINUTE;

/**
 * The calls that refund a payment. Returns undefined when a person has to pay its refunds; with `refund`, also when this refund is a part
 * and the provider refunds in full only.
 */
export function refundCallsOf(
  providerFor: ProviderRegistry,
  payment: Payment,
  refund: Money = payment,
): RefundCalls | undefined {
  const calls = providerFor(payment.mode, payment.method)?.refunds?.(payment);
  return calls && (calls.canRefundParts || isSameMoney(refund, payment)) ? calls : undefined;
}

/** A refund as the provider gets it. */
export function orderOf({ id, amountMinor, currency, reason, attempts }: Refund): RefundOrder {
  return { id, money: { amountMinor, currency }, reason, attempts };
}

/**
 * Whether a report is about another refund, or may be: the store was rolled back, and the same ID was requested with another amount before.
 * A record without an amount is that of a refund which this store has sent.
 */
export function isOfAnother({ amount }: RefundReport, { attempts }: Pick<Refund, 'attempts'>): boolean {
  return amount === 'other' || (amount === 'hidden' && attempts === 0);
}

/** What an approval changes: the refund is sent by a worker, or waits for a person to pay it. */
export function approvalOf(
  calls: RefundCalls | undefined,
  payment: Pick<Payment, 'mode' | 'providerRef'>,
  { approvedBy, nowUs }: { approvedBy: string; nowUs: number },
): Pick<Refund, 'approvedBy' | 'nextStepAtUs' | 'word'> & { readonly status: 'approved' | 'manual' } {
  if (calls) return { status: 'approved', approvedBy, nextStepAtUs: nowUs, word: null };
  const isNumberMissing = payment.mode === 'live' && payment.providerRef === null;
  const word = isNumberMissing ? "the provider's number of the payment is not known" : null;
  return { status: 'manual', approvedBy, nextStepAtUs: null, word };
}

/** The word of a refund that a person has to pay because of `mayHideRefunds`. */
export const RESTORED_WORD =
  'the store was restored after the payment: look in the portal of the provider whether it was refunded';

/**
 * Whether this store may have lost a refund of a payment: the store was rolled back after the payment was created, and the provider does
 * not show the refund, or a person paid it by hand.
 */
export async function mayHideRefunds(
  db: Pick<Database, 'query'>,
  { mode, createdAtUs }: Pick<Payment, 'mode' | 'createdAtUs'>,
  calls: RefundCalls | undefined,
): Promise<boolean> {
  if (mode === 'test' || (calls && !calls.hidesRefunds)) return false;
  return (await lastRollbackUs(db)) >= createdAtUs;
}

/** When this store was last found to be rolled back. Microseconds. */
async function lastRollbackUs(db: Pick<Database, 'query'>): Promise<number> {
  const [lastPause] = await listAuditRows(db, { action: 'charging.pause', limit: 1 });
  return lastPause?.atUs ?? Number.NEGATIVE_INFINITY;
}

/**
 * Until when a request that this store sent, and lost in a restore, may still refund this payment or be missing in the provider's records.
 * Refunds wait until then, even if an operator resumes charging earlier. Microseconds.
 */
export async function lostMayArriveUntilUs(
  db: Pick<Database, 'query'>,
  { mode, createdAtUs }: Pick<Payment, 'mode' | 'createdAtUs'>,
  lagUs: number,
): Promise<number> {
  if (mode === 'test') return Number.NEGATIVE_INFINITY;
  const lostUs = await lastRollbackUs(db);
  return lostUs >= createdAtUs ? lostUs + lagUs + LATE_REQUEST_US : Number.NEGATIVE_INFINITY;
}

/** Until when the last request for a refund may still arrive at its provider, or has arrived and may not be in its records yet. Microseconds. */
export function mayArriveUntilUs({ askedAtUs }: Pick<Refund, 'askedAtUs'>, lagUs = 0): number {
  if (askedAtUs === null) return Number.NEGATIVE_INFINITY;
  return lagUs === 0 ? askedAtUs : askedAtUs + lagUs + LATE_REQUEST_US;
}
