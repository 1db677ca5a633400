import type { Actor } from '../domain/actor.ts';
import type { Log } from '../lib/log.ts';
import { recordChange } from '../storage/record-change.ts';
import { requirePayment } from './require-payment.ts';
import { type VerifiedPayment, type VerifyDeps, verifyPayment } from './verify-payment.ts';

/**
 * Asks the provider for a payment's outcome because somebody wants it, as `verifyPayment` does. That it was asked for is recorded
 * before the provider is asked, whatever comes of it. Throws OperatorError when there is none of this transaction id, and what
 * `verifyPayment` throws.
 */
export async function verifyByHand(
  deps: VerifyDeps & { readonly actor: Actor },
  id: string,
  log: Log,
): Promise<VerifiedPayment> {
  const payment = await requirePayment(deps.db, id);
  const { websiteId, status } = payment;
  await deps.db.transaction((tx) =>
    recordChange(tx, deps, {
      action: 'payment.verify',
      subject: { kind: 'payment', id },
      websiteId,
      before: { status },
    }),
  );
  return verifyPayment(deps, payment, log);
}
