import type { FailureReason, Payment, PaymentStatus } from '../../core/payment.ts';
import type { Step } from '../../core/payment-history.ts';
import type { Database, Row, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Entry } from '../ledger/entry.ts';
import { queueReceipt } from '../receipts/store/receipts.ts';
import { eventUrlColumn, newDelivery } from '../webhooks/store/new-delivery.ts';
import { resolveUnknown } from './discrepancies/resolve-discrepancies.ts';
import { addStep } from './history/record-history.ts';
import { LATE_CHECK_WAITS_US } from './late-check-waits.ts';
import { paymentEntry } from './payment-entry.ts';
import { insertEvent, nextFeedPosition } from './store/events.ts';
import { findPayment } from './store/find-payment.ts';
import { finishPayment, startProcessing } from './store/finish-payment.ts';
import { insertLateCheck } from './store/late-checks.ts';
import { countRows } from './store/payment-counts.ts';
import { sumRowsOfFinal } from './store/payment-sums.ts';
import { termRows } from './store/payment-terms.ts';

export type FinalOutcome =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly failureReason: FailureReason };

/** Further data that is stored in the transaction that makes a payment final. */
export interface SettleDetails {
  /** The provider's reference of the payment. */
  readonly providerRef?: string | undefined;
  /**
   * The token with which the card of a subscription can be charged again. It is stored sealed, even when it arrives
   * after the completion.
   */
  readonly cardToken?: string | undefined;
  /** The customer's step that caused this. */
  readonly step?: Step | undefined;
  /**
   * Runs further statements in the same transaction; not called when the payment was already final. `settled` may have
   * failed although it was to complete: see CompletionRefused.
   */
  readonly also?: ((tx: Transaction, settled: Payment) => Promise<void>) | undefined;
}

/**
 * The writes of another feature when a payment becomes final. `src/verbs/settle-steps.ts` registers the steps, so that
 * payments import none of the features that build on them.
 */
export interface SettleStep {
  /** Columns that the feature needs. The statement that makes the payment final reads them from the updated row, so they cost no other one. */
  readonly columns?: readonly string[];
  /** The entries that the feature posts in the ledger about the payment, in the statement of the payment's own entry. */
  readonly entriesOf?: (settled: Payment, row: Row) => readonly Entry[];
  /**
   * Runs in the transaction that makes the payment final; an error undoes all of it. Throws CompletionRefused if the
   * payment must not complete.
   */
  readonly onFinal?: (tx: Transaction, settled: Payment, details: SettleDetails) => Promise<void>;
  /** Runs in its own transaction for a card token that arrived after the payment had completed. */
  readonly onLateToken?: (tx: Transaction, completed: Payment, cardToken: string) => Promise<void>;
}

export interface SettleDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The steps of other features, in the order in which they take their locks. */
  readonly steps: readonly SettleStep[];
  /** Time until the first attempt of a webhook. */
  readonly firstWaitSeconds?: number | undefined;
  /** Whether receipts can be sent by e-mail: they are then queued for websites that want them. */
  readonly canSendReceipts?: boolean | undefined;
}

/**
 * A step refuses the completion of a payment, because another payment has paid the same order. The payment then fails as
 * `cancelled`, and its money, if it moved any, is a discrepancy.
 */
export class CompletionRefused extends Error {}

/** `settlePayment` with its dependencies bound. */
export type Settle = (payment: Payment, outcome: FinalOutcome, details?: SettleDetails) => Promise<Payment | undefined>;

/**
 * Makes a payment final in one transaction, together with its one event, its position in the feed (of a test payment)
 * and its webhook delivery. The first payment of a subscription also starts the subscription. No other function makes a payment final:
 * pages, test helpers, verifications and the worker all call this one. Of any number of callers, exactly one succeeds.
 *
 * Returns the updated payment, or undefined when it was already final. Then nothing changed, except for a card token
 * that was missing until now. A payment that a step refuses to complete is returned as failed.
 */
