import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { type ApiResponse, type Client, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';

const skip = postgresPrograms() ? false : 'PostgreSQL is not installed here';
/** Clients that create a payment, and create the next one as soon as they have the response. */
const CLIENTS = 200;
/** The number of refused creations after which the stall ends. Fewer than CLIENTS: a frozen connection is replaced once all have waited. */
const REFUSED = 150;
const CREATE_WAIT_SECONDS = 1;
/** The limit for the growth of memory during a stall. The waiting creations need much less. */
const MAX_GROWTH_MB = 150;

describe('PostgreSQL: creations stall for seconds under load', { skip, timeout: 240_000 }, () => {
  let server: PostgresServer;
  let settings: Record<string, string>;
  let node: NodeProcess;
  let api: Client;
  let admin: pg.Client;
  before(async () => {
    server = await startPostgres();
    admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    settings = { DATABASE_URL: server.url, SECRET_KEY: randomBytes(32).toString('base64') };
    node = await startNode({ ...settings, ROLES: 'api', CREATE_WAIT_SECONDS: String(CREATE_WAIT_SECONDS) });
    api = node.client(node.seed.testKey);
  });
  after(async () => {
    await node?.end('SIGKILL');
    await admin?.end();
    await server?.drop();
  });
  let load: Load | undefined;
  afterEach(() => load?.stop());

  /** Compares the store with the responses: no 201 without its row, no 503 with one, sums that agree. */
  const assertMatchesStore = async (responses: ReadonlyMap<string, ApiResponse>) => {
    const rows = await withDatabase(settings, (db) =>
      db.query<{ reference: string; n: number }>('SELECT reference, count(*) AS n FROM payments GROUP BY reference'),
    );
    const stored = new Map(rows.map(({ reference, n }) => [reference, n]));
    for (const [reference, { status }] of responses) {
      const count = stored.get(reference) ?? 0;
      if (status === 500) assert.ok(count <= 1, `${reference} was stored ${count} times`);
      else assert.equal(count, status === 201 ? 1 : 0, `${reference} got a ${status}`);
    }
    await assertSoundStore(settings);
  };

  /** Lets creations stall in the middle of a load until many were refused. Returns all responses by reference. */
  const throughStall = async (name: string, stall: () => Promise<() => Promise<unknown>>) => {
    load = startLoad(api, name);
    const { responses, count } = load;
    await until('creations are stored', () => count(201) > CLIENTS);
    const beforeMb = residentMb(node.pid);
    const endStall = await stall();
    try {
      await until('many are refused', () => count(503) + count(500) > REFUSED, 60_000);
      assert.equal((await api.get(`${node.url}/healthz`)).status, 200);
      const growthMb = residentMb(node.pid) - beforeMb;
      assert.ok(growthMb < MAX_GROWTH_MB, `memory grew by ${growthMb} MB`);
    } finally {
      await endStall();
    }
    const atEnd = count(201);
    await until('creations are stored again', () => count(201) > atEnd + CLIENTS, 30_000);
    await load.stop();
    for (const { status, headers, text } of responses.values()) {
      assert.ok([201, 500, 503].includes(status), text);
      if (status === 503) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
    return responses;
  };

  test('because the table is locked: 503 for creations that wait too long, and none of those is written', async () => {
    const responses = await throughStall('locked', async () => {
      await admin.query('BEGIN; LOCK TABLE payments IN SHARE ROW EXCLUSIVE MODE');
      return () => admin.query('ROLLBACK');
    });
    assert.deepEqual(
      [...responses.values()].filter(({ status }) => status === 500).map(({ text }) => text),
      [],
    );
    await assertMatchesStore(responses);
  });

  test('because the server is frozen: a client whose creation is being written gets the response that the outcome is unknown', async () => {
    const responses = await throughStall('stopped', async () => {
      const { rows } = await admin.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'peye'",
      );
      for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
      return async () => {
        for (const { pid } of rows) process.kill(pid, 'SIGCONT');
      };
    });
    await until('nothing is on its way', async () => {
      const { rows } = await admin.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'peye' AND state <> 'idle'",
      );
      return rows.length === 0;
    });
    await assertMatchesStore(responses);
  });
});

interface Load {
  readonly responses: ReadonlyMap<string, ApiResponse>;
  /** The number of responses with that status. */
  count(status: number): number;
  stop(): Promise<void>;
}

function startLoad(api: Client, name: string): Load {
  const responses = new Map<string, ApiResponse>();
  const counts = new Map<number, number>();
  let isRunning = true;
  const client = async (number: number) => {
    for (let turn = 0; isRunning; turn++) {
      const reference = `${name}-${number}-${turn}`;
      const response = await api.post('/payments', paymentRequest({ reference }));
      responses.set(reference, response);
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return {
    responses,
    count: (status) => counts.get(status) ?? 0,
    async stop() {
      isRunning = false;
      await clients;
    },
  };
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
