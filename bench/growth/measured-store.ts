import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../../test/support/gateway.ts';
import { type BenchProcess, startGatewayProcess } from '../processes/start-process.ts';
import { UNLIMITED } from '../start-bench-gateway.ts';
import { idOf, ownerOf } from './dataset.ts';
import type { FilledStore } from './filled-store.ts';

const TEST_KEYS_OF_HALF = 0;

/** A filled store with one gateway that serves it. No other program works on the store. */
export interface MeasuredStore extends FilledStore {
  /** The gateway's address. */
  readonly url: string;
  /** From the start of the gateway until it was ready, milliseconds. */
  readonly readyMs: readonly number[];
  /** Sends a request to the gateway and returns the body. Throws unless it responds with `status`. */
  ask(path: string, options?: AskOptions): Promise<string>;
  /** The id of a website of `SHOPS`. */
  websiteId(name: string): string;
  /** The number of a payment that belongs to the key with half of everything. */
  someOfHalf(): number;
  /** The transaction id of such a payment. */
  someIdOfHalf(): number;
  stop(): Promise<void>;
}

export interface AskOptions {
  readonly key?: string | undefined;
  readonly body?: object;
  readonly method?: 'GET' | 'POST';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a gateway on a store several times, to measure the start. The last one keeps running. */
export async function serveStore(filled: FilledStore, starts: number): Promise<MeasuredStore> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Without a worker: due work stays due, and no background work uses the disk.
  const env = { ...filled.settings, ...UNLIMITED, PORT: String(port), ROLES: 'api,console' };
  const readyMs: number[] = [];
  let gateway: BenchProcess | undefined;
  for (let start = 0; start < starts; start++) {
    await gateway?.stop();
    gateway = await startGatewayProcess({
      env,
      readyUrl: `${origin}/readyz`,
      logFile: join(filled.folder, 'gateway.log'),
    });
    readyMs.push(gateway.readyMs);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const half = filled.data.shops[TEST_KEYS_OF_HALF]!;
  const someOfHalf = () => {
    for (;;) {
      const n = Math.floor(Math.random() * filled.data.payments);
      if (ownerOf(filled.data, n) === TEST_KEYS_OF_HALF) return n;
    }
  };
  return {
    ...filled,
    url: origin,
    readyMs,
    websiteId: (name) => filled.data.shops.find((shop) => shop.name === name)!.websiteId,
    ask: (path, options = {}) => ask(agent, new URL(path, origin), { key: half.key, ...options }),
    someOfHalf,
    someIdOfHalf: () => idOf(filled.data, someOfHalf()),
    async stop() {
      agent.destroy();
      await gateway?.stop();
      await filled.close();
    },
  };
}

function ask(
  agent: Agent,
  url: URL,
  { key, body, method = 'GET', status = 200, headers: more = {} }: AskOptions,
): Promise<string> {
  const text = body && JSON.stringify(body);
  const headers = {
    ...more,
    ...(key !== undefined && { 'x-api-key': key }),
    ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (response) => {
      let received = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        received += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === status) resolve(received);
        else reject(new Error(`${method} ${url.pathname}${url.search}: ${response.statusCode} ${received}`));
      });
    });
    asked.on('error', reject);
    asked.end(text);
  });
}
