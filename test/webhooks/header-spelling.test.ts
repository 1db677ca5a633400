import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { spawnPeye } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { startMerchant } from '../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy } from '../support/tls-proxy.ts';
import { attempted, finishedPayment, newShop } from '../support/webhooks.ts';

const SPELLED = [
  ...['Content-Type', 'User-Agent', 'X-Gateway-Event', 'X-Gateway-Mode', 'X-Gateway-Timestamp', 'X-Gateway-Signature'],
];
const SECRET = `whsec_${'s'.repeat(32)}`;
const folder = mkdtempSync(join(tmpdir(), 'peye-spelling-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { certificate, settings } = loopbackDelivery(folder);

/** A receiver in PHP that compares the names of headers as text, as code with getallheaders() does. */
const PHP_RECEIVER = `<?php
file_put_contents('php://stderr', 'RECEIVED ' . json_encode([
    'all' => getallheaders(),
    'server' => $_SERVER['HTTP_X_GATEWAY_SIGNATURE'] ?? null,
    'expected' => hash_hmac('sha256', file_get_contents('php://input'), getenv('PEYE_WEBHOOK_SECRET')),
]) . "\\n");
http_response_code(204);
`;

onOneEngineByDay('the spelling of webhook headers', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ...settings, WEBHOOK_RETRY_SECONDS: '0' } });
  });
  after(() => gateway?.stop());

  // Contract: WEBHOOK-9
  it('a webhook leaves in the spelling of the contract, byte for byte', async () => {
    const receiver = await rawReceiver('tls');
    try {
      const shop = await newShop(gateway, `https://127.0.0.1:${receiver.port}/hook`);
      const delivery = await attempted(gateway, await finishedPayment(shop.api));
      assert.deepEqual([delivery.status, delivery.lastStatusCode], ['delivered', 204], delivery.lastError ?? '');
      assertSpelled(receiver.bytes(), { path: '/hook', event: 'payment.success', secret: shop.secret });
    } finally {
      await receiver.close();
    }
  });

  it('peye listen forwards in the same spelling', async () => {
    const receiver = await rawReceiver('tcp');
    const shop = await newShop(gateway, null);
    await finishedPayment(shop.api, { outcome: 'fail' });
    const { text: testKey } = await gateway.store.operator.createApiKey({ websiteId: shop.websiteId, mode: 'test' });
    const listener = spawnPeye(
      [
        ...['listen', '--key', testKey, '--url', gateway.url, '--secret', SECRET, '--from-start'],
        ...['--forward', `http://127.0.0.1:${receiver.port}/hook`],
      ],
      { settings: { XDG_STATE_HOME: folder } },
    );
    try {
      await until('the event is forwarded', () => receiver.bytes().includes('}}'), 30_000);
      assertSpelled(receiver.bytes(), { path: '/hook', event: 'payment.failed', secret: SECRET });
    } finally {
      listener.child.kill('SIGTERM');
      await listener.ended;
      await receiver.close();
    }
  });

  const skip = process.env.PHP_PATH ? false : 'no PHP: PHP_PATH is not set';
  it('PHP finds the signature with getallheaders() as well as in $_SERVER', { skip }, async () => {
    const port = await freePort();
    const proxy = await startTlsProxy(certificate, port);
    const shop = await newShop(gateway, `${proxy.url}/hook`);
    const script = join(folder, `${engine}.php`);
    writeFileSync(script, PHP_RECEIVER);
    const merchant = await startMerchant([process.env.PHP_PATH!, '-S', `127.0.0.1:${port}`, script], {
      port,
      env: { PEYE_WEBHOOK_SECRET: shop.secret },
      cwd: folder,
    });
    try {
      const delivery = await attempted(gateway, await finishedPayment(shop.api));
      assert.equal(delivery.status, 'delivered', delivery.lastError ?? merchant.output());
      await until('the receiver has printed the headers', () => merchant.output().includes('RECEIVED '));
      const { all, server, expected } = JSON.parse(/RECEIVED (\{.*\})/.exec(merchant.output())![1]!);
      assert.equal(server, expected);
      assert.equal(all['X-Gateway-Signature'], expected);
      assert.equal(all['X-Gateway-Event'], 'payment.success');
      assert.match(all['X-Gateway-Timestamp'], /^\d{10}$/);
    } finally {
      await merchant.stop();
      await proxy.close();
    }
  });
});

/** Asserts that the bytes are one request, with the names and values of headers from the contract. */
function assertSpelled(bytes: string, expected: { path: string; event: string; secret: string }): void {
  const [head = '', body = ''] = bytes.split(/\r\n\r\n(.*)/s);
  const [requestLine, ...lines] = head.split('\r\n');
  assert.equal(requestLine, `POST ${expected.path} HTTP/1.1`);
  const headers = new Map(lines.map((line) => /^([^:]+): (.*)$/.exec(line)!.slice(1) as [string, string]));
  assert.equal(headers.size, lines.length, 'no header is sent twice');
  const others = ['host', 'connection', 'content-length'];
  assert.deepEqual(
    [...headers.keys()].filter((name) => !others.includes(name.toLowerCase())),
    SPELLED,
  );
  const { event, timestamp } = JSON.parse(body);
  assert.equal(event, expected.event);
  assert.equal(headers.get('Content-Type'), 'application/json');
  assert.equal(headers.get('X-Gateway-Event'), event);
  assert.equal(headers.get('X-Gateway-Mode'), 'test');
  assert.equal(headers.get('X-Gateway-Timestamp'), String(timestamp));
  assert.equal(
    headers.get('X-Gateway-Signature'),
    createHmac('sha256', expected.secret).update(Buffer.from(body, 'latin1')).digest('hex'),
  );
}

/** A server that stores the received bytes without parsing them, and responds with 204 after the body. */
async function rawReceiver(kind: 'tls' | 'tcp') {
  let bytes = '';
  const onSocket = (socket: Socket) => {
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (chunk) => {
      bytes += chunk;
      const length = /content-length: (\d+)/i.exec(bytes)?.[1];
      const body = bytes.split('\r\n\r\n')[1];
      if (body?.length === Number(length)) socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  };
  const server = kind === 'tls' ? createTlsServer({ ...certificate }, onSocket) : createTcpServer(onSocket);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => bytes,
    close: () => new Promise((done) => server.close(done)),
  };
}
