import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { getRaw, head, sendRaw } from '../contract/raw-http.ts';
import { assertError, assertErrorShape, assertSuccess } from '../contract/shapes.ts';
import { API, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { guardedServer } from './guarded-server.ts';

const BODY = JSON.stringify(paymentRequest());

function post(key: string | null, body = BODY): string {
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return head(`POST ${API}/payments HTTP/1.1`, { ...headers, ...(key && { 'x-api-key': key }) }) + body;
}

describe('pipelined requests', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
  });
  after(() => gateway.stop());

  const rate = (amount: number) =>
    head(`GET ${API}/exchange-rate?amount=${amount} HTTP/1.1`, { 'x-api-key': gateway.testKey });

  test('all get responses in their order, however many arrive at once', async () => {
    const amounts = Array.from({ length: 1_000 }, (_, i) => i + 1);
    const { responses } = await sendRaw(gateway.url, [amounts.map(rate).join('')], { expected: amounts.length });
    assert.deepEqual(
      responses.map((response) => response.json.data.conversion.amount_htg),
      amounts,
    );
  });

  test('with bodies are all served, also when the client starts to read late', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).pause();
    const body = JSON.stringify(paymentRequest({ metadata: { text: 'x'.repeat(20_000) } }));
    socket.write(post(gateway.testKey, body).repeat(60));
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => (text += part));
    socket.pause();
    await gateway.api.get('/health');
    socket.resume();
    await until('all requests have responses', () => text.split('HTTP/1.1 201 Created').length - 1 === 60);
    socket.destroy();
  });

  test('get their responses even if bytes that are not a request follow', async () => {
    for (const behind of ['garbage\r\n\r\n', head('CONNECT shop.example:443 HTTP/1.1')]) {
      const { responses } = await sendRaw(gateway.url, [`${post(gateway.testKey)}${behind}`], { expected: 3 });
      assert.equal(responses.length, 2);
      assertSuccess(responses[0]!, 201);
      assertError(responses[1]!, 400, 'bad_request');
    }
  });

  test('get one response each when a body breaks off', async () => {
    const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const line = `POST ${API}/payments HTTP/1.1`;
    const bad = await sendRaw(gateway.url, [`${head(line, { ...chunked, 'x-api-key': gateway.testKey })}zz\r\n`], {
      expected: 2,
    });
    assert.deepEqual([bad.responses.length, bad.closed], [1, true]);
    assertError(bad.responses[0]!, 400, 'bad_request');
    const early = await sendRaw(gateway.url, [`${head(line, chunked)}2\r\n{}\r\nzz\r\n`], { expected: 2 });
    assert.equal(early.closed, true);
    assert.ok(early.responses.length === 1, `${early.responses.length} responses`);
  });

  test('get one response each when a body breaks off after its response', async () => {
    const { hostname, port } = new URL(gateway.url);
    for (const first of [`POST ${API}/payments HTTP/1.1`, 'GET /healthz HTTP/1.1', 'POST /nothing HTTP/1.1']) {
      const socket = connect(Number(port), hostname).setEncoding('latin1');
      let text = '';
      socket.on('data', (part) => (text += part));
      socket.write(head(first, { 'transfer-encoding': 'chunked' }));
      await until('the request has a response', () => text.includes('\r\n\r\n'));
      socket.write('zz\r\n');
      await once(socket, 'close');
      assert.equal(text.split('HTTP/1.1 ').length - 1, 1, text);
    }
  });
});

