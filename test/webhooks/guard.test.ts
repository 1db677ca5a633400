import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { selfSigned } from '../../simulators/merchant/certificate.ts';
import { type Resolve, type Sender, webhookSender } from '../../src/features/webhooks/send.ts';
import { isPublicAddress } from '../../src/platform/network/public-address.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { attempted, finishedPayment, newShop } from '../support/webhooks.ts';

const HEADERS = { 'content-type': 'application/json' };

/** Addresses to which no connection is allowed. PUBLIC has one address of each family to which connections are allowed. */
const PRIVATE = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '::1', 'fd00::1', '::ffff:127.0.0.1'];
const PUBLIC = ['8.8.8.8', '2606:4700:4700::1111'];

describe('the check of addresses, with a name server that returns private addresses', () => {
  let receiver: Receiver;
  const senders: Sender[] = [];
  before(async () => {
    receiver = await startReceiver({ certificate: selfSigned('shop.example') });
  });
  after(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
    await receiver.close();
  });

  const port = () => new URL(receiver.origin).port;
  const senderWith = (resolve: Resolve, isAllowed = isPublicAddress) => {
    const sender = webhookSender({ isAllowed, resolve, ca: receiver.certificate.cert });
    senders.push(sender);
    return sender;
  };
  /** In this test only loopback counts as public, so that a receiver can be reached. */
  const onlyLoopback = (address: string) => address === '127.0.0.1';

  for (const response of [
    ...PRIVATE.map((address) => [address]),
    [...PUBLIC, '10.0.0.1'],
    ['127.0.0.1', ...PUBLIC],
    [...PUBLIC, '::1'],
  ]) {
    // Contract: WEBHOOK-16
    it(`refuses a public name that leads to ${response.join(' and ')}`, async () => {
      const result = await senderWith(async () => response).send(`https://shop.example:${port()}/`, HEADERS, '{}');
      assert.equal(result.isRefused, true);
      assert.match(result.error ?? '', /not a public address/);
      // The error is the same as for a name that does not exist. Only the note for the operator has the address.
      const missing = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
      const absent = await senderWith(() => Promise.reject(missing)).send('https://none.example/', HEADERS, '{}');
      assert.equal(absent.error, result.error);
      assert.ok(!response.some((address) => result.error?.includes(address)), result.error ?? '');
      assert.match(result.operatorNote ?? '', /^not a public address: [\d.:a-f]+$/);
      assert.deepEqual([result.statusCode, result.responseStart], [null, null]);
      assert.equal(receiver.connections(), 0);
    });
  }

  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '0.0.0.0',
    '[::]',
    '１２７.0.0.1',
    '127.0.0.1.',
  ]) {
    // Contract: WEBHOOK-16
    it(`refuses ${host} although it had been registered`, async () => {
      const sender = senderWith(async () => assert.fail('there is nothing to look up'));
      const result = await sender.send(`https://${host}:${port()}/`, HEADERS, '{}');
      assert.equal(result.isRefused, true);
      assert.equal(receiver.connections(), 0);
    });
  }

  it('reaches the checked address, with the name in TLS and Host, and with one lookup for each connection', async () => {
    const before = receiver.connections();
    const asked: string[] = [];
    const sender = senderWith(async (name) => {
      asked.push(name);
      return ['127.0.0.1'];
    }, onlyLoopback);
    for (let count = 0; count < 3; count++) {
      const result = await sender.send(`https://SHOP.example:${port()}/hook?a=1`, HEADERS, '{"n":1}');
      assert.deepEqual([result.statusCode, result.error], [200, null]);
    }
    assert.deepEqual(new Set(asked), new Set(['shop.example']));
    assert.equal(asked.length, receiver.connections() - before);
    const received = receiver.received('/hook?a=1');
    assert.equal(received.length, 3);
    assert.equal(received[0]?.headers.host, `shop.example:${port()}`);
    assert.equal(received[0]?.body.toString(), '{"n":1}');
  });

  it('reaches nothing private when the response changes after the first lookup', async () => {
    const before = receiver.connections();
    const responses = [['8.8.8.8'], ['127.0.0.1']];
    let asked = 0;
    const sender = senderWith(async () => {
      asked++;
      // A second lookup would give the private address.
      return responses[Math.min(asked, responses.length) - 1]!;
    });
    // Whether 8.8.8.8 responds or not, this connection goes there and nowhere else.
    const first = sender.send(`https://shop.example:${port()}/rebound`, HEADERS, '{}');
    const second = senderWith(async () => responses[1]!).send(`https://shop.example:${port()}/rebound`, HEADERS, '{}');
    assert.equal((await second).isRefused, true);
    await sender.close();
    assert.equal((await first).statusCode, null);
    assert.equal(asked, 1);
    assert.equal(receiver.connections(), before);
    assert.equal(receiver.received('/rebound').length, 0);
  });

  it('checks again for each new connection: a name that becomes private is refused', async () => {
    let isPrivate = false;
    const sender = senderWith(async () => [isPrivate ? '10.0.0.1' : '127.0.0.1'], onlyLoopback);
    const url = `https://shop.example:${port()}/turns`;
    assert.equal((await sender.send(url, HEADERS, '{}')).statusCode, 200);
    isPrivate = true;
    receiver.disconnect();
    assert.equal((await sender.send(url, HEADERS, '{}')).isRefused, true);
    assert.equal(receiver.received('/turns').length, 1);
  });
});

onOneEngineByDay('a destination that is not public', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  before(async () => {
    receiver = await startReceiver();
    const { WEBHOOK_CA_FILE } = receiver.settings;
    const settings = { WEBHOOK_CA_FILE: WEBHOOK_CA_FILE ?? '', WEBHOOK_RETRY_SECONDS: '0,0,0' };
    gateway = await startTestGateway(engine, { settings });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  it('is refused at delivery: one recorded attempt without a connection, never retried, no response stored', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/private`);
    receiver.script('/private', status(200, {}, 'secret of the inside'));
    const delivery = await attempted(gateway, await finishedPayment(shop.api));
    assert.deepEqual([delivery.status, delivery.attempts, delivery.nextAttemptAtUs], ['refused', 1, null]);
    assert.match(delivery.lastError ?? '', /not a public address$/);
    const [entry, ...others] = delivery.tries;
    assert.deepEqual(others, []);
    assert.deepEqual([entry?.statusCode, entry?.responseStart], [null, null]);
    assert.equal(receiver.connections(), 0);
  });
});

describe('proxy settings of the environment', () => {
  it('are not followed: the receiver is reached directly, the proxy never', async () => {
    const receiver = await startReceiver();
    let proxied = 0;
    const proxy: Server = createServer((socket) => {
      proxied++;
      socket.on('error', () => {}).destroy();
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const address = proxy.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    try {
      const env = Object.fromEntries(
        ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].map((name) => [name, url]),
      );
      const child = spawn(process.execPath, [SEND_MAIN, `${receiver.origin}/direct`], {
        env: { ...env, NODE_USE_ENV_PROXY: '1', CA_FILE: receiver.settings.WEBHOOK_CA_FILE },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
      await once(child, 'close');
      assert.equal(JSON.parse(output).statusCode, 200, output);
      assert.equal(receiver.received('/direct').length, 1);
      assert.equal(proxied, 0);
    } finally {
      proxy.close();
      await receiver.close();
    }
  });
});

const SEND_MAIN = fileURLToPath(new URL('../support/send-main.ts', import.meta.url));
