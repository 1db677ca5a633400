import type { FailureReason, Payment, PaymentStatus } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Transaction } from '../storage/database.ts';
import { insertDelivery } from '../storage/deliveries.ts';
import { insertEvent, nextFeedPosition } from '../storage/events.ts';
import { insertLateCheck } from '../storage/late-checks.ts';
import { changeCounts } from '../storage/payment-counts.ts';
import { finishPayment, startProcessing } from '../storage/payments.ts';
import { LATE_CHECK_WAITS_US } from './late-check-waits.ts';

export type FinalOutcome =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly failureReason: FailureReason };

/** What is kept in the transaction that makes a payment final. */
export interface SettleDetails {
  /** The provider's own number of the payment. */
  readonly providerRef?: string | undefined;
  /** Statements that belong to the same transaction; not run when the payment was final already. */
  readonly also?: ((tx: Transaction, settled: Payment) => Promise<void>) | undefined;
}

/** `settlePayment` with its parts wired in. */
export type Settle = (payment: Payment, outcome: FinalOutcome, details?: SettleDetails) => Promise<Payment | undefined>;

/**
 * Makes a payment final, with its one event, its place in the feed and its webhook's delivery, in one transaction. The only way there: pages,
 * helpers, verify and the worker all end here, and of any number of callers exactly one succeeds.
 *
 * Returns the payment as it is now, or undefined when it was final already; then nothing changed.
 */
export async function settlePayment(
  { db, clock, firstWaitSeconds = 0 }: { db: Database; clock: Clock; firstWaitSeconds?: number | undefined },
  payment: Pick<Payment, 'id' | 'websiteId' | 'mode'>,
  outcome: FinalOutcome,
  details: SettleDetails = {},
): Promise<Payment | undefined> {
  try {
    return await db.transaction((tx) => settle(tx, { clock, firstWaitSeconds, details }, payment, outcome));
  } catch (error) {
    if (error instanceof AlreadyFinal) return undefined;
    throw error;
  }
}

async function settle(
  tx: Transaction,
  { clock, firstWaitSeconds, details }: { clock: Clock; firstWaitSeconds: number; details: SettleDetails },
  { id, websiteId, mode }: Pick<Payment, 'id' | 'websiteId' | 'mode'>,
  outcome: FinalOutcome,
): Promise<Payment> {
  // First, because it orders everybody who finishes payments of this website: time and position then agree.
  const position = mode === 'test' ? await nextFeedPosition(tx, websiteId) : null;
  const previous: PaymentStatus = (await startProcessing(tx, id)) ? 'pending' : 'processing';
  const finished = await finishPayment(tx, id, {
    status: outcome.status,
    failureReason: outcome.status === 'failed' ? outcome.failureReason : null,
    finishedAtUs: clock(),
    providerRef: details.providerRef,
  });
  if (!finished) throw new AlreadyFinal();
  await insertEvent(tx, finished, position);
  await insertDelivery(tx, finished, firstWaitSeconds * 1_000_000);
  await changeCounts(tx, [
    { payment: finished, status: previous, by: -1 },
    { payment: finished, status: finished.status, by: 1 },
  ]);
  if (mode === 'live' && outcome.status === 'failed') {
    await insertLateCheck(tx, finished, clock() + LATE_CHECK_WAITS_US[0]);
  }
  await details.also?.(tx, finished);
  return finished;
}

/** Takes the drawn feed position back with the transaction. */
class AlreadyFinal extends Error {}
