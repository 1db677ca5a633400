import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type ApiResponse, type Client, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts';
import { assertSoundStore } from '../support/store-access.ts';
import { startTcpSwitch, type TcpSwitch } from '../support/tcp-switch.ts';

const skip = postgresPrograms() ? false : 'PostgreSQL is not installed here';

describe('PostgreSQL refuses writes', { skip, timeout: 300_000 }, () => {
  let leader: PostgresServer;
  let address: TcpSwitch;
  let node: NodeProcess;
  let api: Client;
  const SECRET_KEY = randomBytes(32).toString('base64');
  before(async () => {
    leader = await startPostgres();
    address = await startTcpSwitch(portOf(leader.url));
    const url = new URL(leader.url);
    url.port = String(address.port);
    // There is no worker, because its writes would fail before any request does.
    node = await startNode({ DATABASE_URL: url.href, SECRET_KEY, ROLES: 'api' });
    api = node.client(node.seed.testKey);
  });
  after(async () => {
    await node?.end('SIGKILL');
    await address?.close();
    await leader?.drop();
  });

  const ready = async () => (await api.get(`${node.url}/readyz`)).status;
  const create = (reference: string) => api.post('/payments', paymentRequest({ reference }));
  const found = async (reference: string) => (await api.get(`/payments/reference/${reference}`)).status;

  // Contract: HEALTH-4
  test('503 and not ready while the server is set read-only, and the gateway writes again without a restart', async () => {
    assert.equal((await create('before')).status, 201);
    await administer(leader.url, 'ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()');
    await until('the server refuses writes', async () => (await create('refused')).status !== 201);
    // More creations than the pool has connections.
    for (const response of await Promise.all(Array.from({ length: 20 }, () => create('refused-too')))) {
      assertUnavailable(response);
    }
    assert.equal(await ready(), 503);
    assert.equal((await api.get(`${node.url}/healthz`)).status, 200);

    await administer(leader.url, 'ALTER SYSTEM RESET default_transaction_read_only', 'SELECT pg_reload_conf()');
    await until('it is ready again', async () => (await ready()) === 200, 5_000);
    assert.equal((await create('after')).status, 201);
    assert.deepEqual([await found('before'), await found('refused-too')], [200, 404]);
  });

  test('a readiness check alone finds out, before any write is tried', async () => {
    await administer(leader.url, 'ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()');
    await until('it is not ready', async () => (await ready()) === 503, 5_000);
    await administer(leader.url, 'ALTER SYSTEM RESET default_transaction_read_only', 'SELECT pg_reload_conf()');
    await until('it is ready again', async () => (await ready()) === 200, 5_000);
  });

  test('a standby is used only after its promotion, and the gateway disconnects from the demoted leader', async (context) => {
    const standby = await leader.standby();
    context.after(() => standby.drop());
    assert.equal((await create('on the leader')).status, 201);
    await until('the standby has caught up', async () => {
      const [row] = await administer(
        leader.url,
        'SELECT count(*)::int AS n FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()',
      );
      return row?.n === 1;
    });
    // The address moves to the standby, which is not promoted yet. The leader is fenced, but still runs.
    address.lead(portOf(standby.url));
    await administer(leader.url, 'ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()');
    await until('the leader refuses writes', async () => (await create('nowhere')).status !== 201);
    for (let round = 0; round < 5; round++) assertUnavailable(await create('nowhere'));
    assert.equal(await ready(), 503);
    // A standby may lack the newest payments, so it cannot prove that a payment does not exist.
    assertUnavailable(await api.get('/payments/reference/nowhere'));
    await until('no connection to the old leader stays open', async () => {
      const [row] = await administer(
        leader.url,
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'peye'",
      );
      return row?.n === 0;
    });

    await standby.promote();
    await until('it is ready again', async () => (await ready()) === 200, 10_000);
    for (let round = 0; round < 10; round++) assert.equal((await create(`on the new leader ${round}`)).status, 201);
    assert.equal(await found('on%20the%20leader'), 200);
    assert.equal(await found('nowhere'), 404);
    assert.equal(node.hasExited(), false);
    await assertSoundStore({ DATABASE_URL: standby.url, SECRET_KEY });
  });
});

function assertUnavailable(response: ApiResponse): void {
  assert.equal(response.status, 503, response.text);
  assert.equal(response.json.error, 'service_unavailable');
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Runs statements outside of Peye, and returns the rows of the last one. */
async function administer(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
