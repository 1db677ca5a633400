import type { Actor } from '../../core/actor.ts';
import type { Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requirePayment } from './require-payment.ts';
import type { FinalOutcome, Settle, SettleDetails } from './settle-payment.ts';

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
    also: (tx, { status, failureReason }) =>
      recordChange(tx, deps, {
        action: 'payment.finish',
        subject: { kind: 'payment', id },
        websiteId,
        before: { status: before },
        after: { status, failure_reason: failureReason },
      }),
  });
  if (finished) return finished;
  const { status } = await requirePayment(db, id);
  throw conflict(refusal('paymentFinal', { id, status }));
}

function conflict(reason: Refusal): OperatorError {
  return new OperatorError('conflict', 'transaction_id', reason);
}

/** `simulateEnd` with its dependencies bound. */
export type SimulateEnd = (
  payment: Payment,
  outcome: FinalOutcome,
  details?: Pick<SettleDetails, 'also'>,
) => Promise<Payment | undefined>;

/**
 * Settles a test payment with the outcome that a test chooses, in place of its customer, and with everything that the
 * provider returns with that outcome. Returns the updated payment; undefined when it was already final. Throws for a
 * payment whose provider simulates nothing.
 */
export async function simulateEnd(
  { providerFor, settle }: { readonly providerFor: ProviderRegistry; readonly settle: Settle },
  payment: Payment,
  outcome: FinalOutcome,
  { also }: Pick<SettleDetails, 'also'> = {},
): Promise<Payment | undefined> {
  const end = providerFor(payment.mode, payment.method)?.simulate?.(payment, outcome);
  if (!end) throw new Error(`payment ${payment.id} is served by a provider that moves money`);
  return settle(payment, outcome, { cardToken: end.cardToken, also });
}
