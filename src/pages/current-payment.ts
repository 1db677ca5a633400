import { isFinal, type Payment } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { VerifiedPayment } from '../payments/verify-payment.ts';
import { isSlowPayment } from '../providers/sandbox/sandbox.ts';
import type { Database } from '../storage/database.ts';
import { findPayment } from '../storage/payments.ts';

/**
 * A test payment as it is at this moment. One that has expired, or is due for another reason, is brought to its end first
 * when the worker has not come to it yet, so that a page never takes money for it. Undefined when there is no such payment.
 */
export async function currentPayment(
  { db, clock, verify }: { db: Database; clock: Clock; verify: (payment: Payment) => Promise<VerifiedPayment> },
  id: number,
): Promise<Payment | undefined> {
  const payment = await findPayment(db, id);
  if (payment?.mode !== 'test') return undefined;
  return isDue(payment, clock()) ? (await verify(payment)).payment : payment;
}

function isDue(payment: Payment, nowUs: number): boolean {
  if (isFinal(payment.status) || payment.nextCheckAtUs === null) return false;
  // A worker that has just taken the payment has put its next check off, which does not make it less expired.
  return payment.nextCheckAtUs <= nowUs || (payment.expiresAtUs <= nowUs && !isSlowPayment(payment));
}
