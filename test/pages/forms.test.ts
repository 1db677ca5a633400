import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { paymentTag } from '../../src/providers/payment-page.ts';
import { FORM } from '../support/drivers/send.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { CARD, newPayment, post, read, statusOf, submitTo } from './visitor.ts';

const FORM_TYPE = FORM['content-type'];

onOneEngineByDay('the pages over HTTP', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: 'manual' });

  // Contract: PAGE-9
  it('200 with headers that forbid foreign content, frames and caches', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const response = await get(payment.payment_url);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    assert.equal(response.headers.get('x-frame-options'), 'DENY');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(response.headers.get('x-robots-tag') ?? '', /noindex/);
    assert.ok(response.headers.get('x-request-id'));
    assert.doesNotMatch(await response.text(), /<script/);
  });

  // Contract: PAGE-1
  it('404 for every wrong link', async () => {
    const [payment, other] = [await newPayment(gateway, 'moncash'), await newPayment(gateway, 'moncash')];
    const card = await newPayment(gateway, 'card');
    const tag = payment.payment_url.slice(-32);
    const id = payment.transaction_id;
    const unknownId = 999_999_999_999_999;
    for (const path of [
      `/pay/${id}/${other.payment_url.slice(-32)}`,
      `/pay/${id}/${tag.slice(1)}`,
      `/pay/${id}/${tag}0`,
      `/pay/${id}/${tag.toUpperCase()}X`,
      `/pay/${id}/${'é'.repeat(16)}`,
      `/pay/0${id}/${tag}`,
      `/pay/${unknownId}/${paymentTag(gateway.store.box, unknownId)}`,
      `/pay/${card.transaction_id}/${card.client_secret.slice(-32)}`,
      `/pay/${id}`,
      '/pay',
      '/pay/a/b/c',
      '/widget/v1/nothing',
      '/widget/v1/card?s=made-up',
    ]) {
      for (const response of [
        await get(`${gateway.url}${path}`),
        await post(`${gateway.url}${path}`, { action: 'cancel' }),
      ]) {
        assert.equal(response.status, 404, path);
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/, path);
        // With the right link of a payment that is not stored, the page says that the payment was not found.
        const says = path.includes(String(unknownId)) ? /Nou pa jwenn (peman|paj) sa a/ : /Nou pa jwenn paj sa a/;
        assert.match(await response.text(), path.startsWith('/pay') ? says : /Nou pa ka louvri/, path);
      }
    }
    assert.equal(await statusOf(gateway, payment), 'processing');
  });

  it('a live payment has a page that simulates nothing: no form, no test mode, and no submit changes the status', async () => {
    const payment = await newPayment(gateway, 'moncash');
    await gateway.store.db.transaction((tx) =>
      tx.query("UPDATE payments SET mode = 'live' WHERE id = $1", [Number(payment.transaction_id)]),
    );
    const page = await get(payment.payment_url);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('refresh'), '3');
    assert.doesNotMatch(await page.text(), /<form|37.00.00.01|lajan reyèl/);
    assert.equal((await post(payment.payment_url, { action: 'cancel' })).status, 303);
    await gateway.store.db.transaction((tx) =>
      tx.query("UPDATE payments SET mode = 'test' WHERE id = $1", [Number(payment.transaction_id)]),
    );
    assert.equal((await read(gateway, payment)).status, 'processing');
  });

  // Contract: PAGE-4
  it('200 when the language switch sends the form: the same form and its typed values, but no secret or card number', async () => {
    const secrets = { pin: '847362951407', number: '4000002760003184', cvc: '739184205617' };
    const typed = { phone: '3700 <b>"x"', expiry: '11/39', name: `Zzholder ${'é'.repeat(200)}` };
    for (const [method, kept] of [
      ['moncash', ['value="3700 &#60;b&#62;&#34;x&#34;"']],
      ['lakaypay_card', ['value="11/39"', `value="Zzholder ${'é'.repeat(91)}"`]],
    ] as const) {
      const payment = await newPayment(gateway, method);
      const response = await post(`${payment.payment_url}?lang=fr`, { ...secrets, ...typed, switch: 'Français' });
      const text = await response.text();
      assert.equal(response.status, 200);
      assert.ok(text.includes('<html lang="fr">') && text.includes('data-state="form"'), text);
      for (const value of kept) assert.ok(text.includes(value), `${method}: ${value} in ${text}`);
      for (const secret of Object.values(secrets)) assert.ok(!text.includes(secret), `${method} shows ${secret}`);
      const addresses = [...text.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address]) => address);
      assert.deepEqual(
        addresses.filter((address) => /3700|11(?:\/|%2F)39|Zzholder/.test(address ?? '')),
        [],
      );
      assert.equal(await statusOf(gateway, payment), 'processing');
      assert.doesNotMatch(await (await get(`${payment.payment_url}?lang=fr`)).text(), /11\/39|Zzholder|3700 &#60;/);
    }
  });

  it('200 when the language switch sends a form of the next step or of a final payment: shows its state', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const code = await submitTo(payment.payment_url, { phone: '37000001', pin: '1234' });
    const atCode = await (await post(code, { phone: '1', code: '123456', switch: 'x' })).text();
    assert.match(atCode, /data-state="code"/);
    assert.match(atCode, /37\u00a000\u00a000\u00a001/);
    assert.equal(await statusOf(gateway, payment), 'processing');
    await submitTo(code, { code: '123456' });
    assert.match(await (await post(code, { phone: '1', switch: 'x' })).text(), /data-state="paid"/);
  });

  it('303 after a form, to an address that shows the next page; the payment is settled once', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const code = await submitTo(payment.payment_url, { phone: '37000001', pin: '1234' });
    assert.match(await (await get(code)).text(), /name="code"/);
    const result = await submitTo(code, { code: '123456' });
    assert.equal(result, `${payment.payment_url}?lang=ht`);
    assert.match(await (await get(result)).text(), /Peman an reyisi/);
    const { completed_at } = await read(gateway, payment);
    assert.equal(await submitTo(code, { code: '123456' }), result);
    assert.equal(await submitTo(payment.payment_url, { action: 'cancel' }), result);
    assert.equal((await read(gateway, payment)).completed_at, completed_at);
  });

  // Contract: PAGE-3
  it('303 for many submits at once: one result for all', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const code = await submitTo(payment.payment_url, { phone: '37000001', pin: '1234' });
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, i) => submitTo(code, i % 2 ? { code: '123456' } : { action: 'cancel' })),
    );
    assert.equal(new Set(responses).size, 1);
    const events = (await gateway.api.get('/events?limit=100')).json.data;
    const own = events.filter(
      (event: { data: typeof payment }) => event.data.transaction_id === payment.transaction_id,
    );
    assert.equal(own.length, 1);
  });

  it("303 to the first step when a code is sent without the previous step, or with another payment's step", async () => {
    const [payment, other] = [await newPayment(gateway, 'moncash'), await newPayment(gateway, 'moncash')];
    const session = new URL(await submitTo(other.payment_url, { phone: '37000001', pin: '1234' })).search;
    for (const search of ['', '?s=AAAA', session]) {
      const next = await submitTo(`${payment.payment_url}${search}`, { code: '123456' });
      assert.match(await (await get(next)).text(), /name="phone"/);
    }
    const card = await newPayment(gateway, 'lakaypay_card');
    await submitTo(card.payment_url, { code: '123456' });
    assert.equal(await statusOf(gateway, payment), 'processing');
    assert.equal(await statusOf(gateway, card), 'processing');
  });

  it('4xx as a page for a body that is not a form, and never a 5xx', async () => {
    const payment = await newPayment(gateway, 'moncash');
    for (const [body, type, status] of [
      ['{"phone":"37000001"}', 'application/json', 415],
      ['--x\r\n', 'multipart/form-data; boundary=x', 415],
      ['text', 'text/plain', 415],
      ['phone=', 'no type at all', 415],
      [`phone=${'1'.repeat(17_000)}`, FORM_TYPE, 413],
      ['', FORM_TYPE, 303],
      ['%', FORM_TYPE, 303],
      ['phone=%ff%fe&pin=%zz', FORM_TYPE, 303],
      ['phone=a&phone=b&pin=1234&pin=1234', FORM_TYPE, 303],
      ['__proto__=x&constructor=y&action[]=cancel', FORM_TYPE, 303],
      ['phone=%00&pin=%00', FORM_TYPE, 303],
      [`phone=${'٣'.repeat(300)}&pin=🎉`, FORM_TYPE, 303],
    ] as const) {
      const response = await post(payment.payment_url, body, { 'content-type': type });
      assert.equal(response.status, status, body.slice(0, 40));
      if (status !== 303) assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      else
        assert.equal(
          (await get(new URL(response.headers.get('location') ?? '', payment.payment_url).href)).status,
          200,
        );
    }
    assert.equal((await get(`${payment.payment_url}?s=${'x'.repeat(9_000)}&s=2&lang=fr&lang=en`)).status, 200);
    assert.equal(await statusOf(gateway, payment), 'processing');
  });

  it('200 escapes the texts of the merchant', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
    const { testKey } = await gateway.newWebsite(`Shop ${hostile}`);
    const created = await gateway
      .client(testKey)
      .post('/payments', paymentRequest({ reference: hostile, description: hostile }));
    const forms = await (await get(`${created.json.payment_url}?lang="><script>`)).text();
    const result = await (await get(await submitTo(created.json.payment_url, { action: 'cancel' }))).text();
    const wrong = await (
      await get(await submitTo((await newPayment(gateway, 'moncash')).payment_url, { phone: hostile }))
    ).text();
    for (const page of [forms, result, wrong]) {
      assert.doesNotMatch(page, /<script|<img/);
      assert.match(page, /&#60;script&#62;/);
    }
  });

  // Contract: PAGE-4
  it('200 puts the language in every link and form, and keeps it on the next pages', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const page = async (url: string, acceptLanguage: string) =>
      (await get(url, { 'accept-language': acceptLanguage })).text();
    assert.match(await page(payment.payment_url, 'es'), /<html lang="ht">/);
    assert.match(await page(payment.payment_url, 'fr-CA'), /<html lang="fr">/);
    assert.match(await page(`${payment.payment_url}?lang=en`, 'fr'), /<html lang="en">/);
    const code = await submitTo(`${payment.payment_url}?lang=fr`, { phone: '37000001', pin: '1234' });
    assert.match(await page(code, 'en'), /<html lang="fr">/);
    assert.match(await page(await submitTo(code, { code: '123456' }), 'en'), /Paiement réussi/);
  });

  it('404 for opening the widget with a wrong secret, a wrong key or a payment of another method', async () => {
    const card = await newPayment(gateway, 'card');
    const other = await (async () => {
      const { testKey } = await gateway.newWebsite();
      return newPayment({ api: gateway.client(testKey) }, 'card');
    })();
    const wallet = await newPayment(gateway, 'moncash');
    const { client_secret, publishable_key } = card;
    const url = `${gateway.url}/widget/v1/card/session`;
    for (const body of [
      {},
      { client_secret },
      { publishable_key },
      { client_secret, publishable_key: other.publishable_key },
      { client_secret: `${client_secret.slice(0, -1)}g`, publishable_key },
      { client_secret: `pi_test_${wallet.transaction_id}_secret_${wallet.payment_url.slice(-32)}`, publishable_key },
    ]) {
      assert.equal((await post(url, body as Record<string, string>)).status, 404, JSON.stringify(body));
    }
    const form = await submitTo(url, { client_secret, publishable_key });
    assert.doesNotMatch(form, new RegExp(client_secret.slice(-32)), 'the secret is in no address');
    assert.equal(await statusOf(gateway, card), 'pending');
    await submitTo(form, { ...CARD });
    assert.equal(await statusOf(gateway, card), 'completed');
  });

  // Contract: PAGE-9
  it('200 allows every site to frame the widget, and only its own script to run there', async () => {
    const response = await get(`${gateway.url}/widget/v1/card`);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*script-src 'sha256-[^']+' 'sha256-[^']+'; frame-ancestors \*$/);
    assert.equal(response.headers.get('x-frame-options'), null);
    const script = await get(`${gateway.url}/widget/v1/peye.js`);
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
  });
});
