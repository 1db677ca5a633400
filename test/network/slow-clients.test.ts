import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { API, until } from '../support/gateway.ts';
import { IS_LONG, type WatchedGateway, watchGateway } from './watched-gateway.ts';

const DRIP_EVERY_MS = 500;
/** Longer than each timeout: 15 s for headers, 30 s for a request, 90 s for a reader. */
const TIMEOUT_MS = 105_000;

interface Drip {
  readonly start: string;
  readonly drip: string;
  /** The statuses of all responses. */
  readonly expected: readonly number[];
}

const form = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 9999\r\n\r\n`;

/** Requests that never become complete. */
function drips(key: string): Record<string, Drip> {
  const head = (line: string, headers = '') => `${line} HTTP/1.1\r\nHost: a\r\n${headers}`;
  const post = (headers: string, auth = `X-Api-Key: ${key}\r\n`) =>
    head(`POST ${API}/payments`, `${auth}Content-Type: application/json\r\n${headers}\r\n`);
  const chunked = 'Transfer-Encoding: chunked\r\n';
  return {
    nothing: { start: '', drip: '', expected: [408] },
    'empty lines': { start: '', drip: '\r\n', expected: [408] },
    'an address': { start: 'GET /', drip: 'x', expected: [408] },
    headers: { start: head('GET /'), drip: 'X: y\r\n', expected: [408] },
    'headers of a second request': {
      start: `${head('GET /healthz')}\r\n${head('GET /')}`,
      drip: 'X: y\r\n',
      expected: [200, 408],
    },
    'a body': { start: post('Content-Length: 9999\r\n'), drip: '{', expected: [408] },
    chunks: { start: post(chunked), drip: '1\r\n{\r\n', expected: [408] },
    'a chunk extension': { start: `${post(chunked)}5;`, drip: 'a', expected: [408] },
    'a trailer': { start: `${post(chunked)}2\r\n{}\r\n0\r\n`, drip: 'X: y\r\n', expected: [408] },
    'a form': { start: form('/pay/1/x', 'application/x-www-form-urlencoded'), drip: 'a', expected: [408] },
    'a notification': { start: form('/providers/moncash/alert', 'application/json'), drip: ' ', expected: [408] },
    // These requests get a response before they are complete, and no second response when the connection ends.
    'a body without a key': { start: post('Content-Length: 9999\r\n', ''), drip: '{', expected: [401] },
    'a GET with a body': { start: head('GET /healthz', 'Content-Length: 9999\r\n\r\n'), drip: 'x', expected: [200] },
    'a body for no route': { start: head('POST /nothing', `${chunked}\r\n`), drip: '1\r\nx\r\n', expected: [404] },
  };
}

/** Requests whose responses a client does not read. Each has more response bytes than the buffers of the system can hold. */
function unread(key: string): Record<string, string> {
  const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n${headers}\r\n`;
  const many = get('/docs/en').repeat(60);
  return {
    'large responses': many,
    'large responses, after which the connection closes': many + get('/docs/en', 'Connection: close\r\n'),
    'large responses of HTTP/1.0': 'GET /docs/en HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'.repeat(60),
    'small responses': get('/healthz').repeat(60_000),
    'errors of the API': get(`${API}/nothing`).repeat(60_000),
    'responses, and garbage after the requests': `${many}garbage\r\n\r\n`,
    'responses, and CONNECT after the requests': `${many}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
    'responses, and half a request after the others': many + form(`${API}/payments`, 'application/json'),
  };
}

describe('clients that are deliberately slow', () => {
  let gateway: WatchedGateway;
  const sockets: Socket[] = [];
  const open = () => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  };
  before(async () => {
    gateway = await watchGateway({ PAGE_LIMIT_PER_MINUTE: '0' });
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await gateway.stop();
  });

  test('a client that drips a request gets one error, and is released', {
    timeout: 2 * TIMEOUT_MS,
  }, async (context) => {
    const started = performance.now();
    await Promise.all(
      Object.entries(drips(gateway.key)).map(async ([what, { start, drip, expected }]) => {
        const socket = open().setEncoding('latin1');
        let text = '';
        let hasEnded = false;
        socket.on('data', (part) => (text += part));
        socket.on('end', () => (hasEnded = true));
        socket.write(start);
        const timer = setInterval(() => socket.write(drip), DRIP_EVERY_MS);
        await until(`${what} is released`, () => hasEnded || socket.destroyed, TIMEOUT_MS);
        clearInterval(timer);
        const answered = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
        assert.deepEqual(answered, expected, `${what}: ${text}`);
        context.diagnostic(`${what}: ${Math.round((performance.now() - started) / 1000)} s`);
      }),
    );
    await gateway.responds();
    assert.deepEqual(gateway.failures(), []);
  });

  // This takes a minute and a half, so only `npm run test:hostile` runs it.
  const long = IS_LONG ? test : () => {};
  long('a client that reads none of its responses is cut off', { timeout: 2 * TIMEOUT_MS }, async () => {
    const before = gateway.sockets();
    for (const bytes of Object.values(unread(gateway.key))) {
      open().pause().write(bytes);
      // The second connection is half-closed.
      open().pause().end(bytes);
    }
    await gateway.responds();
    assert.ok(gateway.sockets() > before);
    await until('all clients are cut off', () => gateway.sockets() <= before, TIMEOUT_MS);
    assert.deepEqual(gateway.failures(), []);
  });
});