export async function settlePayment(
  deps: SettleDeps,
  payment: Pick<Payment, 'id' | 'websiteId' | 'mode'>,
  outcome: FinalOutcome,
  details: SettleDetails = {},
): Promise<Payment | undefined> {
  try {
    // Test payments of a website claim their feed positions from one row.
    const options = payment.mode === 'test' ? { crowdedRow: payment.websiteId } : {};
    return await deps.db.transaction((tx) => settle(tx, deps, details, { payment, outcome }), options);
  } catch (error) {
    if (error instanceof CompletionRefused && outcome.status === 'completed') {
      const { cardToken: _, step: __, ...kept } = details;
      return settlePayment(deps, payment, { status: 'failed', failureReason: 'cancelled' }, kept);
    }
    if (!(error instanceof AlreadyFinal)) throw error;
    if (outcome.status === 'completed') await saveLateToken(deps, payment.id, details);
    return undefined;
  }
}

async function settle(
  tx: Transaction,
  { db, clock, steps, firstWaitSeconds = 0, canSendReceipts = false }: SettleDeps,
  details: SettleDetails,
  { payment, outcome }: { payment: Pick<Payment, 'id' | 'websiteId' | 'mode'>; outcome: FinalOutcome },
): Promise<Payment> {
  const { id, websiteId, mode } = payment;
  // The position is claimed first, because that orders all transactions that settle test payments of this website:
  // times and positions then have the same order.
  const position = mode === 'test' ? await nextFeedPosition(tx, websiteId) : null;
  const columns = [eventUrlColumn(mode), ...steps.flatMap((step) => step.columns ?? [])];
  const changes = () => ({
    status: outcome.status,
    failureReason: outcome.status === 'failed' ? outcome.failureReason : null,
    finishedAtUs: clock(),
    providerRef: details.providerRef,
  });
  const finish = () => finishPayment(tx, id, changes(), columns);
  // Only a processing payment can complete, and most are processing by then.
  let moved = outcome.status === 'completed' ? await finish() : undefined;
  let previous: PaymentStatus = 'processing';
  if (!moved) {
    if (await startProcessing(tx, id)) previous = 'pending';
    moved = await finish();
  }
  if (!moved) throw new AlreadyFinal();
  const { payment: finished, row } = moved;
  const entries: Entry[] = finished.status === 'completed' ? [paymentEntry(finished)] : [];
  for (const { entriesOf } of steps) entries.push(...(entriesOf?.(finished, row) ?? []));
  const moves = [
    { payment: finished, status: previous, by: -1 },
    { payment: finished, status: finished.status, by: 1 },
  ] as const;
  const counts = countRows(moves, db.engine);
  const sums = await sumRowsOfFinal(tx, finished, db);
  const delivery = newDelivery(finished, row, firstWaitSeconds * 1_000_000);
  await insertEvent(tx, finished, position, entries, [delivery, termRows([finished]), counts, ...sums]);
  if (canSendReceipts && finished.status === 'completed' && finished.customerEmail !== null) {
    await queueReceipt(tx, { paymentId: id, websiteId, nowUs: clock() });
  }
  if (mode === 'live' && outcome.status === 'failed') {
    await insertLateCheck(tx, finished, clock() + LATE_CHECK_WAITS_US[0]);
  }
  if (details.step) await addStep(tx, clock, id, details.step);
  for (const { onFinal } of steps) await onFinal?.(tx, finished, details);
  await details.also?.(tx, finished);
  const { method, subscriptionId, providerRef } = finished;
  // After a restore of an older backup, the charge may have been reported as money for an unknown payment.
  if (mode === 'live' && subscriptionId !== null && providerRef !== null) {
    await resolveUnknown(tx, { method, providerRef, paymentId: id }, clock());
  }
  return finished;
}

/** Stores a card token that arrives after the completion: the result that completed the payment had none. */
async function saveLateToken({ db, steps }: SettleDeps, id: number, { cardToken }: SettleDetails): Promise<void> {
  if (cardToken === undefined) return;
  await db.transaction(async (tx) => {
    const payment = await findPayment(tx, id);
    if (payment?.status !== 'completed') return;
    for (const { onLateToken } of steps) await onLateToken?.(tx, payment, cardToken);
  });
}

/** Thrown to roll back the transaction, and with it the feed position. */
class AlreadyFinal extends Error {}
