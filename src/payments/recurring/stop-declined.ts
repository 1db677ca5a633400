import type { Decline } from '../../domain/decline.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Log } from '../../lib/log.ts';
import type { Transaction } from '../../storage/database.ts';
import { endSubscription } from '../../storage/recurring/subscriptions.ts';

/**
 * Ends a recurring payment whose charge was declined for good, or whose card has to be replaced, in the transaction that stores the decline:
 * no later charge can come between. Does nothing for other declines and other payments. Returns whether it ended one.
 */
export async function stopDeclined(
  tx: Transaction,
  { subscriptionId }: Pick<Payment, 'subscriptionId'>,
  decline: Decline | undefined,
  atUs: number,
): Promise<boolean> {
  if (subscriptionId === null || decline === undefined || decline.class === 'retry') return false;
  const what =
    decline.class === 'stop'
      ? 'the card must not be charged again'
      : 'the card cannot be charged any more: a new one is needed';
  const reason = `${what} (${decline.reason})`;
  return (
    (await endSubscription(tx, subscriptionId, { status: 'stopped', reason, atUs, isFailure: true })) !== undefined
  );
}

/** Logs that a decline has ended a recurring payment. */
export function logStopped(log: Log, payment: Payment, decline: Decline): void {
  log.warn(
    { subscription: payment.subscriptionId, transaction_id: String(payment.id), decline: decline.reason },
    'a recurring payment was stopped: its card must not be charged again',
  );
}
