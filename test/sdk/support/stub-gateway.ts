import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CREATED_RESPONSES, PAYMENT_RESPONSES } from '../../../src/api/schemas/examples.ts';
import { ERRORS, type ErrorCode } from '../../../src/core/errors.ts';
import { API } from '../../support/gateway.ts';

/** A server whose responses a test chooses, and that a real gateway never gives on request: each error, broken or late ones. */
export interface StubGateway {
  readonly url: string;
  /** The requests that arrived, as `METHOD path`, first to last. */
  readonly requests: string[];
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MIB = 1024 * 1024;

/**
 * A name in the request chooses the response: the code of an error, or the name of a script below. The name is the id in
 * `GET /payments/NAME` and in requests to verify or complete a payment, the `customer_name` in `POST /payments`, and the reference in
 * `GET /payments/reference/NAME`.
 */
export async function startStubGateway(): Promise<StubGateway> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {}).on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', () => {});
    request.on('end', () => {
      const path = decodeURIComponent((request.url ?? '').slice(API.length));
      requests.push(`${request.method} ${path}`);
      const tries = requests.filter((line) => line === requests.at(-1)).length;
      const isCreation = request.method === 'POST' && path === '/payments';
      if (request.method === 'GET' && /^\/(payments|events)\?/.test(path)) return limitedPages(path, response, tries);
      const name = isCreation
        ? JSON.parse(Buffer.concat(chunks).toString()).customer_name
        : path
            .replace(/\/(verify|complete)$/, '')
            .split('/')
            .at(-1);
      answer(name, { request, response, tries });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The number of such requests so far, including this one. */
  readonly tries: number;
}

const PAID = JSON.stringify(PAYMENT_RESPONSES.completed.value);

/**
 * Pages of a list, only with a size of 100. The first request for each page gets a rate limit of 2 s. With `status=failed` the limit is
 * longer than the SDK waits.
 */
function limitedPages(path: string, response: ServerResponse, tries: number): void {
  const query = new URLSearchParams(path.split('?')[1]);
  const isEvents = path.startsWith('/events');
  const waitS = query.get('status') === 'failed' ? 301 : tries < 2 ? 2 : undefined;
  if (waitS !== undefined) {
    fail(response, 'rate_limit_exceeded', {}, { retry_after: waitS });
    return;
  }
  if (query.get(isEvents ? 'limit' : 'per_page') !== '100') {
    fail(response, 'validation_error');
    return;
  }
  const isLast = (query.get('cursor') || query.get('after')) === 'next';
  const data = isEvents ? [] : [PAYMENT_RESPONSES.completed.value.data];
  const next_cursor = isLast && !isEvents ? null : 'next';
  json(response, 200, JSON.stringify({ success: true, data, next_cursor, has_more: !isLast }));
}

/** The scripts for requests, by the name in the request. */
const SCRIPTS: Record<string, (exchange: Exchange) => void> = {
  good: ({ response }) => json(response, 200, PAID),
  flaky: ({ response, tries }) => (tries < 3 ? fail(response, 'internal_error') : json(response, 200, PAID)),
  'soon-again': ({ response, tries }) =>
    tries < 2 ? fail(response, 'service_unavailable', { 'retry-after': '1' }) : json(response, 200, PAID),
  'much-later': ({ response }) => fail(response, 'rate_limit_exceeded', { 'retry-after': '60' }, { retry_after: 60 }),
  'cut-once': ({ response, tries }) => (tries < 2 ? cutShort(response) : json(response, 200, PAID)),
  cut: ({ response }) => cutShort(response),
  reset: ({ request }) => request.socket.resetAndDestroy(),
  hang: () => {},
  'drip-headers': ({ response }) => drip(response, 'HTTP/1.1 200 OK\r\n', 'X-Drip: 1\r\n'),
  'drip-body': ({ response }) => drip(response, 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', ' '),
  proxy: ({ response }) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
  firewall: ({ response }) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>'),
  moved: ({ response }) => response.writeHead(301, { location: 'https://elsewhere.example/' }).end(),
  captive: ({ response }) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>'),
  later: ({ response }) => json(response, 418, '{"success":false,"error":"brand_new_code","message":"Later."}'),
  created: ({ response }) => json(response, 201, JSON.stringify(CREATED_RESPONSES.moncash.value)),
  'created-without-id': ({ response }) => json(response, 201, '{"success":true}'),
  'without-payment': ({ response }) => json(response, 200, '{"success":true}'),
  large: ({ response }) => json(response, 200, `{"success":true,"data":"${'x'.repeat(MIB)}"}`),
  endless: ({ response }) => pour(response),
  // The payments that a lookup finds. The gateway's time is an hour behind the client's.
  'made-now': ({ response }) => found(response, { gatewayMs: -HOUR_MS }),
  'made-long-ago': ({ response }) => found(response, { gatewayMs: -HOUR_MS, ageMs: 2 * HOUR_MS }),
  'made-later': ({ response, tries }) =>
    tries < 3 ? fail(response, 'transaction_not_found') : found(response, { gatewayMs: -HOUR_MS }),
  'made-just-before': ({ response }) => found(response, { gatewayMs: -HOUR_MS, ageMs: 10 * MINUTE_MS }),
};

/**
 * `clocks-DATE-STEP`: finds a payment that the call has created. The header `Date` is wrong by DATE seconds, and the gateway's time has
 * been set by STEP seconds since the creation.
 */
const CLOCKS = /^clocks-(none|-?\d+)-(none|-?\d+)$/;

function answer(name: string, exchange: Exchange): void {
  const script = SCRIPTS[name];
  const [, dateS, stepS] = CLOCKS.exec(name) ?? [];
  if (script) script(exchange);
  else if (dateS !== undefined) {
    const offMs = (text: string) => (text === 'none' ? null : Number(text) * 1000);
    found(exchange.response, { gatewayMs: 0, dateMs: offMs(dateS), stepMs: offMs(stepS!) });
  } else if (name in ERRORS) fail(exchange.response, name as ErrorCode);
  else fail(exchange.response, 'transaction_not_found');
}

function json(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_stub', ...headers }).end(body);
}

function fail(
  response: ServerResponse,
  code: ErrorCode,
  headers: Record<string, string> = {},
  more: object = {},
): void {
  const { status, message } = ERRORS[code];
  const errors = code === 'validation_error' && { errors: { amount: ['Wrong.', 'Twice.'] } };
  const retry = status === 429 && { retry_after: 42 };
  json(
    response,
    status,
    JSON.stringify({ success: false, error: code, message, ...errors, ...retry, ...more }),
    headers,
  );
}

interface Clocks {
  /** How far the gateway's time is ahead of ours. */
  readonly gatewayMs: number;
  /** The age of the payment by the gateway's time. */
  readonly ageMs?: number;
  /** How far the header `Date`, which a proxy may write, is ahead of our time; null without the header. */
  readonly dateMs?: number | null;
  /** By how much the gateway's time was set since the payment was created; null without `X-Gateway-Time`, which a proxy may remove. */
  readonly stepMs?: number | null;
}

function found(response: ServerResponse, { gatewayMs, ageMs = 0, dateMs = 0, stepMs = 0 }: Clocks): void {
  const iso = (ms: number) => new Date(Date.now() + ms).toISOString().replace('Z', '000Z');
  const payment = { ...PAYMENT_RESPONSES.processing.value.data, created_at: iso(gatewayMs - ageMs) };
  response.sendDate = false;
  json(response, 200, JSON.stringify({ success: true, data: payment }), {
    ...(dateMs !== null && { date: new Date(Date.now() + dateMs).toUTCString() }),
    ...(stepMs !== null && { 'x-gateway-time': iso(gatewayMs + stepMs) }),
  });
}

/** A body that does not end. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
    response.once('drain', more);
  };
  more();
}

function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': PAID.length });
  response.write(PAID.slice(0, 40), () => response.socket?.destroy());
}

/** Sends some bytes now and then, and never ends. */
function drip({ socket }: ServerResponse, first: string, more: string): void {
  socket?.write(first);
  const timer = setInterval(() => socket?.write(more), 50);
  socket?.on('close', () => clearInterval(timer));
}
