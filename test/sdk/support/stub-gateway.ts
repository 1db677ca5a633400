import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CREATED_RESPONSES, PAYMENT_RESPONSES } from '../../../src/api/schemas/examples.ts';
import { ERRORS, type ErrorCode } from '../../../src/core/errors.ts';
import { API } from '../../support/gateway.ts';

/** A server that responds as a gateway never does on request: with each error, brokenly, late. */
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
 * Responds to `GET /payments/NAME`, and what verifies or completes it, by the NAME: that of an error, or of a script below. `POST /payments` responds as the `customer_name` of its
 * body says, and `GET /payments/reference/NAME` as that NAME says.
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
  /** How often this was requested, this time included. */
  readonly tries: number;
}

const PAID = JSON.stringify(PAYMENT_RESPONSES.completed.value);

/** Pages of a list, of 100 and no other size, each after a rate limit: `status=completed` is limited once for 2 s, `status=failed` for longer than anybody waits. */
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
  // What a lookup finds. The gateway's own time is an hour behind the client's.
  'made-now': ({ response }) => found(response, { gatewayMs: -HOUR_MS }),
  'made-long-ago': ({ response }) => found(response, { gatewayMs: -HOUR_MS, ageMs: 2 * HOUR_MS }),
  'made-later': ({ response, tries }) =>
    tries < 3 ? fail(response, 'transaction_not_found') : found(response, { gatewayMs: -HOUR_MS }),
  'made-just-before': ({ response }) => found(response, { gatewayMs: -HOUR_MS, ageMs: 10 * MINUTE_MS }),
};

/** `clocks-DATE-STEP`: a payment that the call has created, at a gateway whose `Date` is off by DATE seconds, and whose own time has moved by STEP seconds since. */
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
  /** How far the gateway's own time is from ours. */
  readonly gatewayMs: number;
  /** The payment's age by it. */
  readonly ageMs?: number;
  /** How far `Date` is from ours, as a proxy may write it; null for none. */
  readonly dateMs?: number | null;
  /** How far `X-Gateway-Time` has moved since the payment was created, besides what has passed; null for none, as a proxy may remove it. */
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
