import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onOneEngineByDay } from '../support/engines.ts';
import {
  type ApiResponse,
  type Client,
  paymentRequest,
  startTestGateway,
  type TestGateway,
} from '../support/gateway.ts';

const PAYMENTS = 40;
const PER_PAGE = 8;

type Listed = { transaction_id: string; status: string };

onOneEngineByDay('reading a list whose payments change their status', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
  });
  after(() => gateway?.stop());

  /** A key with payments that are all processing, newest first. */
  const newList = async () => {
    const api = gateway.client((await gateway.newWebsite()).testKey);
    const ids: string[] = [];
    for (let number = 0; number < PAYMENTS; number++) ids.unshift(await create(api));
    return { api, ids };
  };

  test('200 by page misses payments that match all the time; by cursor none is missed and none comes twice', async () => {
    for (const by of ['page', 'cursor'] as const) {
      const { api, ids } = await newList();
      const finished = new Set<string>();
      const seen: string[] = [];
      await walk(api, by, 'status=processing', async (part) => {
        seen.push(...part);
        // Payments that were shown are completed, as when a merchant works through this list, and new payments are created.
        for (const id of part.slice(0, PER_PAGE / 2)) {
          await finish(api, id);
          finished.add(id);
        }
        await create(api);
      });
      const missed = ids.filter((id) => !finished.has(id) && !seen.includes(id));
      if (by === 'page') assert.ok(missed.length > 0, 'each page shows the list as it is at that moment');
      else assert.deepEqual([missed, seen], [[], ids]);
    }
  });

  test('200 by cursor shows every payment that matches all the time once, while writers finish and create others', async () => {
    const { api, ids } = await newList();
    const kept = new Set(ids.filter((_, number) => number % 3 === 0));
    const toFinish = ids.filter((id) => !kept.has(id)).sort(() => Math.random() - 0.5);
    let reading = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (reading) {
        const id = toFinish.pop();
        if (id !== undefined) await finish(api, id);
        await create(api);
      }
    });
    for (let round = 0; round < 3; round++) {
      const seen: string[] = [];
      await walk(api, 'cursor', 'status=processing&payment_method=moncash', async (part) => void seen.push(...part));
      assert.equal(new Set(seen).size, seen.length, 'none comes twice');
      assert.deepEqual(
        [...kept].filter((id) => !seen.includes(id)),
        [],
      );
    }
    reading = false;
    await Promise.all(writers);
  });

  test('200 by cursor shows nothing that was created after the first page was read', async () => {
    const { api, ids } = await newList();
    const seen: string[] = [];
    await walk(api, 'cursor', '', async (part) => {
      seen.push(...part);
      await create(api);
    });
    assert.deepEqual(seen, ids);
  });
});

/** Reads a list from the first page to its end, and calls `between` after each page. */
async function walk(
  api: Client,
  by: 'page' | 'cursor',
  query: string,
  between: (ids: string[], response: ApiResponse) => Promise<void>,
): Promise<void> {
  let next: number | string | null = by === 'page' ? 1 : '';
  while (next !== null) {
    const response = await api.get(`/payments?per_page=${PER_PAGE}&${query}&${by}=${next}`);
    assert.equal(response.status, 200, response.text);
    const { data, pagination, next_cursor: nextCursor } = response.json;
    await between(
      data.map(({ transaction_id }: Listed) => transaction_id),
      response,
    );
    if (by === 'cursor') next = nextCursor;
    else next = pagination.current_page < pagination.last_page ? pagination.current_page + 1 : null;
  }
}

async function create(api: Client): Promise<string> {
  const { status, json } = await api.post('/payments', paymentRequest());
  assert.equal(status, 201);
  return json.transaction_id;
}

async function finish(api: Client, id: string): Promise<void> {
  assert.equal((await api.post(`/test_helpers/payments/${id}/complete`)).status, 200);
}
