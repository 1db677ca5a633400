import { SYSTEM } from '../../../core/actor.ts';
import type { Discrepancy } from '../../../core/discrepancy.ts';
import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { findPayment } from '../store/find-payment.ts';
import { closeReturnedMoney, closeUnknownPayment, isOpenMoney, type ReturnedMoney } from './store/discrepancies.ts';
import { recordResolution } from './store/record-resolution.ts';

/**
 * Resolves the open discrepancies of money that its provider reports as returned completely: the operator has nothing
 * to refund. Writes nothing when no such discrepancy is open. Contract: STATE-9.
 */
export async function resolveReturned(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  money: ReturnedMoney,
): Promise<void> {
  if (!(await isOpenMoney(db, money))) return;
  await db.transaction(async (tx) => {
    await recordResolutions(tx, await closeReturnedMoney(tx, money, clock()), money.paymentId, clock);
  });
}

/**
 * Resolves the discrepancy of an unknown payment once its money is assigned to a payment. What is still to do follows
 * from that payment's outcome, or from its own discrepancy. Call it last in the transaction that assigns the money to
 * the payment. `atUs`: microseconds since 1970. Contract: OPERATOR-12.
 */
export async function resolveUnknown(
  tx: Transaction,
  money: { readonly method: PaymentMethod; readonly providerRef: string; readonly paymentId: number },
  atUs: number,
): Promise<void> {
  const { paymentId } = money;
  const closed = await closeUnknownPayment(tx, money, `found: it is the money of payment ${paymentId}`, atUs);
  await recordResolutions(tx, closed, paymentId, () => atUs);
}

async function recordResolutions(
  tx: Transaction,
  closed: readonly Discrepancy[],
  paymentId: number | null,
  clock: Clock,
): Promise<void> {
  if (closed.length === 0) return;
  const websiteId = paymentId === null ? null : ((await findPayment(tx, paymentId))?.websiteId ?? null);
  for (const discrepancy of closed) await recordResolution(tx, { actor: SYSTEM, clock }, discrepancy, websiteId);
}