describe('the number of connections', () => {
  const idle = async (gateway: TestGateway, count: number): Promise<Socket[]> => {
    const { hostname, port } = new URL(gateway.url);
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => {}));
    // A connection has been accepted when it gets a response.
    await Promise.all(
      sockets.map((socket) => {
        socket.write(head('GET /healthz HTTP/1.1'));
        return once(socket, 'data');
      }),
    );
    return sockets;
  };
  const assertRefused = async (gateway: TestGateway, message: RegExp) => {
    const { responses, closed } = await sendRaw(gateway.url, [head('GET /healthz HTTP/1.1')], { expected: 2 });
    assert.deepEqual([responses.length, closed], [1, true]);
    const [response] = responses;
    assertError(response!, 503, 'service_unavailable', { message });
    assert.equal(response!.headers.get('retry-after'), '5');
    assert.equal(response!.headers.get('connection'), 'close');
    assert.equal(response!.headers.get('cache-control'), 'no-store');
  };

  test('is limited: those beyond the limit get a 503 until one has closed', async () => {
    const gateway = await startTestGateway('sqlite', { settings: { MAX_CONNECTIONS: '5' } });
    const sockets = await idle(gateway, 5);
    try {
      for (let i = 0; i < 3; i++) await assertRefused(gateway, /open at this gateway/);
      // There are more silent clients than may wait for their refusal at a time. They do not delay other clients.
      const { hostname, port } = new URL(gateway.url);
      const silent = Array.from({ length: 150 }, () => connect(Number(port), hostname).on('error', () => {}));
      await until('silent ones are closed', () => silent.every((socket) => socket.resume().destroyed));
      sockets.pop()?.destroy();
      await until('a place is free', async () => (await getRaw(gateway.url, '/healthz', 'x')).status === 200);
    } finally {
      for (const socket of sockets) socket.destroy();
      await gateway.stop();
    }
  });

  test('of one address is limited, unless it is a trusted proxy', async () => {
    const settings = { MAX_CONNECTIONS_PER_ADDRESS: '3' };
    for (const trusted of [false, true]) {
      const gateway = await startTestGateway('sqlite', {
        settings: { ...settings, ...(trusted && { TRUST_PROXY: '127.0.0.0/8' }) },
      });
      const sockets = await idle(gateway, 3);
      try {
        if (trusted) assert.equal((await getRaw(gateway.url, '/healthz', 'x')).status, 200);
        else await assertRefused(gateway, /open from this address/);
      } finally {
        for (const socket of sockets) socket.destroy();
        await gateway.stop();
      }
    }
  });
});

test('a client that reads nothing is cut off, and a client that reads is not', { timeout: 240_000 }, async () => {
  const bodyBytes = 4 * 1024 * 1024;
  const body = Buffer.alloc(bodyBytes);
  const { server, open } = await guardedServer((_request, response) => void response.end(body), {
    stallLimitMs: 500,
  });
  const request = head('GET / HTTP/1.1');
  const stalled = open().pause();
  stalled.on('error', () => {});
  stalled.write(request.repeat(20));
  let served = 0;
  const [accepted] = (await once(server, 'connection')) as [Socket];
  accepted.once('close', () => served++);
  const reader = open();
  let bytes = 0;
  reader.on('data', (part) => (bytes += part.length));
  reader.write(request.repeat(20));
  try {
    await until('the client that reads has every response', () => bytes > 20 * bodyBytes);
    await until('the client that reads nothing is cut off', () => served === 1);
    assert.equal(reader.destroyed, false);
  } finally {
    stalled.destroy();
    reader.destroy();
    server.close();
  }
});

test('a client that waits for a slow response stays connected, and an idle client is disconnected', async () => {
  let quiet = 0;
  const { server, open } = await guardedServer(
    ({ socket }, response) => {
      // The check for readers that stall is over by then.
      socket.once('timeout', () => {
        quiet++;
        setImmediate(() => response.end('late'));
      });
    },
    { stallLimitMs: 100 },
  );
  Object.assign(server, { keepAliveTimeout: 50, keepAliveTimeoutBuffer: 0 });
  const client = open();
  let received = '';
  client.on('data', (part: string) => (received += part));
  client.write(head('GET / HTTP/1.1'));
  try {
    await once(client, 'close');
    assert.equal(quiet, 1);
    assert.match(received, /\r\n\r\nlate$/);
  } finally {
    client.destroy();
    server.close();
  }
});

test('HOST=localhost serves every address of that name in the same way', async () => {
  const gateway = await startTestGateway('sqlite', { settings: { HOST: 'localhost' } });
  const { port } = new URL(gateway.url);
  try {
    for (const { address, family } of await lookup('localhost', { all: true })) {
      const origin = `http://${family === 6 ? `[${address}]` : address}:${port}`;
      assert.equal((await fetch(`${origin}/healthz`, { headers: { connection: 'close' } })).status, 200);
      for (const bytes of ['garbage\r\n\r\n', head('CONNECT shop.example:443 HTTP/1.1')]) {
        const { responses } = await sendRaw(origin, [bytes]);
        assertErrorShape(responses[0]!);
      }
    }
  } finally {
    await gateway.stop();
  }
});
