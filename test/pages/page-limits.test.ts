import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { FORM } from '../support/drivers/send.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';
import { newPayment } from './visitor.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PER_ADDRESS = 20;
const PER_PAYMENT = 120;

describe('limits of all requests outside the merchant API', () => {
  let gateway: TestGateway;
  let providers: AllSimulators;
  before(async () => {
    const PORT = String(await freePort());
    providers = await startAllSimulators(`http://127.0.0.1:${PORT}`);
    const settings = { PAGE_LIMIT_PER_MINUTE: String(PER_ADDRESS), TRUST_PROXY: '127.0.0.1', PORT, ROLES: 'api' };
    gateway = await startTestGateway('sqlite', { settings: { ...providers.settings, ...settings } });
    await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
  });
  after(async () => {
    await gateway.stop();
    await providers.stop();
  });

  const send = async (path: string, address: string, init: RequestInit = {}) => {
    const headers = { ...BROWSER, 'x-forwarded-for': address, ...init.headers };
    const url = path.startsWith('http') ? path : gateway.url + path;
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post = (body: string): RequestInit => ({
    method: 'POST',
    headers: FORM,
    body,
  });
  const exhaust = async (address: string) => {
    for (let i = 0; i < PER_ADDRESS; i++) assert.notEqual((await send('/docs', address)).status, 429);
  };

  // Contract: LIMIT-9
  it('count all requests of one IP address together: to pages, the widget, the docs and the URLs for providers', async () => {
    const { payment_url } = await newPayment(gateway, 'moncash');
    const ask: [string, RequestInit?][] = [
      [payment_url],
      [payment_url, post('phone=1&pin=2')],
      ['/pay/911870596929067/0123456789abcdef0123456789abcdef'],
      ['/pay/nothing'],
      ['/widget/v1/peye.js'],
      ['/widget/v1/card'],
      ['/widget/v1/card/session', post('client_secret=x')],
      ['/docs'],
      ['/openapi.json'],
      ['/'],
      ['/providers/moncash/return?orderId=1'],
      ['/providers/moncash/alert', post('orderId=1')],
      ['/providers/natcash/return?payment=1'],
      ['/providers/lakaypay_card/notify', post('decision=ACCEPT')],
      ['/providers/card/webhook', post('{}')],
      ['/providers/paypal/return'],
    ];
    for (const [path, init] of ask) assert.notEqual((await send(path, '198.51.100.1', init)).status, 429, path);
    for (let i = ask.length; i < PER_ADDRESS; i++) await send('/docs', '198.51.100.1');
    for (const [path, init] of ask) {
      const { status, headers } = await send(path, '198.51.100.1', init);
      assert.equal(status, 429, path);
      assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/, path);
    }
    assert.equal((await send(payment_url, '198.51.100.2')).status, 200, 'another address');
    // The API has its own count, and health checks are not counted.
    assert.equal(
      (await gateway.client(gateway.testKey, { 'x-forwarded-for': '198.51.100.1' }).get('/health')).status,
      200,
    );
    assert.equal((await send('/healthz', '198.51.100.1')).status, 200);
  });

  it('show people a short page in their language that refreshes automatically, and return an error to programs', async () => {
    const address = '198.51.100.3';
    await exhaust(address);
    for (const [path, language, words] of [
      ['/pay/1/2', 'ht', /Tann yon ti moman.*Eseye ankò nan \d+ segonn/s],
      ['/docs', 'fr', /Un instant.*Réessayez dans \d+ seconde/s],
      ['/widget/v1/card?lang=en', 'ht', /One moment.*Try again in \d+ second/s],
    ] as const) {
      const { status, headers, text } = await send(path, address, { headers: { 'accept-language': language } });
      assert.equal(status, 429);
      assert.match(text, words);
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(headers.get('refresh'), headers.get('retry-after'));
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    const api = await send('/openapi.json', address, { headers: { accept: 'application/json' } });
    assert.equal(api.status, 429);
    const { error, retry_after: wait } = JSON.parse(api.text);
    assert.equal(error, 'rate_limit_exceeded');
    assert.equal(api.headers.get('retry-after'), String(wait));
    // A form is not sent again automatically.
    assert.equal((await send('/pay/1/2', address, post('pin=1234'))).headers.get('refresh'), null);
  });

  it('count an IPv6 address by its /64', async () => {
    await exhaust('2001:db8:7:8::1');
    assert.equal((await send('/docs', '2001:db8:7:8:9::2')).status, 429);
    assert.equal((await send('/docs/en', '2001:db8:7:9::1')).status, 200);
  });

  // Contract: LIMIT-9
  it('count visits to a payment only with its right link, so that other clients cannot lock customers out', async () => {
    const { transaction_id: id, payment_url } = await newPayment(gateway, 'moncash');
    let visitors = 0;
    /** Visits from an address that has not been counted yet. */
    const visit = (path: string, init?: RequestInit) => send(path, `10.9.${visitors >> 8}.${visitors++ & 255}`, init);
    for (let i = 0; i < PER_PAYMENT + 10; i++) {
      assert.equal((await visit(`/pay/${id}/${'0'.repeat(32)}`)).status, 404);
    }
    for (let i = 0; i < PER_PAYMENT; i++) assert.equal((await visit(payment_url)).status, 200);
    const { status, headers, text } = await visit(payment_url);
    assert.equal(status, 429);
    assert.match(text, /segonn/);
    assert.ok(Number(headers.get('retry-after')) > 0);
    assert.equal((await visit(payment_url, post('phone=37000001&pin=1234'))).status, 429);
    const other = await newPayment(gateway, 'moncash');
    assert.equal((await visit(other.payment_url)).status, 200);

    const { client_secret, publishable_key } = await newPayment(gateway, 'card');
    const open = (secret: string) =>
      visit('/widget/v1/card/session', post(String(new URLSearchParams({ client_secret: secret, publishable_key }))));
    for (let i = 0; i < PER_PAYMENT + 10; i++) {
      assert.equal((await open(client_secret.replace(/.{32}$/, 'a'.repeat(32)))).status, 404);
    }
    const session = (await open(client_secret)).headers.get('location') ?? '';
    const card = new URL(session, `${gateway.url}/widget/v1/card/session`).href;
    for (let i = 1; i < PER_PAYMENT; i++) assert.equal((await visit(card)).status, 200);
    assert.equal((await visit(card)).status, 429);
    assert.equal((await open(client_secret)).status, 429);
  });

  it('never count requests that a provider has signed', async () => {
    const live = gateway.client(gateway.liveKey);
    const create = async (payment_method: string) =>
      (await live.post('/payments', paymentRequest({ payment_method }))).json.transaction_id as string;
    const [natcash, card] = [await create('natcash'), await create('card')];
    // The simulators send from this address, which has used up its limit of unsigned requests.
    for (let i = 0; i < PER_ADDRESS; i++) await fetch(`${gateway.url}/providers/natcash/return?payment=${natcash}`);
    const forged = await fetch(`${gateway.url}/providers/natcash/return?payment=${natcash}`);
    assert.equal(forged.status, 429);
    for (let i = 0; i < 5; i++) {
      assert.equal(await providers.natcash.comeBack(`NC${natcash}`), 303);
      await providers.stripe.notify(card);
    }
    providers.natcash.pay(`NC${natcash}`);
    providers.stripe.pay(card);
    assert.equal(await providers.natcash.comeBack(`NC${natcash}`), 303);
    await providers.stripe.notify(card);
    for (const id of [natcash, card]) assert.equal((await live.get(`/payments/${id}`)).json.data.status, 'completed');
  });
});

describe('page limits that are switched off', () => {
  it('count nothing', async () => {
    const gateway = await startTestGateway('sqlite', { settings: { PAGE_LIMIT_PER_MINUTE: '0' } });
    try {
      const { payment_url } = await newPayment(gateway, 'moncash');
      for (let i = 0; i < PER_PAYMENT + 10; i++) assert.equal((await fetch(payment_url)).status, 200);
    } finally {
      await gateway.stop();
    }
  });
});
