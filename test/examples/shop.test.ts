import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FAILURE_REASONS } from '../../src/core/payment.ts';
import { signWebhook } from '../../src/features/webhooks/sign.ts';
import { findDelivery } from '../../src/features/webhooks/store/list-deliveries.ts';
import { restartDelivery } from '../../src/features/webhooks/store/restart-deliveries.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { API, freePort, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { createWebsite } from '../support/websites.ts';

const SHOP = fileURLToPath(new URL('../../examples/shop/shop.mjs', import.meta.url));
const HOSTILE = '<script>alert(1)</script> "\'& \u202e🇭🇹 ';

interface Attempt {
  readonly method: string;
  readonly status: string;
  readonly transactionId?: string;
  readonly reason?: string;
}
interface Order {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly attempts: readonly Attempt[];
}

onOneEngineByDay('the example shop', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-shop-'));
  const { certificate, settings } = loopbackDelivery(folder);
  const ordersFile = join(folder, 'orders.json');
  let gateway: TestGateway;
  let proxy: TlsProxy;
  let shop: MerchantProcess;
  let url: string;
  let key: string;
  let secret: string;
  let start: (peyeUrl?: string) => Promise<MerchantProcess>;
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
    start = (peyeUrl = `${gateway.url}${API}`) =>
      startMerchant([process.execPath, SHOP], {
        port,
        env: { PEYE_KEY: key, PEYE_WEBHOOK_SECRET: secret, PEYE_URL: peyeUrl, ORDERS_FILE: ordersFile },
        cwd: folder,
      });
    shop = await start();
  });
  after(async () => {
    await shop?.stop();
    await proxy?.close();
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const orders = () => Object.values(JSON.parse(readFileSync(ordersFile, 'utf8')) as Record<string, Order>);
  const orderOf = (id: string) =>
    orders().find(({ attempts }) => attempts.some(({ transactionId }) => transactionId === id));
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers: { 'accept-language': 'en', ...headers }, redirect: 'manual' });
  const send = async (path: string, form: Record<string, string>, cookie = 'cart=kafe:1') => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...(path === '/orders' && { cart: await onForm('cart', cookie) }), ...form }),
      headers: { cookie, 'accept-language': 'en' },
      redirect: 'manual',
    });
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, text: await response.text(), id: /\/pay\/(\d+)\//.exec(location)?.[1] };
  };
  /** The value of a hidden field of the checkout's form. */
  const onForm = async (field: string, cookie = 'cart=kafe:1') => {
    const page = await (await get('/checkout', { cookie })).text();
    return new RegExp(`name="${field}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  };
  const numberOnForm = () => onForm('order');
  const order = async (form: Record<string, string> = {}) => {
    const { id, ...response } = await send('/orders', { name: 'Marie Joseph', method: 'moncash', ...form });
    assert.ok(id, JSON.stringify(response));
    return { ...response, id };
  };
  const finish = async (id: string, how: 'complete' | 'fail', body?: object) => {
    const response = await gateway.client(key).post(`/test_helpers/payments/${id}/${how}`, body);
    assert.equal(response.status, 200, response.text);
  };
  /** The order's page, which a customer reaches after paying. */
  const back = async (id: string, lang = 'en') => {
    const { reference } = (await gateway.client(key).get(`/payments/${id}`)).json.data;
    const response = await get(`/thanks?${new URLSearchParams({ transaction_id: id, reference })}`);
    assert.equal(response.status, 303);
    const page = await get(response.headers.get('location') ?? '', { 'accept-language': lang });
    return { refresh: page.headers.get('refresh'), text: await page.text() };
  };
  const sent = (id: string) => shop.output().split(`(${orderOf(id)?.id})`).length - 1;
  /** Waits until the shop has printed that it sent the order, possibly after storing that. Fails if it has printed this twice. */
  const sentOnce = async (id: string) => {
    await until('the order is sent', () => sent(id) > 0);
    assert.equal(sent(id), 1, shop.output());
  };
  const settled = (id: string) =>
    until(
      'the order has its webhook',
      () => !['open', 'starting'].includes(orderOf(id)?.attempts.at(-1)?.status ?? ''),
    );
  const post = (body: string, signature: string) =>
    fetch(`${url}/webhooks`, {
      method: 'POST',
      body,
      headers: { 'x-gateway-signature': signature, 'x-gateway-mode': 'test' },
    });

  it('303 sends the customer to a payment page that works, with the id already stored', async () => {
    const { status, location, id } = await order();
    assert.equal(status, 303);
    assert.equal(orderOf(id)?.attempts.at(-1)?.status, 'open');
    assert.equal(new URL(location).searchParams.get('lang'), 'en');
    assert.equal((await fetch(location)).status, 200);
    const { json } = await gateway.client(key).get(`/payments/${id}`);
    assert.equal(json.data.reference, orderOf(id)?.id);
  });

  it('fulfils an order by its webhook, once, though it is sent again', async () => {
    const { id } = await order();
    const waiting = await back(id);
    assert.match(waiting.text, /We are waiting for your payment/);
    assert.match(waiting.refresh ?? '', /^3; url=\/orders\/KMD-/);
    await finish(id, 'complete');
    await settled(id);
    const deliveryId = `dlv_${id}`;
    const delivered = (attempts: number) =>
      until(`attempt ${attempts}`, async () => {
        const delivery = await findDelivery(gateway.store.db, deliveryId);
        return delivery?.status === 'delivered' && delivery.attempts === attempts;
      });
    await delivered(1);
    await gateway.store.db.transaction((tx) => restartDelivery(tx, deliveryId, gateway.store.clock()));
    await delivered(2);
    const paid = await back(id);
    assert.match(paid.text, /Your order is paid/);
    assert.equal(paid.refresh, null);
    await sentOnce(id);
  });

  it('fulfils the order by reading the payment if the customer is back before the webhook', async () => {
    const { id } = await order({ method: 'lakaypay_card' });
    await proxy.close();
    await finish(id, 'complete');
    assert.match((await back(id)).text, /Your order is paid/);
    await sentOnce(id);
    const body = (await findDelivery(gateway.store.db, `dlv_${id}`))!.body;
    assert.equal((await post(body, signWebhook(body, secret))).status, 204);
    await sentOnce(id);
    proxy = await startTlsProxy(certificate, Number(new URL(url).port), Number(new URL(proxy.url).port));
  });

  it('says in words why an order is not paid, in every language, and never a code', async () => {
    for (const reason of FAILURE_REASONS.filter((one) => one !== 'amount_mismatch')) {
      const { id } = await order({ method: 'natcash' });
      await finish(id, 'fail', { failure_reason: reason });
      await settled(id);
      for (const [lang, again] of [
        ['ht', 'Eseye ankò'],
        ['fr', 'Réessayer'],
        ['en', 'Try again'],
      ] as const) {
        const { text, refresh } = await back(id, lang);
        assert.match(text, new RegExp(`<html lang="${lang}">[\\s\\S]*<button>${again}`));
        assert.doesNotMatch(text, /insufficient_balance|expired_card|provider_error|undefined|null/);
        assert.equal(refresh, null);
      }
      assert.equal(sent(id), 0);
    }
  });

  it('accepts another payment for a failed order, and delivers once', async () => {
    const { id } = await order();
    await finish(id, 'fail');
    await settled(id);
    const again = await send(`/orders/${orderOf(id)?.id}/pay`, { method: 'natcash' });
    assert.ok(again.id, again.text);
    assert.notEqual(again.id, id);
    await finish(again.id, 'complete');
    await settled(again.id);
    assert.deepEqual(
      orderOf(id)?.attempts.map(({ method, status }) => [method, status]),
      [
        ['moncash', 'failed'],
        ['natcash', 'paid'],
      ],
    );
    await sentOnce(id);
    assert.doesNotMatch((await back(id)).text, /<button>Try again/);
  });

  it('starts no second payment while one is open, or when the order is paid', async () => {
    const form = { order: await numberOnForm(), name: 'Marie', method: 'moncash' };
    const [first, second] = await Promise.all([send('/orders', form), send('/orders', form)]);
    assert.deepEqual([first.status, second.status], [303, 303]);
    const third = await send('/orders', form);
    const again = await send(`/orders/${form.order}/pay`, { method: 'card' });
    const id = third.id ?? '';
    assert.equal(again.id, id, 'the response leads to the open payment');
    const listed = await gateway.client(key).get('/payments?per_page=100');
    const made = listed.json.data.filter(({ reference }: { reference: string }) => reference === form.order);
    assert.equal(made.length, 1);
    await finish(id, 'complete');
    await settled(id);
    assert.match((await send(`/orders/${form.order}/pay`, { method: 'card' })).location, /^\/orders\/KMD-/);
    assert.match((await send('/orders', form)).location, /^\/orders\/KMD-/);
    await sentOnce(id);
  });

  it('422 refuses a total that differs from the shown total, because another window has changed the cart', async () => {
    const form = { order: await numberOnForm(), name: 'Marie', method: 'moncash', cart: await onForm('cart') };
    const changed = await send('/orders', form, 'cart=kafe:1.mango:2');
    assert.equal(changed.status, 422);
    assert.match(changed.text, /href="#cart">Your cart changed in another window/);
    assert.match(changed.text, /id="cart">[\s\S]*2,750[\s\S]*name="name" value="Marie"/);
    assert.ok((await send('/orders', { ...form, cart: 'kafe:1.mango:2' }, 'cart=kafe:1.mango:2')).id);
  });

  it('303 keeps the items that another window has added to the cart, and continues with the typed quantity', async () => {
    const toCheckout = await fetch(`${url}/cart`, {
      method: 'POST',
      body: new URLSearchParams({ kafe: '3', checkout: 'yes' }),
      headers: { cookie: 'cart=kafe:1.mango:2' },
      redirect: 'manual',
    });
    assert.equal(toCheckout.headers.get('location'), '/checkout');
    assert.match(toCheckout.headers.get('set-cookie') ?? '', /^cart=kafe:3\.mango:2;/);
  });

  it('401 refuses a webhook that is not signed; after a different amount the shop neither delivers nor offers a retry', async () => {
    const { id } = await order();
    const { json } = await gateway.client(key).get(`/payments/${id}`);
    const body = (amount: string) =>
      JSON.stringify({ event: 'payment.success', timestamp: 1, data: { ...json.data, status: 'completed', amount } });
    assert.equal((await post(body('750.00'), signWebhook(body('750.00'), 'whsec_other'))).status, 401);
    assert.equal((await post(body('750.00'), '')).status, 401);
    assert.equal(orderOf(id)?.attempts.at(-1)?.status, 'open');
    assert.equal((await post(body('1.00'), signWebhook(body('1.00'), secret))).status, 204);
    assert.equal(orderOf(id)?.status, 'open');
    assert.equal(sent(id), 0);
    const { text } = await back(id);
    assert.match(text, /Do not pay again[\s\S]*boutik@example\.com/);
    assert.doesNotMatch(text, /<button>Try again/);
    assert.match((await send(`/orders/${orderOf(id)?.id}/pay`, { method: 'card' })).location, /^\/orders\/KMD-/);
  });

  it('404 for the webhook of an unknown order, so that the gateway sends it again', async () => {
    const body = '{"event":"payment.success","timestamp":1,"data":{"transaction_id":"1","status":"completed"}}';
    assert.equal((await post(body, signWebhook(body, secret))).status, 404);
  });

  it('422 shows the error next to its field, keeps the typed values, and starts no payment', async () => {
    const before = orders().length;
    const refused = await send('/orders', { name: ' ', email: 'marie', method: 'toString' });
    assert.equal(refused.status, 422);
    for (const field of ['name', 'email']) {
      assert.match(refused.text, new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-error"`));
      assert.match(refused.text, new RegExp(`href="#${field}"`));
    }
    assert.match(refused.text, /href="#method"/);
    assert.match(refused.text, /name="email" value="marie"/);
    for (const name of ['x'.repeat(256), 'Marie\nJoseph', `M\u0000`]) {
      assert.equal((await send('/orders', { name, method: 'card' })).status, 422, JSON.stringify(name));
    }
    assert.equal(orders().length, before);
  });

  it('422 says in words that a method is not available, and accepts another one for the same order', async () => {
    const form = { order: await numberOnForm(), name: 'Marie' };
    const cart = 'cart=mas:20';
    const refused = await send('/orders', { ...form, method: 'moncash' }, cart);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /The amount is too high for this payment method/);
    const taken = await send('/orders', { ...form, method: 'lakaypay_card' }, cart);
    assert.ok(taken.id, taken.text);
    assert.equal(orderOf(taken.id)?.id, form.order);
  });

  it('accepts names of 255 characters, emoji and markup, and shows and logs them as text', async () => {
    for (const name of ['😀'.repeat(255), HOSTILE.trim(), 'x'.repeat(255)]) {
      const { id } = await order({ name });
      await finish(id, 'complete');
      await settled(id);
      const { text } = await back(id);
      assert.equal(orderOf(id)?.name, name);
      assert.doesNotMatch(text, /<script>alert/);
      await sentOnce(id);
    }
  });

  it('shows no order to a client that guesses its address', async () => {
    const { id } = await order();
    assert.equal((await get(`/thanks?transaction_id=${id}`)).status, 404);
    const own = await get(`/thanks?transaction_id=${id}`, { cookie: `order=${orderOf(id)?.id}` });
    assert.equal(own.status, 303);
    assert.equal((await get('/orders/KMD-2222-2222-2222')).status, 404);
    assert.equal((await send('/orders/__proto__/pay', { method: 'card' })).status, 404);
  });

  it('trusts no price, product or quantity of the browser', async () => {
    const cart = 'cart=kafe:99999999.mas:-1.mango:1e3.toString:1';
    const { id } = await send('/orders', { name: 'Marie', method: 'lakaypay_card', amount: '1', total: '1' }, cart);
    assert.equal(id, undefined, 'invalid quantities count as none');
    const paid = await send(
      '/orders',
      { name: 'Marie', method: 'lakaypay_card', amount: '1' },
      'cart=kafe:21.toString:1',
    );
    assert.equal((await gateway.client(key).get(`/payments/${paid.id}`)).json.data.amount, '15000.00');
  });

  it('dollars are converted for a wallet, and the order shows the amount in gourdes', async () => {
    const { id } = await order({ currency: 'USD' });
    const { text } = await back(id);
    assert.match(text, /5\.75\u00a0USD/);
    assert.match(text, /750\.38\u00a0HTG/);
    assert.match(text, /1\u00a0USD = 130\.50\u00a0HTG/);
  });

  it('every page has the same strict policy, in the language that was chosen', async () => {
    for (const path of ['/', '/cart', '/checkout', '/nothing', '/orders/x', '/%', '//', '/?lang=xx']) {
      const response = await get(path, { cookie: 'cart=kafe:1; lang=fr' });
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self';/, path);
      assert.doesNotMatch(policy, /unsafe|script-src/);
      assert.match(await response.text(), /<html lang="fr">/);
    }
    const chosen = await get('/cart?lang=ht', { cookie: 'lang=fr' });
    assert.match(chosen.headers.get('set-cookie') ?? '', /^lang=ht; .*HttpOnly; SameSite=Lax$/);
  });

  it('413 refuses a form that is too large', async () => {
    assert.equal((await send('/orders', { name: 'x'.repeat(300_000) })).status, 413);
  });

  it('knows its orders after a restart', async () => {
    const { id } = await order();
    await shop.stop();
    await finish(id, 'complete');
    shop = await start();
    await settled(id);
    await shop.stop();
    shop = await start();
    const body = (await findDelivery(gateway.store.db, `dlv_${id}`))!.body;
    assert.equal((await post(body, signWebhook(body, secret))).status, 204);
    assert.equal(sent(id), 0);
  });

  it('a creation whose response is lost is looked up, and the order is paid once', async () => {
    // A proxy in front of the gateway: it passes every request on, but responds to a creation with an error after its effect.
    let isLosing = true;
    const between = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = await fetch(`${gateway.url}${request.url}`, {
        method: request.method!,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
      });
      const isLost = isLosing && request.method === 'POST';
      response.writeHead(isLost ? 500 : answer.status, { 'content-type': 'application/json' });
      response.end(isLost ? '{"success":false,"error":"internal_error"}' : await answer.text());
    });
    await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
    await shop.stop();
    try {
      shop = await start(`http://127.0.0.1:${(between.address() as AddressInfo).port}${API}`);
      const form = { order: await numberOnForm(), name: 'Marie', method: 'natcash' };
      const lost = await send('/orders', form);
      assert.equal(lost.status, 422, 'the address of the created payment is lost');
      isLosing = false;
      const { id = '' } = await send('/orders', form);
      assert.deepEqual(
        orderOf(id)?.attempts.map(({ status, transactionId }) => [status, transactionId !== undefined]),
        [
          ['refused', true],
          ['open', true],
        ],
      );
      await finish(id, 'complete');
      await settled(id);
      // The order is stored before its line in the output arrives.
      await sentOnce(id);
    } finally {
      between.close();
      await shop.stop();
      shop = await start();
    }
  });

  it('reports an unavailable gateway, and accepts the order later', async () => {
    await shop.stop();
    shop = await start(`http://127.0.0.1:${await freePort()}${API}`);
    const form = { order: await numberOnForm(), name: 'Marie', method: 'natcash' };
    const refused = await send('/orders', form);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /The payment has not started, and you have not been charged/);
    await shop.stop();
    shop = await start();
    assert.ok((await send('/orders', form)).id);
  });
});
