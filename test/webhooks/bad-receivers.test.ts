import assert from 'node:assert/strict';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { selfSigned } from '../../simulators/merchant/certificate.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { freePort, startTestGateway, type TestGateway } from '../support/gateway.ts';
import {
  dripBody,
  dripHeaders,
  endlessBody,
  hang,
  hugeBody,
  nonsense,
  type Receiver,
  type Reply,
  resetBeforeHeaders,
  resetWithinBody,
  resetWithinHeaders,
  startReceiver,
  status,
} from '../support/receiver.ts';
import { attempted, finishedPayment, newShop } from '../support/webhooks.ts';

/** How an attempt must end: with this status or error, and not before or after these times. */
interface Ending {
  readonly reply?: Reply;
  readonly statusCode?: number;
  readonly error?: RegExp;
  readonly minMs?: number;
  readonly maxMs: number;
}

/** How late a timer may be on a busy machine. */
const SLACK_MS = 3_000;
const QUICK = { maxMs: 2_000 };

const ENDINGS: Record<string, Ending> = {
  'never responds': { reply: hang, error: /no response within 10 s/, minMs: 9_000, maxMs: 10_000 + SLACK_MS },
  'sends its headers drop by drop': {
    reply: dripHeaders,
    error: /no response within 10 s/,
    minMs: 9_000,
    maxMs: 10_000 + SLACK_MS,
  },
  'takes nine seconds to respond': {
    reply: (response) => setTimeout(() => response.writeHead(200).end('late'), 8_900),
    statusCode: 200,
    minMs: 8_800,
    maxMs: 8_900 + SLACK_MS,
  },
  'sends its body drop by drop': { reply: dripBody, statusCode: 200, minMs: 1_000, maxMs: 2_000 + SLACK_MS },
  'sends a body without an end': { reply: endlessBody, statusCode: 200, maxMs: 2_000 + SLACK_MS },
  'sends 10 MB': { reply: hugeBody, statusCode: 200, maxMs: 2_000 + SLACK_MS },
  'fails with a body without an end': {
    reply: (response, request) => {
      const { writeHead } = response;
      response.writeHead = ((_status: number) => writeHead.call(response, 500)) as typeof writeHead;
      endlessBody(response, request);
    },
    statusCode: 500,
    maxMs: 2_000 + SLACK_MS,
  },
  'breaks the connection before its response': { reply: resetBeforeHeaders, error: /closed|reset/, ...QUICK },
  'breaks the connection within its headers': { reply: resetWithinHeaders, error: /closed|reset/, ...QUICK },
  'breaks the connection within the body of a 2xx': { reply: resetWithinBody, statusCode: 200, ...QUICK },
  'speaks another protocol': { reply: nonsense, error: /does not match the HTTP/, ...QUICK },
  'sends headers without an end': {
    reply: (response) =>
      void response.socket?.write(`HTTP/1.1 200 OK\r\n${'X-Fill: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5_000)}`),
    error: /headers/i,
    ...QUICK,
  },
};

onOneEngineByDay('receivers that behave badly', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,3600' } });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  const assertEnding = async (callbackUrl: string, { statusCode, error, minMs = 0, maxMs }: Ending) => {
    const shop = await newShop(gateway, callbackUrl);
    const id = await finishedPayment(shop.api);
    const delivery = await attempted(gateway, id, { attempts: 1, timeoutMs: 20_000 });
    const [entry, ...others] = delivery.tries;
    assert.deepEqual(others, []);
    assert.equal(entry?.statusCode, statusCode ?? null);
    if (error) assert.match(entry?.error ?? '', error);
    else assert.equal(entry?.error, null);
    const isDelivered = statusCode !== undefined && statusCode < 300;
    assert.equal(delivery.status, isDelivered ? 'delivered' : 'pending');
    assert.equal(delivery.lastError, entry?.error);
    assert.equal(delivery.lastStatusCode, entry?.statusCode);
    assert.ok((entry?.responseStart ?? '').length <= 1024);
    const tookMs = entry?.durationMs ?? -1;
    assert.ok(tookMs >= minMs && tookMs <= maxMs, `${tookMs} ms, not from ${minMs} to ${maxMs}`);
    if (isDelivered) return;
    const waitUs = (delivery.nextAttemptAtUs ?? 0) - (entry?.atUs ?? 0) - tookMs * 1000;
    assert.ok(waitUs >= 3_600e6 && waitUs <= 3_961e6, `tried again after ${waitUs} µs`);
  };

  // Contract: WEBHOOK-11
  it('get one recorded attempt each, within its time limit, while the others wait for theirs', {
    timeout: 240_000,
    concurrency: true,
  }, async (t) => {
    await Promise.all(
      Object.entries(ENDINGS).map(([name, ending], index) =>
        t.test(name, () => {
          receiver.script(`/bad/${index}`, ending.reply ?? status(200));
          return assertEnding(`${receiver.origin}/bad/${index}`, ending);
        }),
      ),
    );
    for (const index of Object.keys(ENDINGS).keys()) {
      assert.equal(receiver.received(`/bad/${index}`).length, 1, Object.keys(ENDINGS)[index]);
    }
  });

  it('also end in time without TLS, with an untrusted certificate, or without a server', {
    timeout: 240_000,
    concurrency: true,
  }, async (t) => {
    const untrusted = await startReceiver();
    const misnamed = await startReceiver({ certificate: selfSigned('shop.example') });
    const sockets: Socket[] = [];
    const silent = createTcpServer((socket) => void sockets.push(socket.on('error', () => {})));
    const plain = createTcpServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n'));
    const [silentPort, plainPort] = [await listen(silent), await listen(plain)];
    const cases: [name: string, url: string, ending: Ending][] = [
      ['an untrusted certificate', untrusted.origin, { error: /self-signed|DEPTH_ZERO|CERT/i, ...QUICK }],
      ['a certificate of another name', misnamed.origin, { error: /CERT|altname/i, ...QUICK }],
      ['HTTP where TLS should be', `https://127.0.0.1:${plainPort}`, { error: /SSL|EPROTO|closed|reset/i, ...QUICK }],
      ['no server listens', `https://127.0.0.1:${await freePort()}`, { error: /refused/, ...QUICK }],
      [
        'TLS that is never set up',
        `https://127.0.0.1:${silentPort}`,
        { error: /no connection within 10 s/, minMs: 9_000, maxMs: 10_000 + SLACK_MS },
      ],
      ['a name without an address', 'https://shop.invalid/', { error: /name/, maxMs: 10_000 + SLACK_MS }],
    ];
    try {
      await Promise.all(cases.map(([name, url, ending]) => t.test(name, () => assertEnding(`${url}/`, ending))));
      assert.equal(untrusted.received().length, 0);
      assert.equal(misnamed.received().length, 0);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      plain.close();
      await untrusted.close();
      await misnamed.close();
    }
  });
});

function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : 0);
    }),
  );
}
