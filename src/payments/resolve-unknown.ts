import { SYSTEM } from '../domain/actor.ts';
import type { PaymentMethod } from '../domain/payment.ts';
import type { Transaction } from '../storage/database.ts';
import { closeUnknownPayment } from '../storage/discrepancies.ts';
import { findPayment } from '../storage/payments/find-payment.ts';
import { recordResolution } from '../storage/record-resolution.ts';

/**
 * Resolves what was reported as an unknown payment once its money has a payment: the outcome of that payment, or its own discrepancy,
 * says the rest. Called last in the transaction that gives it the payment. `atUs`: microseconds since 1970. Contract: OPERATOR-12.
 */
export async function resolveUnknown(
  tx: Transaction,
  money: { readonly method: PaymentMethod; readonly providerRef: string; readonly paymentId: number },
  atUs: number,
): Promise<void> {
  const { paymentId } = money;
  const closed = await closeUnknownPayment(tx, money, `found: it is the money of payment ${paymentId}`, atUs);
  if (closed.length === 0) return;
  const websiteId = (await findPayment(tx, paymentId))?.websiteId ?? null;
  for (const discrepancy of closed) {
    await recordResolution(tx, { actor: SYSTEM, clock: () => atUs }, discrepancy, websiteId);
  }
}
