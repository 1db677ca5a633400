import type { Store } from '../src/app/open-store.ts';
import type { Payment } from '../src/core/payment.ts';
import { insertPayments } from '../src/features/payments/store/insert-payments.ts';
import { insertDelivery } from '../test/support/insert-delivery.ts';
import { draftPayment } from './growth/dataset.ts';
import type { Shop } from './shop.ts';

const FIRST_ID = 500_000_000_000_000;
const BATCH = 5_000;

/**
 * Puts deliveries that are due now into the outbox, with their payments, evenly spread over shops with a callback URL.
 *
 * @param round distinguishes the payments of one call from those of another
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
        ...draftPayment(FIRST_ID + n, shops[n % shops.length]!, nowUs, n),
        status: 'completed',
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
