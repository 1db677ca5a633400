import { formatCursor } from '../../src/api/routes/events.ts';
import { formatListCursor } from '../../src/api/routes/list-payments.ts';
import { API } from '../../test/support/gateway.ts';
import { createdAtUs, idOf, ownerOf, referenceOf, SHARED_REFERENCE } from './dataset.ts';
import type { MeasuredStore } from './measured-store.ts';

/** An operation that is measured at every size of the store. */
export interface Operation {
  readonly name: string;
  /** Prepares each run; this is not measured. */
  readonly prepare?: (on: MeasuredStore) => Promise<string>;
  readonly run: (on: MeasuredStore, prepared: string) => Promise<unknown>;
}

const US_PER_DAY = 86_400_000_000;
const PER_PAGE = 20;

const day = (on: MeasuredStore, daysAgo: number) =>
  new Date((on.data.endUs - daysAgo * US_PER_DAY) / 1000).toISOString().slice(0, 10);
const month = (on: MeasuredStore) => `&from_date=${day(on, 431)}&to_date=${day(on, 400)}`;

/** Filters of the list; each is read at its first, its middle and its last page. */
const FILTERS: Record<string, (on: MeasuredStore) => string> = {
  'no filter': () => '',
  'status=completed': () => '&status=completed',
  'status=failed': () => '&status=failed',
  'status=processing': () => '&status=processing',
  'status=pending (rare)': () => '&status=pending',
  'method=moncash': () => '&payment_method=moncash',
  'method=card (rare)': () => '&payment_method=card',
  'completed, natcash': () => '&status=completed&payment_method=natcash',
  'failed, card (rare)': () => '&status=failed&payment_method=card',
  'processing, moncash': () => '&status=processing&payment_method=moncash',
  '32 days': month,
  '32 days, failed': (on) => `${month(on)}&status=failed`,
  '32 days, method=natcash': (on) => `${month(on)}&payment_method=natcash`,
  'two years': (on) => `&from_date=${day(on, 900)}&to_date=${day(on, 170)}`,
};

const totals = new WeakMap<MeasuredStore, Map<string, number>>();

/** The number of pages of a filter. The number of its payments is requested only once. */
async function pagesOf(on: MeasuredStore, query: string): Promise<number> {
  const known = totals.get(on) ?? new Map<string, number>();
  totals.set(on, known);
  let total = known.get(query);
  if (total === undefined) {
    total = JSON.parse(await on.ask(`${API}/payments?per_page=1${query}`)).pagination.total as number;
    known.set(query, total);
  }
  return Math.max(1, Math.ceil(total / PER_PAGE));
}

const lists: Operation[] = Object.entries(FILTERS).flatMap(([name, query]) =>
  (['first', 'any', 'last'] as const).map((which) => ({
    name: `list, ${name}, ${which} page`,
    prepare: async (on: MeasuredStore) => {
      const last = await pagesOf(on, query(on));
      const page = which === 'first' ? 1 : which === 'last' ? last : 1 + Math.floor(Math.random() * last);
      return `${API}/payments?per_page=${PER_PAGE}&page=${page}${query(on)}`;
    },
    run: (on: MeasuredStore, path: string) => on.ask(path),
  })),
);

const cursors: Operation[] = ['', '&status=completed', '&status=processing', '&payment_method=card'].map((filter) => ({
  name: `list by cursor, ${filter.slice(1) || 'no filter'}, anywhere`,
  prepare: async (on) => {
    const n = on.someOfHalf();
    const before = { createdAtUs: createdAtUs(on.data, n), id: idOf(on.data, n) };
    const cursor = formatListCursor(on.data.shops[0]!.apiKeyId, { page: 2, before });
    return `${API}/payments?per_page=${PER_PAGE}&cursor=${cursor}${filter}`;
  },
  run: (on, path) => on.ask(path),
}));

