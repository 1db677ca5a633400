import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { webhookHeaders } from '../../../src/features/webhooks/sign.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy, type TlsProxy } from '../../support/tls-proxy.ts';
import { attempted, newShop, type Shop } from '../../support/webhooks.ts';
import { changeWebsite } from '../../support/websites.ts';
import { cutAfterEveryByte, webhookRequest } from './cut-requests.ts';
import { testLiveExample } from './mode-suite.ts';

/** An example shop in its own process. */
export interface Example {
  readonly name: string;
  readonly skip: string | false;
  command(port: number): readonly [string, ...string[]];
  readonly env: Record<string, string>;
  /** The name of the file or folder in which the shop stores its orders. */
  readonly orders: string;
}

/** Buys at an example shop as a customer does, and pays as the gateway instructs the shop. */
export function testExample(example: Example): void {
  const { name, skip, command, env, orders } = example;
  testLiveExample({ ...example, shows: { paid: /<p>paid</, open: /<p>open</ } });
  describe(name, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'peye-example-'));
    const { certificate, settings } = loopbackDelivery(folder);
    let gateway: TestGateway;
    let shop: Shop;
    let merchant: MerchantProcess;
    let proxy: TlsProxy;
    let origin: string;
    let port: number;
    before(async () => {
      gateway = await startTestGateway('sqlite', { settings });
      shop = await newShop(gateway, null);
      port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      proxy = await startTlsProxy(certificate, port);
      const { secret } = shop;
      await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: `${proxy.url}/webhooks` });
      const key = (await gateway.store.operator.createApiKey({ websiteId: shop.websiteId, mode: 'test' })).text;
      merchant = await startMerchant(command(port), {
        port,
        env: {
          ...env,
          PEYE_URL: gateway.url,
          PEYE_KEY: key,
          PEYE_WEBHOOK_SECRET: secret,
          ORDERS: join(folder, orders),
        },
        cwd: folder,
      });
    });
    after(async () => {
      await merchant?.stop();
      await proxy?.close();
      await gateway?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Buys at the shop, and returns the payment as the gateway shows it. */
    const buy = async () => {
      const body = new URLSearchParams({ name: 'Jòj <b>"O\'Neil"</b>' });
      const response = await fetch(`${origin}/buy`, { method: 'POST', body, redirect: 'manual' });
      assert.equal(response.status, 303, merchant.output());
      const location = response.headers.get('location') ?? '';
      assert.ok(location.startsWith(`${gateway.url}/pay/`), location);
      const id = location.split('/').at(-2)!;
      return (await shop.api.get(`/payments/${id}`)).json.data;
    };
    const order = async (number: string) => (await fetch(`${origin}/orders/${number}`)).text();

    it('sells, and marks an order as paid when the webhook arrives', async () => {
      assert.equal((await fetch(origin)).status, 200);
      const { transaction_id: id, reference, amount, customer } = await buy();
      assert.deepEqual([amount, customer.name], ['500.00', 'Jòj <b>"O\'Neil"</b>']);
      assert.match(await order(reference), /<p>open</);
      await shop.api.post(`/test_helpers/payments/${id}/complete`);
      const delivery = await attempted(gateway, id, { attempts: 1 });
      assert.deepEqual([delivery.status, delivery.lastStatusCode], ['delivered', 204], merchant.output());
      assert.match(await order(reference), /<p>paid</);
    });

    it('marks an order as paid when the customer returns before the webhook', async () => {
      await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: '' });
      try {
        const { transaction_id: id, reference } = await buy();
        await shop.api.post(`/test_helpers/payments/${id}/complete`);
        assert.match(await order(reference), /<p>paid</);
      } finally {
        await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: `${proxy.url}/webhooks` });
      }
    });

    it('shows the order to a customer who follows the return URL, and nothing for another reference', async () => {
      const { transaction_id: id, reference } = await buy();
      await shop.api.post(`/test_helpers/payments/${id}/complete`);
      // As the page of the payment adds them to the return URL of the website.
      const returned = await fetch(`${origin}/thanks?transaction_id=${id}&reference=${reference}`);
      assert.equal(returned.url, `${origin}/orders/${reference}`);
      assert.match(await returned.text(), /<p>paid</);
      for (const query of [
        '',
        '?reference=',
        '?reference=../../etc/passwd',
        '?reference[]=a',
        '?reference=%0d%0aX:1',
      ]) {
        assert.equal((await fetch(`${origin}/thanks${query}`)).status, 404, query);
      }
    });

    it('leaves an order open if its payment failed', async () => {
      const { transaction_id: id, reference } = await buy();
      await shop.api.post(`/test_helpers/payments/${id}/fail`);
      await until(
        'the webhook was delivered',
        async () => (await attempted(gateway, id, { attempts: 1 })).status === 'delivered',
      );
      assert.match(await order(reference), /<p>open</);
    });

    it('responds with 401 to webhooks without a valid signature, and ignores webhooks with another amount or payment', async () => {
      const { transaction_id: id, reference } = await buy();
      const post = (changes: object, secret: string, mode: 'live' | 'test' = 'test') => {
        const paid = { transaction_id: id, amount: '500.00', currency: 'HTG', status: 'completed', reference };
        const body = JSON.stringify({ event: 'payment.success', timestamp: 1, data: { ...paid, ...changes } });
        const headers = webhookHeaders({ event: 'payment.success', mode, body, timestampS: 1 }, secret);
        return fetch(`${origin}/webhooks`, { method: 'POST', body, headers });
      };
      assert.equal((await post({}, 'whsec_another')).status, 401);
      assert.equal((await post({}, shop.secret, 'live')).status, 401);
      assert.equal((await post({ amount: '5.00' }, shop.secret)).status, 204);
      // The webhook is signed, but its payment does not exist.
      assert.equal((await post({ transaction_id: '915840412345678' }, shop.secret)).status, 204);
      assert.match(await order(reference), /<p>open</);
      assert.equal((await post({}, shop.secret)).status, 204);
      assert.match(await order(reference), /<p>paid</);
    });

    it('continues to serve after requests that were cut off at any byte', async () => {
      const { bytes } = webhookRequest('whsec_another');
      assert.equal(await cutAfterEveryByte(port, bytes), bytes.length - 1);
      assert.equal((await fetch(origin)).status, 200, merchant.output());
      assert.equal(merchant.hasExited(), false, merchant.output());
    });

    it('refuses a body of more than a megabyte', async () => {
      const body = ' '.repeat(1024 * 1024 + 1);
      const { status } = await fetch(`${origin}/webhooks`, { method: 'POST', body });
      assert.ok([401, 413].includes(status), `${status}`);
    });
  });
}
