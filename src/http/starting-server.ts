import { lookup } from 'node:dns/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../core/errors.ts';
import { requestIds } from '../platform/network/request-ids.ts';
import { errorBody, UNAVAILABLE_RETRY_SECONDS } from './errors.ts';

/**
 * A thread that serves the gateway's port while the gateway starts: `/healthz` reports that the process runs, `/readyz` and everything
 * else that nothing is served yet. A thread, because a migration of an embedded store blocks the event loop of the process.
 */
export interface StartingServerData {
  readonly host: string;
  readonly port: number;
  readonly maxConnections: number;
  /** Sent with every response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the start is waiting for; `close` ends the thread. */
export type ToStartingServer = StartingState | 'close';
export type StartingState = 'waiting_for_store' | 'changing_schema' | 'opening_store';

/** The thread listens; it cannot listen, for this reason; or it has closed its port. */
export type FromStartingServer =
  | { readonly kind: 'listening' }
  | {
      readonly kind: 'failed';
      readonly code: string | undefined;
      readonly syscall: string | undefined;
      readonly message: string;
    }
  | { readonly kind: 'closed' };

/** How long a whole request may take to arrive: short, because its content is not used. */
const REQUEST_TIMEOUT_MS = 5_000;
const HEADER_LIMIT_BYTES = 16 * 1024;

// Not imported: an `import` reads every export of `node:http`.
const { createServer } = process.getBuiltinModule('node:http');
const { host, port, maxConnections, headers } = workerData as StartingServerData;
const newRequestId = requestIds();
const servers: Server[] = [];
let state: StartingState = 'opening_store';

function respond(request: IncomingMessage, response: ServerResponse): void {
  // A body is discarded, within the time limit of a request.
  request.on('error', () => {}).resume();
  const [path] = (request.url ?? '').split('?', 1);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isHealth = isRead && path === '/healthz';
  const error = new ApiError('service_unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
  const ready = { status: 'unavailable', store: 'unavailable', starting: state, stopping: false };
  const body = isHealth ? { status: 'ok' } : ready;
  response.writeHead(isHealth ? 200 : error.status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': newRequestId(),
    ...(!isHealth && { 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) }),
    // The next request belongs to the gateway.
    connection: 'close',
  });
  response.end(isHealth || (isRead && path === '/readyz') ? JSON.stringify(body) : errorBody(error));
}

function listen(address: string): Promise<void> {
  const server = createServer({ maxHeaderSize: HEADER_LIMIT_BYTES, requestTimeout: REQUEST_TIMEOUT_MS }, respond);
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  if (Number.isFinite(maxConnections)) server.maxConnections = maxConnections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      servers.push(server);
      resolve();
    });
  });
}

/** `localhost` means all its addresses; the first one is required: see `listenOn`. */
async function listenOnAll(): Promise<void> {
  const found = host === 'localhost' ? await lookup(host, { all: true }) : [{ address: host }];
  const [first = { address: host }, ...others] = found;
  await listen(first.address);
  for (const { address } of others) await listen(address).catch(() => {});
}

function post(message: FromStartingServer): void {
  parentPort?.postMessage(message);
}

async function close(): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      return closed;
    }),
  );
  post({ kind: 'closed' });
  parentPort?.close();
}

parentPort?.on('message', (message: ToStartingServer) => {
  if (message === 'close') void close();
  else state = message;
});

listenOnAll().then(
  () => post({ kind: 'listening' }),
  ({ code, syscall, message }: NodeJS.ErrnoException) => {
    post({ kind: 'failed', code, syscall, message });
    parentPort?.close();
  },
);
