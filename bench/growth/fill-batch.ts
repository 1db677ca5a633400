import { SYSTEM } from '../../src/core/actor.ts';
import type { FinalStatus, Payment } from '../../src/core/payment.ts';
import { periodDueAtUs } from '../../src/core/recurring.ts';
import type { Database, InsertRows, Transaction, Value } from '../../src/database/database.ts';
import { recordChange } from '../../src/features/audit/store/record-change.ts';
import { type DiscrepancyReport, reportedText } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { closeDiscrepancy, recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { LATE_CHECKS_END_US } from '../../src/features/payments/late-check-waits.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { insertLateCheck } from '../../src/features/payments/store/late-checks.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { insertSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { eventKind } from '../../src/features/webhooks/event.ts';
import { webhookBody } from '../../src/features/webhooks/sign.ts';
import { DELIVERIES, type Delivery } from '../../src/features/webhooks/store/delivery-table.ts';
import type { SecretBox } from '../../src/platform/secrets/secrets.ts';
import {
  CHARGES,
  type Dataset,
  isOneIn,
  mixed,
  paymentOf,
  recurringOf,
  subscriptionIdOf,
  subscriptionStateOf,
} from './dataset.ts';
import { fillConsole } from './fill-console.ts';

const US_PER_HOUR = 3_600_000_000;
/** Older deliveries are not written, as if retention had deleted them: WEBHOOK_LOG_DAYS. */
const LOG_US = 90 * 24 * US_PER_HOUR;
const LATE_CHECK_US = LATE_CHECKS_END_US + US_PER_HOUR;
const MAX_ATTEMPTS = 11;
/** Each call changes one slot of a shop's counts: several calls spread them over the slots. */
const COUNT_CALLS = 4;
const DISCREPANCY_EVERY = 5_000;
/** Some deliveries of this many newest payments wait for their next attempt, however few payments a store has. */
const NEWEST = 800;
/** About how many payments have a delivery with a refused destination, whatever the size of the store. */
const RARE = 1_000;

interface Numbered {
  readonly payment: Payment;
  readonly n: number;
}

const columns = (names: readonly string[], texts: readonly string[]): InsertRows['columns'] =>
  names.map((name) => ({ name, type: texts.includes(name) ? 'text' : 'bigint' }));
const EVENT_COLUMNS = columns(
  ['payment_id', 'website_id', 'kind', 'feed_position', 'created_at_us'],
  ['website_id', 'kind'],
);
const TRY_COLUMNS = columns(
  ['delivery_id', 'attempt', 'at_us', 'duration_ms', 'status_code', 'error', 'response_start'],
  ['delivery_id', 'error', 'response_start'],
);

/**
 * Writes the payments of a dataset from number `from` to just before `to`, with everything that a gateway would have stored for them:
 * events with feed positions, deliveries with their attempts, counts, subscriptions, late checks, discrepancies, and what the console
 * shows.
 *
 * @param positions the last position of each website's feed; the function updates it
 */
export async function fillBatch(
  tx: Transaction,
  { engine, box, data }: { engine: Database['engine']; box: SecretBox; data: Dataset },
  { from, to }: { from: number; to: number },
  positions: Map<string, number>,
): Promise<void> {
  const payments = Array.from({ length: to - from }, (_, index) => paymentOf(data, from + index));
  const isCharge = (payment: Payment) => payment.subscriptionId !== null;
  await insertAll(
    tx,
    payments.filter((payment) => !isCharge(payment)),
  );
  for (const [index, payment] of payments.entries()) {
    if (recurringOf(data, from + index)?.period === 0) await addSubscription(tx, { box, data }, payment, from + index);
  }
  await insertAll(tx, payments.filter(isCharge));
  for (let call = 0; call < COUNT_CALLS; call++) {
    const ofCall = payments.filter((_, index) => index % COUNT_CALLS === call);
    await changeCounts(
      tx,
      ofCall.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
    );
  }
  const final = payments.filter((payment) => payment.finishedAtUs !== null);
  await addEvents(tx, data, final, positions);
  await addDeliveries(
    tx,
    data,
    payments
      .map((payment, index) => ({ payment, n: from + index }))
      .filter(({ payment }) => payment.finishedAtUs !== null),
  );
  await addUnsettled(tx, data, payments, from);
  await fillConsole(tx, { engine, data }, payments, from);
}

async function insertAll(tx: Transaction, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return;
  const inserted = await insertPayments(tx, payments);
  if (inserted.size !== payments.length) throw new Error('the store to fill held some of these payments');
}

async function addSubscription(
  tx: Transaction,
  { box, data }: { box: SecretBox; data: Dataset },
  payment: Payment,
  n: number,
): Promise<void> {
  const id = subscriptionIdOf(data, n);
  const anchorAtUs = payment.finishedAtUs!;
  const rhythm = { anchorAtUs, interval: 'monthly', intervalCount: 1 } as const;
  // The newest subscriptions have charges that are not due yet. No gateway would store such a subscription as active.
  const isEarly = periodDueAtUs(rhythm, CHARGES) > data.endUs;
  const state = isEarly && subscriptionStateOf(n) === 'active' ? 'cancelled' : subscriptionStateOf(n);
  const isActive = state === 'active';
  await insertSubscription(tx, {
    id,
    firstPaymentId: payment.id,
    websiteId: payment.websiteId,
    apiKeyId: payment.apiKeyId,
    mode: payment.mode,
    cardTokenSealed: box.seal('card-token', `token-${n}`, id),
    ...rhythm,
    nextPeriod: CHARGES + 1,
    nextChargeAtUs: isActive ? Math.max(periodDueAtUs(rhythm, CHARGES + 1), data.endUs + US_PER_HOUR) : null,
    status: state,
    consecutiveFailures: state === 'stopped' ? 1 : 0,
    periodsLeftOut: 0,
    endedAtUs: isActive ? null : anchorAtUs,
    endReason: isActive ? null : 'bench',
    testClockUs: null,
    pausedAtUs: null,
    skippedUntilUs: null,
    createdAtUs: anchorAtUs,
  });
  if (state !== 'cancelled') return;
  const subject = { kind: 'subscription', id } as const;
  const facts = { before: { status: 'active' }, after: { status: 'cancelled', reason: 'bench' } };
  await recordChange(tx, { actor: SYSTEM, clock: () => anchorAtUs }, { action: 'recurring.cancel', subject, ...facts });
}

async function addEvents(
  tx: Transaction,
  data: Dataset,
  final: readonly Payment[],
  positions: Map<string, number>,
): Promise<void> {
  const moved = new Set<string>();
  const rows = final.map((payment): Value[] => {
    const { id, websiteId, mode, status, finishedAtUs } = payment;
    let position: number | null = null;
    if (mode === 'test') {
      position = (positions.get(websiteId) ?? 0) + 1;
      positions.set(websiteId, position);
      moved.add(websiteId);
    }
    return [id, websiteId, eventKind(status as FinalStatus), position, finishedAtUs];
  });
  await insertRows(tx, { table: 'events', columns: EVENT_COLUMNS, rows });
  for (const websiteId of moved) {
    await tx.query('UPDATE feeds SET last_position = $2 WHERE website_id = $1', [websiteId, positions.get(websiteId)!]);
  }
  if (positions.size > data.shops.length) throw new Error('more feeds than websites');
}

async function addDeliveries(tx: Transaction, data: Dataset, final: readonly Numbered[]): Promise<void> {
  const withCallback = new Set(data.shops.filter((shop) => shop.hasCallback).map((shop) => shop.websiteId));
  const deliveries = final
    .filter(({ payment }) => withCallback.has(payment.websiteId) && payment.createdAtUs > data.endUs - LOG_US)
    .map((numbered) => deliveryOf(data, numbered));
  await insertRows(tx, DELIVERIES.rowsOf(deliveries));
  const tries = deliveries.flatMap(({ id, attempts, status, createdAtUs }) =>
    Array.from({ length: attempts }, (_, index): Value[] => {
      const isLast = index === attempts - 1 && status === 'delivered';
      const atUs = createdAtUs + index * 60_000_000;
      if (status === 'refused') return [id, index + 1, atUs, 0, null, REFUSED, null];
      const error = isLast ? null : 'http_error';
      return [id, index + 1, atUs, 80, isLast ? 200 : 503, error, isLast ? 'ok' : 'busy'];
    }),
  );
  await insertRows(tx, { table: 'delivery_tries', columns: TRY_COLUMNS, rows: tries });
}

/** The error that an attempt with a refused destination records. */
const REFUSED = 'the destination is not a public address (127.0.0.1)';

/** Most deliveries arrived at once, some later, a few never. Some recent ones wait for their next attempt. */
function deliveryOf(data: Dataset, { payment, n }: Numbered): Delivery {
  const kind = mixed(n, 12) % 1_000;
  const { endUs } = data;
  const isRecent = payment.createdAtUs > endUs - 3 * 24 * US_PER_HOUR || n > data.payments - NEWEST;
  const isRefused = n % Math.floor(data.payments / RARE) === 1;
  const isPending = isRecent && (kind < 30 || n > data.payments - NEWEST / 4);
  const status = isPending ? 'pending' : isRefused ? 'refused' : kind < 60 ? 'exhausted' : 'delivered';
  const attempts = status === 'exhausted' ? MAX_ATTEMPTS : status === 'delivered' && kind < 950 ? 1 : 2;
  const atUs = payment.finishedAtUs!;
  return {
    id: `dlv_${payment.id}`,
    paymentId: payment.id,
    refundId: null,
    websiteId: payment.websiteId,
    event: eventKind(payment.status as FinalStatus),
    url: 'https://shop.example/webhooks',
    body: webhookBody(payment),
    eventAtUs: atUs,
    status,
    attempts,
    scheduleStep: attempts,
    lastError: status === 'delivered' ? null : status === 'refused' ? REFUSED : 'http_error',
    lastStatusCode: status === 'delivered' ? 200 : status === 'refused' ? null : 503,
    nextAttemptAtUs: status === 'pending' ? endUs + (kind % 2 === 0 ? -1 : 1) * US_PER_HOUR : null,
    createdAtUs: atUs,
    deliveredAtUs: status === 'delivered' ? atUs + 80_000 : null,
  };
}

/** Failed live payments that are checked again, and discrepancies: one case in ten is open. */
async function addUnsettled(tx: Transaction, data: Dataset, payments: readonly Payment[], from: number): Promise<void> {
  for (const [index, payment] of payments.entries()) {
    const n = from + index;
    const isLate = payment.mode === 'live' && payment.status === 'failed';
    if (isLate && payment.createdAtUs > data.endUs - LATE_CHECK_US) {
      await insertLateCheck(tx, payment, data.endUs + US_PER_HOUR);
    }
    if (payment.mode === 'live' && payment.failureReason === 'amount_mismatch') {
      await recordDiscrepancy(tx, `dis_mismatch_${n}`, mismatchOf(payment), payment.createdAtUs);
    }
    if (!isOneIn(DISCREPANCY_EVERY, data, n, 11)) continue;
    const id = `dis_${String(n).padStart(20, '0')}`;
    const { method, amountMinor, currency, createdAtUs } = payment;
    const report = {
      kind: 'paid_twice',
      method,
      paymentId: payment.id,
      providerRef: `PR${n}`,
      reported: { amountMinor, currency },
    } as const;
    await recordDiscrepancy(tx, id, report, createdAtUs);
    if (mixed(n, 13) % 10 !== 0) {
      await closeDiscrepancy(tx, id, 'bench', createdAtUs);
      const after = { kind: report.kind, note: 'bench', reported: reportedText(report.reported) };
      const subject = { kind: 'discrepancy', id } as const;
      await recordChange(
        tx,
        { actor: SYSTEM, clock: () => createdAtUs },
        { action: 'discrepancy.settle', subject, after },
      );
    }
  }
}

async function insertRows(tx: Transaction, insert: InsertRows): Promise<void> {
  if (insert.rows.length > 0) await tx.insertRows(insert);
}

/** A discrepancy: the provider charged a different amount than requested. */
function mismatchOf({ method, id, amountMinor, currency }: Payment): DiscrepancyReport {
  const reported = { amountMinor: amountMinor + 100, currency };
  return { kind: 'amount_mismatch', method, paymentId: id, providerRef: `PR${id}`, reported };
}
