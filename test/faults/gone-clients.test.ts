import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { API, type ApiResponse, type Client, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { sqliteFile } from '../support/store.ts';
import { assertSoundStore } from '../support/store-access.ts';

/** The number of groups of creations that are written at a time on PostgreSQL. Later creations wait in the gateway. */
const MAX_GROUPS = 2;

onOneEngineByDay('creations whose clients have disconnected', (engine) => {
  let store: EmptyStore;
  let node: NodeProcess;
  let api: Client;
  before(async () => {
    store = await newStore(engine);
    node = await startNode({ ...store.settings, ROLES: 'api' });
    api = node.client(node.seed.testKey);
  });
  after(async () => {
    await node.end('SIGKILL');
    await store.drop();
  });

  const found = async (reference: string) => (await api.get(`/payments/reference/${reference}`)).status;
  const create = (reference: string) => api.post('/payments', paymentRequest({ reference }));

  /** Sends the request on its own connection. */
  const send = async (reference: string): Promise<Socket> => {
    const body = JSON.stringify(paymentRequest({ reference }));
    const head = [
      `POST ${API}/payments HTTP/1.1`,
      'Host: localhost',
      `X-Api-Key: ${node.seed.testKey}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const text = `${head.join('\r\n')}\r\n\r\n${body}`;
    const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    await new Promise<void>((done) => socket.write(text, () => done()));
    return socket;
  };
  const disconnect = async (socket: Socket) => {
    socket.destroy();
    if (!socket.closed) await once(socket, 'close');
  };
  /** Waits until a new creation is stored: then all earlier requests have been handled. */
  const settled = async (reference: string) => {
    await until('creations are stored again', async () => (await create(reference)).status === 201, 20_000);
  };

  // Contract: REQUEST-33
  test('a client that disconnected while the process was stopped gets no payment', async () => {
    process.kill(node.pid, 'SIGSTOP');
    try {
      await until('the process stands still', () => stateOf(node.pid).startsWith('T'));
      for (let index = 0; index < 5; index++) await disconnect(await send(`stopped-${index}`));
    } finally {
      process.kill(node.pid, 'SIGCONT');
    }
    await settled('after the stop');
    for (let index = 0; index < 5; index++) assert.equal(await found(`stopped-${index}`), 404);
    await assertSoundStore(store.settings);
  });

  // Contract: REQUEST-33
  test('a client that disconnected while the store hung gets no payment, and those that stayed get the true outcome', async () => {
    const stayed = new Map<string, Promise<ApiResponse>>();
    const lock = await lockStore(store);
    try {
      // Sent one after the other, so that as many groups as allowed are being written, and hang.
      for (let index = 0; index < 3; index++) {
        stayed.set(`stayed-${index}`, create(`stayed-${index}`));
        await lock.hasWaiting(Math.min(index + 1, MAX_GROUPS));
      }
      const disconnecting = await Promise.all(Array.from({ length: 10 }, (_, index) => send(`gone-${index}`)));
      assert.equal((await api.get(`${node.url}/healthz`)).status, 200);
      for (const socket of disconnecting) await disconnect(socket);
      // Each response takes a turn of the event loop. In these turns, the connections are accepted, read, and found to be closed.
      for (let turn = 0; turn < 10; turn++) assert.equal((await api.get(`${node.url}/healthz`)).status, 200);
    } finally {
      await lock.release();
    }
    for (const [reference, response] of stayed) {
      const { status, text } = await response;
      assert.ok(status === 201 || status === 503, text);
      assert.equal(await found(reference), status === 201 ? 200 : 404, `${reference} got a ${status}`);
    }
    await settled('after the lock');
    for (let index = 0; index < 10; index++) assert.equal(await found(`gone-${index}`), 404);
    await assertSoundStore(store.settings);
  });
});

onOneEngineByDay('creations that waited too long', (engine) => {
  let store: EmptyStore;
  let node: NodeProcess;
  let api: Client;
  before(async () => {
    store = await newStore(engine);
    node = await startNode({ ...store.settings, ROLES: 'api', CREATE_WAIT_SECONDS: '1' });
    api = node.client(node.seed.testKey);
  });
  after(async () => {
    await node.end('SIGKILL');
    await store.drop();
  });

  const create = (reference: string) => api.post('/payments', paymentRequest({ reference }));

  test('get 503 while the store hangs, and are not written when it resumes', async () => {
    const lock = await lockStore(store);
    const responses: Promise<ApiResponse>[] = [];
    const order: number[] = [];
    const start = (index: number) => {
      const response = create(`slow-${index}`);
      responses.push(response);
      void response.then(() => order.push(index));
    };
    try {
      // Sent one after the other, so that as many groups as allowed are being written, and the rest waits behind them.
      await until('a first response comes', () => {
        if (order.length === 0) start(responses.length);
        return order.length > 0;
      });
      assert.notEqual(order[0], 0, 'a later creation gets a response while the first one hangs');
      for (const response of await Promise.all(responses)) {
        assert.equal(response.status, 503, response.text);
        assert.equal(response.json.error, 'service_unavailable');
        assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      }
    } finally {
      await lock.release();
    }
    await until('creations are stored again', async () => (await create('afterwards')).status === 201, 20_000);
    for (const index of responses.keys()) {
      assert.equal((await api.get(`/payments/reference/slow-${index}`)).status, 404);
    }
    await assertSoundStore(store.settings);
  });
});

/** The state of a process, as `ps` shows it: `T` means stopped. */
function stateOf(pid: number): string {
  return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}

/** Prevents every creation from being written, while reads continue. */
async function lockStore(
  store: EmptyStore,
): Promise<{ hasWaiting(groups: number): Promise<void>; release(): Promise<void> }> {
  if (store.engine === 'sqlite') {
    const other = new DatabaseSync(sqliteFile(store));
    other.exec('BEGIN IMMEDIATE');
    return {
      hasWaiting: async () => {},
      async release() {
        other.exec('ROLLBACK');
        other.close();
      },
    };
  }
  const url = store.settings.DATABASE_URL!;
  const [other, watcher] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([other.connect(), watcher.connect()]);
  await other.query('BEGIN; LOCK TABLE payments IN SHARE ROW EXCLUSIVE MODE');
  return {
    hasWaiting: (groups) =>
      until('groups wait for the lock', async () => {
        const { rows } = await watcher.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length >= groups;
      }),
    async release() {
      await other.query('ROLLBACK');
      await Promise.all([other.end(), watcher.end()]);
    },
  };
}
