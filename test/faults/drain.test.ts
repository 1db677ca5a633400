import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { after, afterEach, before, it } from 'node:test';
import { head, sendRaw } from '../contract/raw-http.ts';
import { peyeJson, type RunningCli, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { API, freePort, paymentRequest, until } from '../support/gateway.ts';

const DRAIN_SECONDS = 3;

onOneEngineByDay('a node that gets SIGTERM behind a load balancer', (engine) => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  let key: string;
  let running: RunningCli | undefined;
  before(async () => {
    store = await newStore(engine);
    settings = { ...store.settings, PORT: String(await freePort()), DRAIN_SECONDS: String(DRAIN_SECONDS) };
    const website = await peyeJson(['websites', 'create', '--name', 'Shop'], { settings });
    key = (await peyeJson(['keys', 'create', '--website', website.id, '--mode', 'test'], { settings })).key;
  });
  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
  });
  after(() => store?.drop());

  const start = async (processes: number): Promise<RunningCli> => {
    const started = spawnPeye(['start', '--processes', String(processes)], { settings });
    running = started;
    await until(
      'it is ready',
      () => {
        assert.equal(started.child.exitCode, null, started.stderr());
        return /Peye is ready/.test(started.stdout());
      },
      60_000,
    );
    return started;
  };
  const origin = () => `http://127.0.0.1:${settings.PORT}`;
  const isReady = async () => (await fetch(`${origin()}/readyz`, { headers: { connection: 'close' } })).status === 200;
  /** Sends requests on the agent's one connection, as a load balancer does. */
  const ask = async (agent: Agent, path: string, body?: string) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
    const asking = request(`${origin()}${path}`, { agent, method: body ? 'POST' : 'GET', headers });
    asking.end(body);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, isReused: asking.reusedSocket, connection: response.headers.connection };
  };

  const rawCreation = (body: string) =>
    head(`POST ${API}/payments HTTP/1.1`, {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }) + body;

  for (const processes of engine === 'postgres' ? [1, 2] : [1]) {
    // Contract: OPERATOR-5
    it(`serves on, ends each connection with a response, and then exits with 0: ${processes} processes`, async () => {
      const { child, ended } = await start(processes);
      const [agent, another] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
      try {
        assert.equal((await ask(agent, '/healthz')).connection, 'keep-alive');
        const signalledAt = performance.now();
        child.kill('SIGTERM');
        let refusals = 0;
        await until('every process says that it stops', async () => {
          refusals = (await isReady()) ? 0 : refusals + 1;
          return refusals > 2 * processes;
        });
        const create = JSON.stringify(paymentRequest());
        const last = { status: 201, connection: 'close' };
        assert.deepEqual(await ask(agent, `${API}/payments`, create), { ...last, isReused: true });
        const { responses } = await sendRaw(origin(), [rawCreation(create).repeat(5)], { expected: 5 });
        assert.deepEqual(
          responses.map(({ status }) => status),
          [201, 201, 201, 201, 201],
          'a request sent right after another one gets a response, too',
        );
        assert.deepEqual(await ask(another, `${API}/payments`, create), { ...last, isReused: false });
        assert.equal(await ended, 0);
        assert.ok(performance.now() - signalledAt >= DRAIN_SECONDS * 1000);
        await assert.rejects(fetch(origin()));
      } finally {
        agent.destroy();
        another.destroy();
      }
    });
  }

  if (engine === 'postgres') {
    it('continues to serve when all of its processes get the signal at once', async () => {
      const { stdout } = await start(2);
      const pids = [...stdout().matchAll(/"pid":(\d+),"msg":"process serving"/g)].map(([, pid]) => Number(pid));
      assert.equal(pids.length, 2);
      for (const pid of pids) process.kill(pid, 'SIGTERM');
      await until('the last process says that it stops', async () => !(await isReady()));
    });
  }

  it('ends at once with a second signal', async () => {
    const { child, ended, stdout } = await start(1);
    child.kill('SIGTERM');
    await until('the node drains', () => stdout().includes('draining'));
    // A second signal soon after the first may be the same one, received twice.
    const again = setInterval(() => child.kill('SIGTERM'), 100);
    try {
      await ended;
      assert.match(stdout(), /stopping immediately/);
    } finally {
      clearInterval(again);
    }
  });
});
