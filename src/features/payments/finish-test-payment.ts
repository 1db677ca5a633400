import type { Actor } from '../../core/actor.ts';
import type { Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requirePayment } from './require-payment.ts';
import type { FinalOutcome, Settle } from './settle-payment.ts';
import { simulateEnd } from './simulate-end.ts';

/**
 * Settles a test payment with its event, as its payment page or a test helper would, and returns it. Throws
 * OperatorError when the transaction id is unknown, the payment is live, or it is already final.
 */
export async function finishTestPayment(
  deps: { db: Database; clock: Clock; actor: Actor; providerFor: ProviderRegistry; settle: Settle },
  id: string,
  outcome: FinalOutcome,
): Promise<Payment> {
  const { db } = deps;
  const payment = await requirePayment(db, id);
  if (payment.mode !== 'test') {
    throw conflict(refusal('paymentLive', { id }));
  }
  const { websiteId, status: before } = payment;
  const finished = await simulateEnd(deps, payment, outcome, {
    also: (tx) =>
      recordChange(tx, deps, {
        action: 'payment.finish',
        subject: { kind: 'payment', id },
        websiteId,
        before: { status: before },
        after: { status: outcome.status, failure_reason: outcome.status === 'failed' ? outcome.failureReason : null },
      }),
  });
  if (finished) return finished;
  const { status } = await requirePayment(db, id);
  throw conflict(refusal('paymentFinal', { id, status }));
}

function conflict(reason: Refusal): OperatorError {
  return new OperatorError('conflict', 'transaction_id', reason);
}
