import { SYSTEM } from '../domain/actor.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { closeReturnedMoney, isOpenMoney, type ReturnedMoney } from '../storage/discrepancies.ts';
import { findPayment } from '../storage/payments/find-payment.ts';
import { recordResolution } from '../storage/record-resolution.ts';

/**
 * Resolves the open discrepancies of money that its provider reports as returned completely: the operator has nothing to refund.
 * Writes nothing when there is none. Contract: STATE-9.
 */
export async function resolveReturned(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  money: ReturnedMoney,
): Promise<void> {
  if (!(await isOpenMoney(db, money))) return;
  await db.transaction(async (tx) => {
    const closed = await closeReturnedMoney(tx, money, clock());
    const { paymentId } = money;
    const websiteId = paymentId === null ? null : ((await findPayment(tx, paymentId))?.websiteId ?? null);
    for (const discrepancy of closed) await recordResolution(tx, { actor: SYSTEM, clock }, discrepancy, websiteId);
  });
}
