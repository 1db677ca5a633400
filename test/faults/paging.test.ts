import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../src/core/payment.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { type Client, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSound } from '../support/soundness.ts';

const FIRST_DAY_US = Date.parse('2026-11-01') * 1000;
const DAY_US = 86_400_000_000;
const OLD_DAYS = 5;
const OLD_PAYMENTS = 120;

interface Listed {
  readonly transaction_id: string;
  readonly status: string;
  readonly payment_method: string;
  readonly created_at: string;
}

onOneEngineByDay('the list while others create and finish', (engine) => {
  let gateway: TestGateway;
  let nowUs = FIRST_DAY_US;
  const old: string[] = [];
  before(async () => {
    // Any two readings of this clock differ, as with the system's clock.
    gateway = await startTestGateway(engine, { clock: () => nowUs++, settings: { ROLES: 'api' } });
    for (let number = 0; number < OLD_PAYMENTS; number++) {
      nowUs = FIRST_DAY_US + Math.floor((number * OLD_DAYS * DAY_US) / OLD_PAYMENTS);
      old.push(await create(gateway.api, number));
    }
    nowUs = FIRST_DAY_US + OLD_DAYS * DAY_US;
  });
  after(() => gateway.stop());

  /** Writers that create and finish until they are stopped. */
  const startWriters = () => {
    let stopped = false;
    const running = Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let number = 0; !stopped; number++) {
          // Now and then midnight passes, so that a new day of counts starts under the readers.
          if (Math.random() < 0.02) nowUs += DAY_US / 8;
          const id = await create(gateway.api, number);
          if (number % 2 === 0)
            await gateway.api.post(`/test_helpers/payments/${id}/${number % 4 ? 'fail' : 'complete'}`);
        }
      }),
    );
    return () => {
      stopped = true;
      return running;
    };
  };

  test('200 shows all payments that existed at the start at least once, newest first on each page', async () => {
    const stopWriters = startWriters();
    for (const perPage of [7, 20, 100]) {
      const existed = new Set(old);
      const seen = await walk(gateway.api, `per_page=${perPage}`);
      for (const page of seen.pages) assertNewestFirst(page);
      const missed = [...existed].filter((id) => !seen.ids.includes(id));
      assert.deepEqual(missed, []);
    }
    await stopWriters();
  });

  test('200 shows each payment of a past period exactly once, with the total of the period', async () => {
    const stopWriters = startWriters();
    for (const perPage of [3, 50, 100]) {
      const seen = await walk(gateway.api, `from_date=2026-11-01&to_date=2026-11-05&per_page=${perPage}`);
      assert.deepEqual(seen.ids, [...old].reverse());
      assert.deepEqual([...seen.totals], [OLD_PAYMENTS]);
    }
    const day = await walk(gateway.api, 'from_date=2026-11-02&to_date=2026-11-02&per_page=5');
    assert.deepEqual(day.ids, [...old].reverse().slice(72, 96));
    await stopWriters();
  });

  test('200 has, for every filter, the total and the payments that a naive count finds', async () => {
    await gateway.api.post('/payments', paymentRequest({ payment_method: 'card' }));
    const everything = (await walk(gateway.api, 'per_page=100')).payments;
    assert.ok(everything.length > OLD_PAYMENTS * 1.5, 'the writers have created payments');
    const days = [undefined, '2026-10-31', '2026-11-03', '2026-11-06', '2027-01-01'];
    for (const status of [undefined, ...PAYMENT_STATUSES]) {
      for (const method of [undefined, ...PAYMENT_METHODS]) {
        for (const [from, to] of days.flatMap((a) => days.map((b) => [a, b])).filter(([a, b]) => !a || !b || a <= b)) {
          const expected = everything.filter(
            (payment) =>
              (!status || payment.status === status) &&
              (!method || payment.payment_method === method) &&
              (!from || payment.created_at.slice(0, 10) >= from) &&
              (!to || payment.created_at.slice(0, 10) <= to),
          );
          const query = { status, payment_method: method, from_date: from, to_date: to };
          const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
          const page = 1 + Math.floor(Math.random() * 3);
          const search = new URLSearchParams([...given, ['page', String(page)], ['per_page', '13']]);
          const { json } = await gateway.api.get(`/payments?${search}`);
          assert.equal(json.pagination.total, expected.length, String(search));
          assert.deepEqual(json.data, expected.slice((page - 1) * 13, page * 13), String(search));
        }
      }
    }
    await assertSound(gateway.store.db);
  });
});

async function create(api: Client, number: number): Promise<string> {
  const { status, json } = await api.post(
    '/payments',
    paymentRequest({ payment_method: PAYMENT_METHODS[number % 4], reference: `order-${number}` }),
  );
  assert.equal(status, 201, JSON.stringify(json));
  return json.transaction_id;
}

/** Reads pages until one is empty. */
async function walk(api: Client, query: string) {
  const pages: Listed[][] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page++) {
    const { status, json } = await api.get(`/payments?${query}&page=${page}`);
    assert.equal(status, 200);
    totals.add(json.pagination.total);
    if (json.data.length === 0) break;
    pages.push(json.data);
  }
  const payments = pages.flat();
  return { pages, totals, payments, ids: payments.map((payment) => payment.transaction_id) };
}

function assertNewestFirst(page: readonly Listed[]): void {
  for (const [index, payment] of page.slice(1).entries()) assert.ok(payment.created_at <= page[index]!.created_at);
}
