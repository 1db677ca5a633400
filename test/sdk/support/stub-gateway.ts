import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CREATED_RESPONSES, PAYMENT_RESPONSES } from '../../../src/api/schemas/examples.ts';
import { ERRORS, type ErrorCode } from '../../../src/domain/errors.ts';
import { API } from '../../support/gateway.ts';

/** A server that answers as a gateway never does on request: with each error, brokenly, late. */
export interface StubGateway {
  readonly url: string;
  /** Requests that came, as `METHOD path`, first to last. */
  readonly requests: string[];
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/**
 * Answers `GET /payments/NAME`, and what verifies or completes it, by the NAME: that of an error, or of a script below. `POST /payments` answers as the `customer_name` of its
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
  /** How often this was asked, this time included. */
  readonly tries: number;
}

const PAID = JSON.stringify(PAYMENT_RESPONSES.completed.value);

/** What happens to a request, by the name in it. */
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
  // What a look-up finds. The clock of this gateway is an hour behind.
  'made-now': ({ response }) => found(response, -HOUR_MS),
  'made-long-ago': ({ response }) => found(response, -HOUR_MS - 60_000),
  'made-later': ({ response, tries }) =>
    tries < 3 ? fail(response, 'transaction_not_found') : found(response, -HOUR_MS),
};

function answer(name: string, exchange: Exchange): void {
  const script = SCRIPTS[name];
  if (script) script(exchange);
  else if (name in ERRORS) fail(exchange.response, name as ErrorCode);
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

function found(response: ServerResponse, ageMs: number): void {
  const createdAt = new Date(Date.now() + ageMs).toISOString().replace('Z', '000Z');
  const payment = { ...PAYMENT_RESPONSES.processing.value.data, created_at: createdAt };
  const date = new Date(Date.now() - HOUR_MS).toUTCString();
  json(response, 200, JSON.stringify({ success: true, data: payment }), { date });
}

function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': PAID.length });
  response.write(PAID.slice(0, 40), () => response.socket?.destroy());
}

/** Something now and then, and never the end. */
function drip({ socket }: ServerResponse, first: string, more: string): void {
  socket?.write(first);
  const timer = setInterval(() => socket?.write(more), 50);
  socket?.on('close', () => clearInterval(timer));
}
