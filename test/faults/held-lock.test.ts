import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { peyeProcess } from '../support/cli.ts';
import { type ApiResponse, type Client, paymentRequest } from '../support/gateway.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { sqliteFile } from '../support/store.ts';

/** How long another process holds the lock: for less time than a creation waits, but for much longer than anything else takes. */
const HELD_MS = 2_500;

describe('sqlite: another process holds the write lock', { timeout: 240_000 }, () => {
  let gateway: RunningGateway;
  let api: Client;
  before(async () => {
    gateway = await startRunningGateway('sqlite', { CREATE_WAIT_SECONDS: '30' });
    api = gateway.api();
  });
  after(() => gateway.close());

  /** Runs the work while this process holds the lock, for as long as the work takes and `heldMs` at least. */
  const whileLocked = async (heldMs: number, work: () => Promise<void>): Promise<void> => {
    const other = new DatabaseSync(sqliteFile(gateway.store));
    const held = new Promise((done) => setTimeout(done, heldMs));
    other.exec('BEGIN IMMEDIATE');
    try {
      await work();
      await held;
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
  };

  test('while the lock is held, all requests except writes get a response; writes get theirs when it is released', async () => {
    const finished = (await api.post('/payments', paymentRequest({ reference: 'early' }))).json.transaction_id;
    const writes: Promise<ApiResponse>[] = [];
    let written = 0;
    await whileLocked(HELD_MS, async () => {
      for (let index = 0; index < 5; index++) {
        writes.push(api.post('/payments', paymentRequest({ reference: `waiting-${index}` })));
      }
      writes.push(api.post(`/test_helpers/payments/${finished}/complete`));
      for (const write of writes) void write.then(() => written++);
      for (let round = 0; round < 5; round++) {
        for (const path of [
          `${gateway.node().url}/healthz`,
          `${gateway.node().url}/readyz`,
          '/payments',
          `/payments/${finished}`,
          '/health',
        ]) {
          assert.equal((await api.get(path)).status, 200, path);
          assert.equal(written, 0, `the response of ${path} came only after the writes, which had blocked it`);
        }
      }
    });
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 200]);
    assert.equal((await api.get('/payments')).json.pagination.total, 6);
    await gateway.assertSound();
  });

  test('503 for a write when the lock is held for too long, with nothing written, and requests succeed afterwards', async () => {
    let refused: ApiResponse[] = [];
    await whileLocked(0, async () => {
      const writes = ['late-0', 'late-1', 'late-2'].map((reference) =>
        api.post('/payments', paymentRequest({ reference })),
      );
      refused = await Promise.all(writes);
    });
    for (const { status, json } of refused) assert.deepEqual([status, json.error], [503, 'service_unavailable']);
    assert.equal((await api.post('/payments', paymentRequest())).status, 201);
    assert.equal((await api.get('/payments/reference/late-1')).status, 404);
  });

  test('a command waits for the lock as the server does', async () => {
    let command: ReturnType<typeof peyeProcess> | undefined;
    await whileLocked(HELD_MS, async () => {
      command = peyeProcess(['websites', 'create', '--name', 'Second shop'], { settings: gateway.settings });
    });
    const { code, stderr } = await command!;
    assert.equal(code, 0, stderr);
  });
});
