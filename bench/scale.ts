import { readConfig } from '../src/config.ts';
import { dayOf } from '../src/domain/timestamps.ts';
import type { Database } from '../src/storage/database.ts';
import { listFeed } from '../src/storage/events.ts';
import { findShownPayment, findShownPaymentByReference } from '../src/storage/payments/find-payment.ts';
import type { PaymentFilter } from '../src/storage/payments/payment-counts.ts';
import { listPayments } from '../src/storage/payments/payment-list.ts';
import { type Engine, emptyStore } from '../test/support/engines.ts';
import { fillStore } from './fill-store.ts';
import type { Measurement } from './report.ts';
import { percentile } from './rounds.ts';
import { createShop, openBenchStore, type Shop } from './shop.ts';

/** What a full store is compared with. */
const SMALL = 10_000;
const DAYS = 365;
const PER_PAGE = 20;
const SAMPLES = 400;
const MAX_RATIO = 2;
/** Below this a p99 is noise of the machine, whatever the ratio. */
const NOISE_MS = 0.05;

interface FilledStore {
  readonly db: Database;
  readonly shop: Shop;
  readonly payments: number;
  close(): Promise<void>;
}

type Query = (store: FilledStore) => Promise<unknown>;

/**
 * Measures the queries behind lists, feed and lookups on a store of 10,000 payments and on one of `payments`, in turn, in this
 * process: what HTTP adds would only hide a difference.
 */
export async function measureScale(engine: Engine, payments: number, samples = SAMPLES): Promise<Measurement[]> {
  const small = await filledStore(engine, SMALL);
  const large = await filledStore(engine, payments);
  try {
    const measurements: Measurement[] = [];
    for (const [operation, query] of Object.entries(QUERIES)) {
      const times: [number[], number[]] = [[], []];
      for (let sample = -20; sample < samples; sample++) {
        for (const [index, store] of [small, large].entries()) {
          const startedAt = performance.now();
          await query(store);
          if (sample >= 0) times[index]!.push(performance.now() - startedAt);
        }
      }
      const [at10000, atFull] = times.map((list) => ({ p50: percentile(list, 50), p99: percentile(list, 99) }));
      const ratio = atFull!.p99 / at10000!.p99;
      measurements.push({
        operation,
        engine,
        value: `${payments} payments`,
        p50Ms: atFull!.p50,
        p99Ms: atFull!.p99,
        baseline: `${SMALL} payments: p50 ${at10000!.p50.toFixed(2)}, p99 ${at10000!.p99.toFixed(2)} ms`,
        ratio: { median: ratio, min: ratio, max: ratio },
        goal: { below: MAX_RATIO, unit: ' ×' },
        judged: atFull!.p99 < NOISE_MS ? 0 : ratio,
      });
    }
    return measurements;
  } finally {
    await small.close();
    await large.close();
  }
}

const list =
  (
    page: (total: number) => number,
    filter: (store: FilledStore) => Omit<PaymentFilter, 'apiKeyId'> = () => ({}),
  ): Query =>
  async (store) => {
    const result = await listPayments(
      store.db,
      { apiKeyId: store.shop.apiKeyId, ...filter(store) },
      { page: page(store.payments), perPage: PER_PAGE },
    );
    if (result.total === 0) throw new Error('a list was empty');
  };
const first = () => 1;
const anywhere = (share: number) => (payments: number) => 1 + Math.floor((Math.random() * payments * share) / PER_PAGE);
const today = dayOf(Date.now() * 1000);

const QUERIES: Record<string, Query> = {
  'list, page 1': list(first),
  'list, any page': list(anywhere(1)),
  'list, status=completed, any page': list(anywhere(0.82), () => ({ status: 'completed' })),
  'list, status=pending, page 1': list(first, () => ({ status: 'pending' })),
  'list, status=pending, any page': list(anywhere(0.01), () => ({ status: 'pending' })),
  'list, payment_method=card, any page': list(anywhere(0.25), () => ({ method: 'card' })),
  'list, status and method, any page': list(anywhere(0.03), () => ({ status: 'failed', method: 'natcash' })),
  'list, 30 days, any page': list(anywhere(30 / DAYS), () => ({ fromDay: today - 60, toDay: today - 31 })),
  'events, any page': async ({ db, shop, payments }) => {
    const after = Math.floor(Math.random() * payments * 0.9);
    const part = await listFeed(db, { websiteId: shop.websiteId, after, limit: 51 });
    if (part?.items.length !== 51) throw new Error(`${part?.items.length} events`);
  },
  'reference lookup': async ({ db, shop, payments }) => {
    const reference = `order-${Math.floor(Math.random() * payments)}`;
    const found = await findShownPaymentByReference(db, { websiteId: shop.websiteId, mode: 'test' }, reference);
    if (found?.reference !== reference) throw new Error(`${reference} was not found`);
  },
  'read by id': async ({ db, shop, payments }) => {
    const id = 500_000_000_000_000 + Math.floor(Math.random() * payments);
    if (!(await findShownPayment(db, { websiteId: shop.websiteId, mode: 'test' }, id))) throw new Error(`no ${id}`);
  },
};

async function filledStore(engine: Engine, payments: number): Promise<FilledStore> {
  const empty = await emptyStore(engine);
  const store = await openBenchStore(readConfig(empty.settings));
  const shop = await createShop(store);
  await fillStore(store, shop, { payments, days: DAYS });
  // What PostgreSQL's autovacuum does by itself minutes later, so that plans and index-only reads are those of a settled store.
  if (engine === 'postgres') await store.db.query('VACUUM (ANALYZE)');
  return {
    db: store.db,
    shop,
    payments,
    async close() {
      await store.db.close();
      await empty.drop();
    },
  };
}
