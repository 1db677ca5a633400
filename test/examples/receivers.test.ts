import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signWebhook } from '../../src/features/webhooks/sign.ts';
import type { Delivery } from '../../src/features/webhooks/store/delivery-table.ts';
import { findDelivery } from '../../src/features/webhooks/store/list-deliveries.ts';
import { restartDelivery } from '../../src/features/webhooks/store/restart-deliveries.ts';
import { cutAfterEveryByte, webhookRequest } from '../sdk/support/cut-requests.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { createWebsite } from '../support/websites.ts';

const folder = mkdtempSync(join(tmpdir(), 'peye-receivers-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { certificate, settings } = loopbackDelivery(folder);
const example = (name: string) => fileURLToPath(new URL(`../../examples/receivers/${name}`, import.meta.url));

interface Receiver {
  readonly name: string;
  /** The path of its language's program; undefined when this machine lacks it. */
  readonly program: string | undefined;
  readonly args: (port: number) => string[];
}

const RECEIVERS: readonly Receiver[] = [
  { name: 'Node', program: process.execPath, args: () => [example('receiver.mjs')] },
  {
    name: 'PHP',
    program: process.env.PHP_PATH,
    args: (port) => ['-S', `127.0.0.1:${port}`, example('receiver.php')],
  },
  { name: 'Python', program: process.env.PYTHON_PATH, args: () => [example('receiver.py')] },
];

onOneEngineByDay('the receivers of the docs', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ...settings, WEBHOOK_RETRY_SECONDS: '0' } });
  });
  after(() => gateway.stop());

  for (const { name, program, args } of RECEIVERS) {
    const skip = program ? false : `no ${name}: ${name.toUpperCase()}_PATH is not set`;
    describe(`the one in ${name}`, { skip }, () => {
      const inbox = join(folder, `${engine}-${name}`);
      let port: number;
      let proxy: TlsProxy;
      let receiver: MerchantProcess;
      let secret: string;
      let key: string;
      /** A key of another website with the same callback URL. Its events are signed with a secret that the receiver does not know. */
      let otherKey: string;
      before(async () => {
        port = await freePort();
        proxy = await startTlsProxy(certificate, port);
        const callbackUrl = `${proxy.url}/webhooks`;
        const [own, other] = [await newShop(callbackUrl), await newShop(callbackUrl)];
        ({ secret, key } = own);
        otherKey = other.key;
        receiver = await start();
      });
      after(async () => {
        await receiver?.stop();
        await proxy?.close();
      });

      const start = () =>
        startMerchant([program!, ...args(port)], {
          port,
          env: { PEYE_WEBHOOK_SECRET: secret, PEYE_MODE: 'test', PEYE_INBOX: inbox },
          cwd: folder,
        });
      const newShop = async (callbackUrl: string) => {
        const { website, webhookSecret } = await createWebsite(gateway.store, { name: 'Shop', callbackUrl });
        const { text } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
        return { secret: webhookSecret, key: text };
      };
      const pay = async (apiKey: string, finish: 'complete' | 'fail' = 'complete') => {
        const api = gateway.client(apiKey);
        const created = await api.post('/payments', paymentRequest({ metadata: { non: 'Jòj "é" 😀', n: 1e3 } }));
        const id = created.json.transaction_id as string;
        assert.equal((await api.post(`/test_helpers/payments/${id}/${finish}`)).status, 200);
        return id;
      };
      const ended = async (id: string, attempts: number): Promise<Delivery> => {
        let delivery: Delivery | undefined;
        await until(`attempt ${attempts} of ${id} is recorded`, async () => {
          delivery = await findDelivery(gateway.store.db, `dlv_${id}`);
          return delivery?.attempts === attempts && delivery.status !== 'pending';
        });
        return delivery!;
      };
      const linesOf = (id: string) =>
        receiver
          .output()
          .split('\n')
          .filter((line) => line.includes(id));
      const handled = (id: string) => linesOf(id).filter((line) => !line.includes('again: ignored')).length;
      const post = (body: string, headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}/webhooks`, {
          method: 'POST',
          body,
          headers: { 'x-gateway-mode': 'test', ...headers },
        });

      it('stores and handles an event once, even if it is delivered twice', async () => {
        const id = await pay(key);
        const first = await ended(id, 1);
        assert.equal(first.status, 'delivered', `${first.lastError} ${first.lastStatusCode} ${receiver.output()}`);
        assert.equal(first.lastStatusCode, 204);
        await gateway.store.db.transaction((tx) => restartDelivery(tx, first.id, gateway.store.clock()));
        assert.equal((await ended(id, 2)).status, 'delivered');
        await until('the receiver has handled the event', () => handled(id) > 0);
        assert.equal(handled(id), 1, receiver.output());
        assert.match(receiver.output(), new RegExp(`payment\\.success ${id} 500\\.00 HTG`));
        // The receiver prints the repeated event too, so that a reader who resends an event sees that it arrives.
        await until('the receiver has printed the repeated event', () => linesOf(id).length === 2);
        assert.equal(readFileSync(join(inbox, `${id} payment.success.json`), 'utf8'), first.body);
      });

      it('stores the events of two refunds of a payment, each once', async () => {
        const send = async (refund: string) => {
          const data = { refund_id: refund, transaction_id: '888000', amount: '10.00', currency: 'HTG' };
          const body = JSON.stringify({ event: 'refund.succeeded', timestamp: 1, data });
          const answer = await post(body, { 'x-gateway-signature': signWebhook(body, secret) });
          assert.equal(answer.status, 204);
        };
        for (const refund of ['one', 'two', 'one']) await send(`${engine}-${refund}`);
        const stored = readdirSync(inbox).filter((file) => file.startsWith(`${engine}-`));
        assert.deepEqual(stored.sort(), [`${engine}-one refund.succeeded.json`, `${engine}-two refund.succeeded.json`]);
      });

      it('accepts no event if no secret is set, because anyone could sign with an empty one', async () => {
        const otherPort = await freePort();
        const child = spawn(program!, args(otherPort), {
          env: { PATH: process.env.PATH, PORT: String(otherPort), PEYE_WEBHOOK_SECRET: '', PEYE_INBOX: inbox },
          cwd: folder,
        });
        let output = '';
        child.stderr.on('data', (text) => (output += text));
        try {
          await until('the receiver says what to set', async () => {
            // The receiver in PHP logs this only when it gets a request.
            const body = '{"event":"payment.success","data":{"transaction_id":"1"}}';
            const headers = { 'x-gateway-signature': createHmac('sha256', '').update(body).digest('hex') };
            const answer = await fetch(`http://127.0.0.1:${otherPort}`, { method: 'POST', body, headers }).catch(
              () => null,
            );
            assert.ok(answer === null || answer.status === 500, `${answer?.status}`);
            return output.includes('Set PEYE_WEBHOOK_SECRET to the whsec_… of your website.');
          });
        } finally {
          child.kill('SIGKILL');
        }
      });

      it('accepts the event of a failed payment', async () => {
        const id = await pay(key, 'fail');
        assert.equal((await ended(id, 1)).status, 'delivered');
        assert.ok(readdirSync(inbox).includes(`${id} payment.failed.json`));
      });

      it('handles one of many identical events that arrive at the same time, and responds to all with success', async () => {
        const body = `{"event":"payment.success","timestamp":1,"data":{"transaction_id":"777000${engine.length}","amount":"5.00","currency":"HTG"}}`;
        const headers = { 'x-gateway-signature': signWebhook(body, secret) };
        const responses = await Promise.all(Array.from({ length: 12 }, () => post(body, headers)));
        assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([204]));
        await until('the receiver has handled the event', () => handled(`777000${engine.length}`) > 0);
        assert.equal(handled(`777000${engine.length}`), 1);
      });

      it('401 refuses an event that is signed with another secret, and does not handle it', async () => {
        const id = await pay(otherKey);
        const delivery = await ended(id, 1);
        assert.deepEqual([delivery.status, delivery.lastStatusCode], ['exhausted', 401]);
        assert.equal(handled(id), 0);
        assert.deepEqual(
          readdirSync(inbox).filter((file) => file.includes(id)),
          [],
        );
      });

      it('401 refuses forged signatures of every shape', async () => {
        const body =
          '{"event":"payment.success","timestamp":1,"data":{"transaction_id":"666000","amount":"1.00","currency":"HTG"}}';
        const signature = signWebhook(body, secret);
        const forged: Record<string, string>[] = [
          {},
          { 'x-gateway-signature': '' },
          { 'x-gateway-signature': signature.slice(0, -1) },
          { 'x-gateway-signature': `${signature}00` },
          { 'x-gateway-signature': signWebhook(body, 'whsec_another') },
          { 'x-gateway-signature': `\u00e9${signature.slice(1)}` },
          { 'x-gateway-signature': 'zz'.repeat(32) },
        ];
        for (const headers of forged) {
          assert.equal((await post(body, headers)).status, 401, JSON.stringify(headers));
        }
        assert.equal((await post(`${body} `, { 'x-gateway-signature': signature })).status, 401);
        assert.equal(handled('666000'), 0);
        assert.equal((await post(body, { 'x-gateway-signature': signature })).status, 204);
      });

      it('400 refuses an event of the other mode, or of none', async () => {
        const body =
          '{"event":"payment.success","timestamp":1,"data":{"transaction_id":"555000","amount":"1.00","currency":"HTG"}}';
        for (const mode of ['live', '', 'TEST']) {
          const headers = { 'x-gateway-signature': signWebhook(body, secret), 'x-gateway-mode': mode };
          assert.equal((await post(body, headers)).status, 400, mode);
        }
        await until('the receiver logs why', () =>
          receiver.output().includes('refused: this receiver accepts events of test payments'),
        );
        assert.equal(handled('555000'), 0);
      });

      it('does not read a body of more than a megabyte', async () => {
        const status = await post(' '.repeat(3 * 1024 * 1024), {}).then(
          (response) => response.status,
          () => 'closed',
        );
        assert.ok([413, 'closed'].includes(status), `${status}`);
        assert.equal((await ended(await pay(key), 1)).status, 'delivered');
      });

      // A receiver does not see the gateway's store. Cuts after each byte where the headers end and the body starts, and after every seventh elsewhere.
      if (engine === 'sqlite') {
        it('survives a request that ends early, wherever that is', async () => {
          const { bytes, headLength } = webhookRequest('whsec_another');
          await cutAfterEveryByte(port, bytes, { step: 7, around: headLength });
          assert.equal((await ended(await pay(key), 1)).status, 'delivered');
          assert.equal(receiver.hasExited(), false);
        });
      }

      it('still knows after a restart which events it has handled', async () => {
        const id = await pay(key);
        const { body } = await ended(id, 1);
        await receiver.stop();
        receiver = await start();
        assert.equal((await post(body, { 'x-gateway-signature': signWebhook(body, secret) })).status, 204);
        assert.equal(handled(id), 0);
      });
    });
  }
});
