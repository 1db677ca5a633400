import type { Store } from '../src/app/open-store.ts';
import { eventKind } from '../src/domain/event.ts';
import {
  FAILURE_REASONS,
  type FinalStatus,
  PAYMENT_METHODS,
  type Payment,
  type PaymentStatus,
} from '../src/domain/payment.ts';
import type { Transaction } from '../src/storage/database.ts';
import { insertDelivery } from '../src/storage/deliveries/insert-delivery.ts';
import { insertPayments } from '../src/storage/payments/insert-payments.ts';
import { changeCounts } from '../src/storage/payments/payment-counts.ts';
import type { Shop } from './shop.ts';

const FIRST_ID = 500_000_000_000_000;
const BATCH = 5_000;
const COUNT_PARTS = 7;
const US_PER_DAY = 86_400_000_000;
/** Of a hundred payments: most are paid, a few are on their way. */
const STATUSES: readonly PaymentStatus[] = Array.from({ length: 100 }, (_, n) =>
  n < 82 ? 'completed' : n < 97 ? 'failed' : n < 99 ? 'processing' : 'pending',
);

/**
 * Writes payments of one key, spread evenly over the days before now, with their events, feed positions and counts: what
 * as many creations and settlements would have left, in a fraction of the time. References are `order-0`, `order-1`, …
 */
export async function fillStore(
  { db }: Store,
  shop: Shop,
  { payments, days }: { payments: number; days: number },
): Promise<void> {
  const endUs = Date.now() * 1000;
  const startUs = endUs - days * US_PER_DAY;
  let position = 0;
  for (let first = 0; first < payments; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, payments - first) }, (_, index) => {
      const n = first + index;
      return paymentNumber(n, shop, startUs + Math.floor((n / payments) * days * US_PER_DAY));
    });
    await db.transaction(async (tx) => {
      const inserted = await insertPayments(tx, batch);
      if (inserted.size !== batch.length) throw new Error('the store to fill was not empty');
      // In parts, because each call takes one slot: a shop's counts are spread over all of them.
      for (let part = 0; part < COUNT_PARTS; part++) {
        const ofPart = batch.filter((_, index) => index % COUNT_PARTS === part);
        await changeCounts(
          tx,
          ofPart.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
        );
      }
      position = await insertEvents(tx, batch, position);
      await tx.query('UPDATE feeds SET last_position = $2 WHERE website_id = $1', [shop.websiteId, position]);
    });
  }
}

/**
 * Puts deliveries that are due now into the outbox, with their payments, evenly spread over shops with a callback URL.
 *
 * @param round tells the payments of one call from those of another
 */
export async function fillOutbox(
  { db }: Store,
  shops: readonly Shop[],
  { backlog, round }: { backlog: number; round: number },
): Promise<void> {
  const nowUs = Date.now() * 1000;
  for (let first = 0; first < backlog; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, backlog - first) }, (_, index): Payment => {
      const n = round * backlog + first + index;
      return {
        ...paymentNumber(n, shops[n % shops.length]!, nowUs),
        status: 'completed',
        failureReason: null,
        finishedAtUs: nowUs,
        nextCheckAtUs: null,
      };
    });
    await db.transaction(async (tx) => {
      await insertPayments(tx, batch);
      for (const payment of batch) await insertDelivery(tx, payment, 0);
    });
  }
}

function paymentNumber(n: number, shop: Shop, createdAtUs: number): Payment {
  // Multiplied by a number without common factors, so that methods and statuses mix evenly and are the same every time.
  const status = STATUSES[(n * 37) % 100]!;
  const isFinal = status === 'completed' || status === 'failed';
  return {
    id: FIRST_ID + n,
    websiteId: shop.websiteId,
    apiKeyId: shop.apiKeyId,
    mode: 'test',
    method: PAYMENT_METHODS[Math.floor(n / 7) % PAYMENT_METHODS.length]!,
    status,
    amountMinor: 100_00 + (n % 5_000),
    currency: 'HTG',
    originalAmountMinor: null,
    rateE4: null,
    reference: `order-${n}`,
    description: '2 sak diri, 1 galon lwil',
    customerName: 'Marie-Ange Joséph',
    customerEmail: 'marie.ange@example.com',
    customerPhone: '+509 37 00 0001',
    metadata: `{"cart":${n}}`,
    recurringInterval: null,
    recurringIntervalCount: null,
    subscriptionId: null,
    subscriptionPeriod: null,
    subscriptionTry: null,
    chargeAskedAtUs: null,
    providerData: null,
    providerRef: null,
    failureReason: status === 'failed' ? FAILURE_REASONS[n % FAILURE_REASONS.length]! : null,
    createdAtUs,
    finishedAtUs: isFinal ? createdAtUs + 60_000_000 : null,
    expiresAtUs: createdAtUs + 3_600_000_000,
    nextCheckAtUs: isFinal ? null : createdAtUs + 1_000 * US_PER_DAY,
  };
}

/** Returns the last position that was given. */
async function insertEvents(tx: Transaction, payments: readonly Payment[], lastPosition: number): Promise<number> {
  const final = payments.filter((payment) => payment.finishedAtUs !== null);
  await tx.insertRows({
    table: 'events',
    columns: [
      { name: 'payment_id', type: 'bigint' },
      { name: 'website_id', type: 'text' },
      { name: 'kind', type: 'text' },
      { name: 'feed_position', type: 'bigint' },
      { name: 'created_at_us', type: 'bigint' },
    ],
    rows: final.map((payment, index) => [
      payment.id,
      payment.websiteId,
      eventKind(payment.status as FinalStatus),
      lastPosition + index + 1,
      payment.finishedAtUs,
    ]),
  });
  return lastPosition + final.length;
}
