import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The requests that the proxy got. */
interface ProxiedRequest {
  readonly fault: string;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A proxy in which the first part of the path names the fault: `URL/cut-answer/api/gateway/v1/payments`. */
export interface FaultyProxy {
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  close(): Promise<void>;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  readonly path: string;
  /** The number of requests with this fault, path and key so far, 1 for the first. */
  readonly attempt: number;
  /** Sends the request to the gateway. */
  ask(
    headers?: IncomingMessage['headers'],
  ): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>;
  pass(): Promise<void>;
}

const isCreation = ({ request, path }: Exchange) => request.method === 'POST' && path.endsWith('/payments');
const html = (status: number) => (exchange: Exchange) =>
  void exchange.response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
/** Applies the fault only to creations; other requests pass. */
const ofCreations = (fault: (exchange: Exchange) => unknown) => (exchange: Exchange) =>
  isCreation(exchange) ? fault(exchange) : exchange.pass();
const firstTwice = (fault: (exchange: Exchange) => unknown) => (exchange: Exchange) =>
  exchange.attempt <= 2 ? fault(exchange) : exchange.pass();

/** The faults by their names. */
const FAULTS: Readonly<Record<string, (exchange: Exchange) => unknown>> = {
  pass: (exchange) => exchange.pass(),
  'cut-request': ofCreations(({ request }) => request.socket.destroy()),
  'cut-answer': ofCreations(async ({ ask, request }) => {
    await ask();
    request.socket.destroy();
  }),
  'cut-body': ofCreations(async ({ ask, response }) => {
    const { status, text } = await ask();
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, 40), () => response.destroy());
  }),
  'half-json': ofCreations(async ({ ask, response }) => {
    const { status, text } = await ask();
    response.writeHead(status, { 'content-type': 'application/json' }).end(text.slice(0, 40));
  }),
  hang: ofCreations(({ ask }) => ask()),
  '502-done': ofCreations(async (exchange) => {
    await exchange.ask();
    html(502)(exchange);
  }),
  '503-not-done': ofCreations(html(503)),
  '504-not-done': ofCreations(html(504)),
  'all-lost': (exchange) => exchange.request.socket.destroy(),
  'strip-key': async ({ request, response, ask }) => {
    const { 'x-api-key': _, ...headers } = request.headers;
    const { status, text } = await ask(headers);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  },
  redirect: ({ response }) => void response.writeHead(307, { location: '/pass/api/gateway/v1/payments' }).end(),
  'other-server': html(404),
  unavailable: ({ response }) =>
    void response
      .writeHead(503, { 'content-type': 'application/json', 'retry-after': '5' })
      .end('{"success":false,"error":"service_unavailable","message":"Nothing was done."}'),
  'first-502': firstTwice(html(502)),
  'first-cut': firstTwice(({ request }) => request.socket.destroy()),
  'first-half': firstTwice(({ response }) => void response.end('{"success":true,"da')),
  'first-answer-lost': firstTwice(async ({ ask, request }) => {
    await ask();
    request.socket.destroy();
  }),
  'first-limit': firstTwice(({ response }) =>
    response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
      .end('{"success":false,"error":"rate_limit_exceeded","message":"Wait.","retry_after":1}'),
  ),
  'long-limit': ({ response }) =>
    void response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' })
      .end('{"success":false,"error":"rate_limit_exceeded","message":"Wait.","retry_after":60}'),
};

/** Listens on loopback before a gateway, whose origin is `target`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const requests: ProxiedRequest[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const [, fault = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const { method = '', headers } = request;
    requests.push({ fault, method, path, headers, body });
    const isSame = (each: ProxiedRequest) =>
      each.fault === fault && each.path === path && each.headers['x-api-key'] === headers['x-api-key'];
    const attempt = requests.filter(isSame).length;
    const ask: Exchange['ask'] = (sent = headers) => askGateway(target, method, path, sent, body);
    const pass = async () => {
      const answer = await ask();
      const { 'transfer-encoding': _, connection: __, ...others } = answer.headers;
      response.writeHead(answer.status, others).end(answer.text);
    };
    const exchange = { request, response, body, path, attempt, ask, pass };
    await (FAULTS[fault] ?? html(500))(exchange);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function askGateway(target: string, method: string, path: string, headers: IncomingMessage['headers'], body: string) {
  return new Promise<Awaited<ReturnType<Exchange['ask']>>>((resolve, reject) => {
    const asked = httpRequest(new URL(path, target), { method, headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() });
    });
    asked.on('error', reject).end(body);
  });
}
