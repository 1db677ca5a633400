import { createServer, type Server } from 'node:net';
import { openStore, type Store } from '../../src/app/open-store.ts';
import { startGateway } from '../../src/app/start-gateway.ts';
import { readConfig } from '../../src/config.ts';
import type { Mode } from '../../src/core/payment.ts';
import type { Website } from '../../src/features/websites/store/websites.ts';
import { createLog, type Log } from '../../src/platform/log/log.ts';
import type { Telemetry } from '../../src/platform/log/telemetry.ts';
import { type EmptyStore, type Engine, newStore } from './engines.ts';
import { createWebsite } from './websites.ts';

export const API = '/api/gateway/v1';

/** A gateway in this process that listens on a real port, with its own store unless one is given. */
export interface TestGateway {
  readonly url: string;
  readonly store: Store;
  /** The settings of this gateway, for commands on its store. */
  readonly settings: Record<string, string>;
  readonly website: Website;
  /** A test key and a live key of `website`. */
  readonly testKey: string;
  readonly liveKey: string;
  /** The test key's client. */
  readonly api: Client;
  /** A client with another key, or without a key. */
  client(key: string | null, headers?: Record<string, string>): Client;
  /** A new website with new keys. */
  newWebsite(name?: string): Promise<{ website: Website; testKey: string; liveKey: string }>;
  stop(): Promise<void>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into every shape of response
  readonly json: any;
}

export interface Client {
  get(path: string): Promise<ApiResponse>;
  /** An object is sent as JSON, a string or Buffer as it is. */
  post(path: string, body?: object | string | Buffer, headers?: Record<string, string>): Promise<ApiResponse>;
  request(
    method: string,
    path: string,
    body?: object | string | Buffer,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
}

export interface TestGatewayOptions {
  readonly settings?: Record<string, string>;
  /** A clock that is always right, or a machine whose clock may be wrong. */
  readonly clock?: Parameters<typeof openStore>[3];
  /** Shares this store with another gateway; it is not dropped at the end. */
  readonly sharedStore?: EmptyStore;
  /** Gets the gateway's telemetry, in place of the log. */
  readonly telemetry?: Telemetry;
  /** Takes the log lines, in place of a silent log. */
  readonly log?: Log;
}

/** Limits are off unless a test sets them; the log is silent. */
export async function startTestGateway(engine: Engine, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const own = options.sharedStore ?? (await newStore(engine));
  const settings = {
    PORT: String(await freePort()),
    RATE_LIMIT_PER_MINUTE: '0',
    VERIFY_LIMIT_PER_MINUTE: '0',
    PAGE_LIMIT_PER_MINUTE: '0',
    INVALID_KEY_LIMIT_PER_HOUR: '0',
    LOG_LEVEL: 'silent',
    ...own.settings,
    ...options.settings,
  };
  const config = readConfig(settings);
  const log = options.log ?? createLog(config.logLevel);
  const store = await openStore(config, log, { migrate: true }, options.clock);
  const newWebsite = async (name = 'Test shop') => {
    const { website } = await createWebsite(store, { name, returnUrl: 'https://shop.example/thanks' });
    const key = async (mode: Mode) => (await store.operator.createApiKey({ websiteId: website.id, mode })).text;
    return { website, testKey: await key('test'), liveKey: await key('live') };
  };
  const { website, testKey, liveKey } = await newWebsite();
  const gateway = await startGateway(config, store, log, options.telemetry);
  const client = (key: string | null, headers: Record<string, string> = {}) =>
    httpClient(config.publicUrl, { ...(key !== null && { 'x-api-key': key }), ...headers });
  return {
    url: config.publicUrl,
    store,
    settings,
    website,
    testKey,
    liveKey,
    api: client(testKey),
    client,
    newWebsite,
    async stop() {
      await gateway.stop();
      if (!options.sharedStore) await own.drop();
    },
  };
}

/** A client of the API. Paths are below its base unless they are complete addresses. */
export function httpClient(origin: string, defaults: Record<string, string> = {}): Client {
  const request: Client['request'] = async (method, path, body, headers = {}) => {
    const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
    const response = await fetch(path.startsWith('http') ? path : `${origin}${API}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...defaults,
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: type.includes('json') && text !== '' ? JSON.parse(text) : undefined,
    };
  };
  return {
    request,
    get: (path) => request('GET', path),
    post: (path, body, headers) => request('POST', path, body, headers),
  };
}

/** A valid create request, with changes. */
export function paymentRequest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { amount: 500, currency: 'HTG', payment_method: 'moncash', customer_name: 'Marie Joseph', ...changes };
}

/**
 * Ports for gateways are below the range that systems assign by themselves, so no outgoing connection has them. Each process has a block
 * for itself, which it holds by listening on the block's first port until it ends. So a free port stays free for this process, also while
 * the gateway on it is stopped.
 */
const PORTS = { first: 10_200, blocks: 100, inBlock: 200 };
let firstOfBlock: Promise<number> | undefined;
let portsGiven = Math.floor(Math.random() * PORTS.inBlock);

/** Finds a port that no other process of the tests gets. A gateway can stop and start again on it. */
export async function freePort(): Promise<number> {
  firstOfBlock ??= reserveBlock();
  const first = await firstOfBlock;
  for (let tries = 1; tries < PORTS.inBlock; tries++) {
    const port = first + 1 + (portsGiven++ % (PORTS.inBlock - 1));
    const server = await listenOn(port);
    if (!server) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
  throw new Error(`no port is free from ${first + 1} on`);
}

async function reserveBlock(): Promise<number> {
  for (let block = 0; block < PORTS.blocks; block++) {
    const first = PORTS.first + ((process.pid + block) % PORTS.blocks) * PORTS.inBlock;
    const reserved = await listenOn(first);
    reserved?.unref();
    if (reserved) return first;
  }
  throw new Error(`other processes have reserved all ports from ${PORTS.first} on`);
}

/** Listens on a port, or returns undefined if another program does. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Waits until a condition holds, and fails with its name when it does not in time. */
export async function until(
  name: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${name}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