/** The feed from a cursor after this share of its events. */
const feed = (name: string, share: () => number): Operation => ({
  name: `events, ${name}`,
  prepare: async (on) => {
    const position = Math.max(1, Math.floor(on.data.payments * 0.44 * share()));
    return `${API}/events?after=${formatCursor(on.data.shops[0]!.websiteId, position)}`;
  },
  run: (on, path) => on.ask(path),
});

const byReference = (name: string, reference: (on: MeasuredStore) => string, status = 200): Operation => ({
  name: `by reference, ${name}`,
  prepare: async (on) => `${API}/payments/reference/${reference(on)}`,
  run: (on, path) => on.ask(path, { status }),
});

function someReference(on: MeasuredStore, like: RegExp): string {
  for (;;) {
    const reference = referenceOf(on.someOfHalf());
    if (reference !== null && like.test(reference)) return reference;
  }
}

const BODY = { amount: 500, currency: 'HTG', payment_method: 'moncash', customer_name: 'Marie Joseph' };
let created = 0;
const create = async (on: MeasuredStore) =>
  JSON.parse(
    await on.ask(`${API}/payments`, { method: 'POST', status: 201, body: { ...BODY, reference: `new-${created++}` } }),
  ) as { transaction_id: string; payment_url: string };
const complete = (on: MeasuredStore, id: string) =>
  on.ask(`${API}/test_helpers/payments/${id}/complete`, { method: 'POST' });

const single: Operation[] = [
  {
    name: 'read, present',
    prepare: async (on) => `${API}/payments/${on.someIdOfHalf()}`,
    run: (on, path) => on.ask(path),
  },
  {
    name: 'read, absent',
    prepare: async (on) => `${API}/payments/${on.someIdOfHalf() + 10_000}`,
    run: (on, path) => on.ask(path, { status: 404 }),
  },
  {
    name: "read, another key's",
    prepare: async (on) => {
      let n = 0;
      while (ownerOf(on.data, (n = Math.floor(Math.random() * on.data.payments))) !== 1);
      return `${API}/payments/${idOf(on.data, n)}`;
    },
    run: (on, path) => on.ask(path, { status: 404 }),
  },
  byReference('present', (on) => someReference(on, /^order-/)),
  byReference('present, random text', (on) => someReference(on, /^[0-9a-z]+$/)),
  byReference('shared by a few', (on) => someReference(on, /^invoice-/)),
  byReference('shared by one in a hundred', () => SHARED_REFERENCE),
  byReference('absent', () => `none-${Math.random()}`, 404),
];

const changes: Operation[] = [
  { name: 'create', run: create },
  {
    name: 'complete',
    prepare: async (on) => (await create(on)).transaction_id,
    run: complete,
  },
  {
    name: 'verify, open',
    prepare: async (on) => (await create(on)).transaction_id,
    run: (on, id) => on.ask(`${API}/payments/${id}/verify`, { method: 'POST' }),
  },
  {
    name: 'payment page, open',
    prepare: async (on) => new URL((await create(on)).payment_url).pathname,
    run: (on, path) => on.ask(path),
  },
];

const ofKey = (name: string, index: (on: MeasuredStore) => number, query: string): Operation => ({
  name: `list, ${name}${query}, first page`,
  run: (on) => on.ask(`${API}/payments?per_page=${PER_PAGE}${query}`, { key: on.data.shops[index(on)]!.key }),
});

/** Every endpoint and page, over HTTP. */
export const ENDPOINT_OPERATIONS: readonly Operation[] = [
  ...lists,
  {
    ...lists[1]!,
    name: 'list, no filter, any page of 100',
    run: (on, path) =>
      on.ask(path.replace(/per_page=\d+&page=(\d+)/, (_, page) => `per_page=100&page=${Math.ceil(page / 5)}`)),
  },
  ofKey('key with ten payments', (on) => on.data.shops.length - 1, ''),
  ofKey('key with ten payments', (on) => on.data.shops.length - 1, '&status=completed'),
  ofKey('live key', () => 1, ''),
  ofKey('live key', () => 1, '&status=failed'),
  ...cursors,
  feed('first', () => 0),
  feed('anywhere', Math.random),
  feed('last', () => 1),
  ...single,
  ...changes,
];
