import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { webhookHeaders } from '../../../src/features/webhooks/sign.ts';
import { startDriver } from '../../support/drivers/start-driver.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy, type TlsProxy } from '../../support/tls-proxy.ts';
import { attempted, newShop, type Shop } from '../../support/webhooks.ts';
import { changeWebsite } from '../../support/websites.ts';

/** An example shop that sells with a live key. */
export interface LiveExample {
  readonly name: string;
  readonly skip: string | false;
  command(port: number): readonly [string, ...string[]];
  readonly env: Record<string, string>;
  /** The name of the file or folder in which the shop stores its orders. */
  readonly orders: string;
  /** The texts on the page of a paid order, and on that of an open one. */
  readonly shows: { readonly paid: RegExp; readonly open: RegExp };
}

/** Anyone with a test key can create and pay a test payment with the number of an order as its reference. That must not pay the order. */
export function testLiveExample({ name, skip, command, env, orders, shows }: LiveExample): void {
  describe(`${name}, with a live key`, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'peye-live-example-'));
    const { certificate, settings } = loopbackDelivery(folder);
    let driver: Awaited<ReturnType<typeof startDriver>>;
    let gateway: TestGateway;
    let shop: Shop;
    let merchant: MerchantProcess;
    let proxy: TlsProxy;
    let origin: string;
    let liveKey: string;
    before(async () => {
      const gatewayPort = String(await freePort());
      driver = await startDriver('moncash', { gatewayUrl: `http://127.0.0.1:${gatewayPort}`, now: Date.now });
      gateway = await startTestGateway('sqlite', { settings: { ...settings, ...driver.settings, PORT: gatewayPort } });
      shop = await newShop(gateway, null);
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      proxy = await startTlsProxy(certificate, port);
      await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: `${proxy.url}/webhooks` });
      liveKey = (await gateway.store.operator.createApiKey({ websiteId: shop.websiteId, mode: 'live' })).text;
      merchant = await startMerchant(command(port), {
        port,
        env: {
          ...env,
          PEYE_URL: gateway.url,
          PEYE_KEY: liveKey,
          PEYE_WEBHOOK_SECRET: shop.secret,
          ORDERS: join(folder, orders),
        },
        cwd: folder,
      });
    });
    after(async () => {
      await merchant?.stop();
      await proxy?.close();
      await gateway?.stop();
      await driver?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const orderPage = async (reference: string) => (await fetch(`${origin}/orders/${reference}`)).text();

    it('marks an order as paid by the live event, and not by the event of a test payment with the number of the order', async () => {
      const live = gateway.client(liveKey);
      const body = new URLSearchParams({ name: 'Marie Joseph' });
      const bought = await fetch(`${origin}/buy`, { method: 'POST', body, redirect: 'manual' });
      assert.equal(bought.status, 303, merchant.output());
      const { transaction_id: liveId, reference } = (await live.get('/payments')).json.data[0];

      const fields = paymentRequest({ amount: 500, currency: 'HTG', reference });
      const testId: string = (await shop.api.post('/payments', fields)).json.transaction_id;
      await shop.api.post(`/test_helpers/payments/${testId}/complete`);
      const delivery = await attempted(gateway, testId, { attempts: 1 });
      assert.ok([400, 401].includes(delivery.lastStatusCode ?? 0), `${delivery.lastStatusCode} ${merchant.output()}`);
      assert.match(await orderPage(reference), shows.open);

      // The mode is not signed: an attacker who sees the event of a test payment can send it as a live one.
      const facts = { event: 'payment.success', timestampS: JSON.parse(delivery.body).timestamp, body: delivery.body };
      const headers = webhookHeaders({ ...facts, mode: 'live' }, shop.secret);
      const replayed = await fetch(`${origin}/webhooks`, { method: 'POST', headers, body: delivery.body });
      assert.equal(replayed.status, 204, merchant.output());
      assert.match(await orderPage(reference), shows.open);
      assert.equal((await live.get(`/payments/${liveId}`)).json.data.status, 'processing');

      await driver.pay(liveId);
      await live.post(`/payments/${liveId}/verify`);
      assert.equal((await attempted(gateway, liveId, { attempts: 1 })).lastStatusCode, 204, merchant.output());
      assert.match(await orderPage(reference), shows.paid);
    });
  });
}
