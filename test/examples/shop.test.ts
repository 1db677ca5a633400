import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findDelivery } from '../../src/storage/deliveries/find-delivery.ts';
import { restartDelivery } from '../../src/storage/deliveries/restart-deliveries.ts';
import { signWebhook } from '../../src/webhooks/sign.ts';
import { onBothEngines } from '../support/engines.ts';
import { API, freePort, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { createWebsite } from '../support/websites.ts';

const SHOP = fileURLToPath(new URL('../../examples/shop/shop.mjs', import.meta.url));

interface Order {
  readonly id: string;
  readonly status: string;
  readonly transactionId: string;
  readonly reason?: string;
}

onBothEngines('the example shop', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-shop-'));
  const { certificate, settings } = loopbackDelivery(folder);
  const ordersFile = join(folder, 'orders.json');
  let gateway: TestGateway;
  let proxy: TlsProxy;
  let shop: MerchantProcess;
  let url: string;
  let key: string;
  let secret: string;
  let start: () => Promise<MerchantProcess>;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ...settings, WEBHOOK_RETRY_SECONDS: '0,1,1' } });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    proxy = await startTlsProxy(certificate, port);
    const { website, webhookSecret } = await createWebsite(gateway.store, {
      name: 'Shop',
      callbackUrl: `${proxy.url}/webhooks`,
      returnUrl: `${url}/thanks`,
    });
    secret = webhookSecret;
    key = (await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' })).text;
    const env = {
      PEYE_KEY: key,
      PEYE_WEBHOOK_SECRET: secret,
      PEYE_URL: `${gateway.url}${API}`,
      ORDERS_FILE: ordersFile,
    };
    start = () => startMerchant([process.execPath, SHOP], { port, env, cwd: folder });
    shop = await start();
  });
  after(async () => {
    await shop?.stop();
    await proxy?.close();
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const orders = () => Object.values(JSON.parse(readFileSync(ordersFile, 'utf8')) as Record<string, Order>);
  const orderOf = (id: string) => orders().find((order) => order.transactionId === id);
  const order = async (form: Record<string, string> = {}) => {
    const body = new URLSearchParams({ name: 'Marie <b>Joseph', method: 'moncash', ...form });
    const response = await fetch(`${url}/orders`, { method: 'POST', body, redirect: 'manual' });
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, id: /\/pay\/(\d+)\//.exec(location)?.[1] ?? '' };
  };
  const finish = async (id: string, how: 'complete' | 'fail') => {
    const response = await gateway.client(key).post(`/test_helpers/payments/${id}/${how}`);
    assert.equal(response.status, 200, response.text);
  };
  const thanks = async (id: string) => (await fetch(`${url}/thanks?transaction_id=${id}`)).text();
  const sent = (id: string) => shop.output().split(`(${orderOf(id)?.id})`).length - 1;
  const paid = (id: string) => until('the order is paid', () => orderOf(id)?.status === 'paid');
  const post = (body: string, signature: string) =>
    fetch(`${url}/webhooks`, { method: 'POST', body, headers: { 'x-gateway-signature': signature } });

  it('303 sends the customer to a payment page that works, with the id already stored', async () => {
    assert.match(await (await fetch(url)).text(), /<form method="post" action="\/orders">/);
    const { status, location, id } = await order();
    assert.equal(status, 303);
    assert.equal(orderOf(id)?.status, 'open');
    assert.equal((await fetch(location)).status, 200);
    const { json } = await gateway.client(key).get(`/payments/${id}`);
    assert.equal(json.data.reference, orderOf(id)?.id);
  });

  it('fulfils an order by its webhook, once, though it is sent again', async () => {
    const { id } = await order();
    assert.match(await thanks(id), /We are confirming your payment/);
    await finish(id, 'complete');
    await paid(id);
    const deliveryId = `dlv_${id}`;
    const delivered = (attempts: number) =>
      until(`attempt ${attempts}`, async () => {
        const delivery = await findDelivery(gateway.store.db, deliveryId);
        return delivery?.status === 'delivered' && delivery.attempts === attempts;
      });
    await delivered(1);
    await gateway.store.db.transaction((tx) => restartDelivery(tx, deliveryId, gateway.store.clock()));
    await delivered(2);
    assert.match(await thanks(id), /Your order is paid/);
    assert.equal(sent(id), 1, shop.output());
  });

  it('fulfils by the read when the customer is back before the webhook', async () => {
    const { id } = await order({ method: 'lakaypay_card' });
    await proxy.close();
    await finish(id, 'complete');
    assert.match(await thanks(id), /Your order is paid/);
    assert.equal(sent(id), 1);
    const body = (await findDelivery(gateway.store.db, `dlv_${id}`))!.body;
    assert.equal((await post(body, signWebhook(body, secret))).status, 204);
    assert.equal(sent(id), 1);
    proxy = await startTlsProxy(certificate, Number(new URL(url).port), Number(new URL(proxy.url).port));
  });

  it('does not fulfil what has failed', async () => {
    const { id } = await order({ method: 'natcash' });
    await finish(id, 'fail');
    await until('the order has failed', () => orderOf(id)?.status === 'failed');
    assert.match(await thanks(id), /You have not paid \(declined\)/);
    assert.equal(sent(id), 0);
  });

  it('401 believes no webhook that is not signed, and fulfils none of another amount', async () => {
    const { id } = await order();
    const { json } = await gateway.client(key).get(`/payments/${id}`);
    const body = (amount: string) =>
      JSON.stringify({ event: 'payment.success', timestamp: 1, data: { ...json.data, status: 'completed', amount } });
    assert.equal((await post(body('750.00'), signWebhook(body('750.00'), 'whsec_other'))).status, 401);
    assert.equal((await post(body('750.00'), '')).status, 401);
    assert.equal((await post(body('1.00'), signWebhook(body('1.00'), secret))).status, 204);
    assert.equal(orderOf(id)?.status, 'open');
    assert.equal(sent(id), 0);
  });

  it('404 lets a webhook come again whose order it does not know', async () => {
    const body = '{"event":"payment.success","timestamp":1,"data":{"transaction_id":"1","status":"completed"}}';
    assert.equal((await post(body, signWebhook(body, secret))).status, 404);
  });

  it('422 refuses an order without a name, and starts no payment for it', async () => {
    const before = orders().length;
    assert.equal((await order({ name: ' ' })).status, 422);
    assert.equal((await order({ method: 'toString' })).status, 422);
    assert.equal(orders().length, before);
  });

  it('502 says so when the gateway refuses the payment', async () => {
    assert.equal((await order({ name: 'x'.repeat(256) })).status, 502);
    assert.equal(orders().at(-1)?.reason, 'validation_error');
  });

  it('knows its orders after a restart', async () => {
    const { id } = await order();
    await shop.stop();
    await finish(id, 'complete');
    shop = await start();
    await paid(id);
    await shop.stop();
    shop = await start();
    const body = (await findDelivery(gateway.store.db, `dlv_${id}`))!.body;
    assert.equal((await post(body, signWebhook(body, secret))).status, 204);
    assert.equal(sent(id), 0);
  });
});
