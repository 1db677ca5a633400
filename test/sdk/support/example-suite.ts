import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signWebhook } from '../../../src/webhooks/sign.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy, type TlsProxy } from '../../support/tls-proxy.ts';
import { attempted, newShop, type Shop } from '../../support/webhooks.ts';
import { changeWebsite } from '../../support/websites.ts';

/** An example shop in a process of its own. */
export interface Example {
  readonly name: string;
  readonly skip: string | false;
  command(port: number): readonly [string, ...string[]];
  readonly env: Record<string, string>;
  /** The name of the file or folder of its orders. */
  readonly orders: string;
}

/** Buys at an example shop as a customer does, and pays as the gateway tells the shop. */
export function testExample({ name, skip, command, env, orders }: Example): void {
  describe(name, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'peye-example-'));
    const { certificate, settings } = loopbackDelivery(folder);
    let gateway: TestGateway;
    let shop: Shop;
    let merchant: MerchantProcess;
    let proxy: TlsProxy;
    let origin: string;
    before(async () => {
      gateway = await startTestGateway('sqlite', { settings });
      shop = await newShop(gateway, null);
      const port = await freePort();
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

    /** Buys, and returns the payment as the gateway has it. */
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

    it('sells, and takes an order for paid when the webhook says so', async () => {
      assert.equal((await fetch(origin)).status, 200);
      const { transaction_id: id, reference, amount, customer } = await buy();
      assert.deepEqual([amount, customer.name], ['500.00', 'Jòj <b>"O\'Neil"</b>']);
      assert.match(await order(reference), /<p>open</);
      await shop.api.post(`/test_helpers/payments/${id}/complete`);
      const delivery = await attempted(gateway, id, { attempts: 1 });
      assert.deepEqual([delivery.status, delivery.lastStatusCode], ['delivered', 204], merchant.output());
      assert.match(await order(reference), /<p>paid</);
    });

    it('takes it for paid when the customer comes back before the webhook', async () => {
      await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: '' });
      try {
        const { transaction_id: id, reference } = await buy();
        await shop.api.post(`/test_helpers/payments/${id}/complete`);
        assert.match(await order(reference), /<p>paid</);
      } finally {
        await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: `${proxy.url}/webhooks` });
      }
    });

    it('leaves an order open whose payment failed', async () => {
      const { transaction_id: id, reference } = await buy();
      await shop.api.post(`/test_helpers/payments/${id}/fail`);
      await until(
        'it was delivered',
        async () => (await attempted(gateway, id, { attempts: 1 })).status === 'delivered',
      );
      assert.match(await order(reference), /<p>open</);
    });

    it('401 refuses what Peye has not signed, and takes no other amount for the price', async () => {
      const { reference } = await buy();
      const post = (amount: string, secret: string) => {
        const data = { transaction_id: '915840412345678', amount, currency: 'HTG', status: 'completed', reference };
        const body = JSON.stringify({ event: 'payment.success', timestamp: 1, data });
        const headers = { 'x-gateway-signature': signWebhook(body, secret) };
        return fetch(`${origin}/webhooks`, { method: 'POST', body, headers });
      };
      assert.equal((await post('500.00', 'whsec_another')).status, 401);
      assert.equal((await post('5.00', shop.secret)).status, 204);
      assert.match(await order(reference), /<p>open</);
      assert.equal((await post('500.00', shop.secret)).status, 204);
      assert.match(await order(reference), /<p>paid</);
    });
  });
}
