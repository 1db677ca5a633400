import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { paymentRequest } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts';

const skip = postgresPrograms() && process.env.PGBOUNCER_PATH ? false : 'PostgreSQL or PgBouncer is not installed here';
const PAYMENTS = 20;

describe('postgres: a server whose commits do not wait for the disk', { skip, timeout: 240_000 }, () => {
  let server: PostgresServer;
  let pooler: Pgbouncer | undefined;
  let node: NodeProcess | undefined;
  before(async () => {
    server = await startPostgres();
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query('ALTER SYSTEM SET synchronous_commit = off');
    // Commits that do not wait for the disk are written this late.
    await admin.query("ALTER SYSTEM SET wal_writer_delay = '10s'");
    await admin.query("ALTER SYSTEM SET wal_writer_flush_after = '1GB'");
    // One for each test: dropping the tables of a gateway that reconnects can end in a deadlock.
    for (const name of ['direct', 'pooled']) await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    await server.crash();
    await server.start();
  });
  afterEach(async () => {
    await node?.end('SIGKILL');
    await pooler?.stop();
    [node, pooler] = [undefined, undefined];
  });
  after(() => server?.drop());

  const urlOf = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href;

  const makeAndCrash = async (url: string, settings: Record<string, string>) => {
    const all = { SECRET_KEY: randomBytes(32).toString('base64'), ...settings };
    node = await startNode(all);
    const api = node.client(node.seed.testKey);
    const acknowledged: string[] = [];
    for (let number = 0; number < PAYMENTS; number++) {
      const created = await api.post('/payments', paymentRequest());
      assert.equal(created.status, 201, created.text);
      acknowledged.push(created.json.transaction_id);
    }
    await server.crash();
    await server.start();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT id FROM payments WHERE id = ANY($1::bigint[])', [
      acknowledged,
    ]);
    await client.end();
    assert.deepEqual(rows.map(({ id }) => id).sort(), acknowledged.sort());
  };

  test('loses no payment that was acknowledged', () => {
    const url = urlOf('direct');
    return makeAndCrash(url, { DATABASE_URL: url });
  });

  test('loses no payment that was acknowledged behind PgBouncer', async () => {
    const url = urlOf('pooled');
    pooler = await startPgbouncer(url, { poolSize: 3 });
    await makeAndCrash(url, { DATABASE_URL: pooler.url, DATABASE_POOLER: 'true' });
  });
});
