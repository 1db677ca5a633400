import type { Actor } from '../../core/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requirePayment } from './require-payment.ts';
import { type VerifiedPayment, type VerifyDeps, verifyPayment } from './verify-payment.ts';

/**
 * Queries the provider for a payment's outcome on a user's request, as `verifyPayment` does. The user's request is
 * recorded before the provider is queried, so it is on record whatever the result. Throws OperatorError when the
 * transaction id is unknown, and any error of `verifyPayment`.
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
