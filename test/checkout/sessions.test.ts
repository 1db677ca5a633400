import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OpenApiDocument } from '../../src/api/openapi/document.ts';
import { paymentPagePath } from '../../src/providers/payment-page.ts';
import { onBothEngines } from '../support/engines.ts';
import { type ApiResponse, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { linksOf } from '../support/html-forms.ts';
import { schemaCompiler } from '../support/openapi.ts';
import { shiftedClock } from '../support/shifted-clock.ts';
import { assertSound } from '../support/soundness.ts';
import { ORDER, sessionsOf } from './session-stage.ts';

onBothEngines('checkout sessions in test mode', (engine) => {
  const clock = shiftedClock();
  let gateway: TestGateway;
  let sessions: ReturnType<typeof sessionsOf>;
  before(async () => {
    gateway = await startTestGateway(engine, { clock: clock.now });
    sessions = sessionsOf(gateway.url, gateway.api);
  });
  after(async () => {
    if (gateway) await assertSound(gateway.store.db);
    await gateway?.stop();
  });
  const complete = (id: string) => gateway.api.post(`/test_helpers/payments/${id}/complete`);
  const pageOf = (id: string) => `${gateway.url}/${paymentPagePath(gateway.store.box, Number(id))}?lang=en`;
  const statusOf = async (id: string) => (await gateway.api.get(`/payments/${id}`)).json.data.status;

  // Contract: CHECKOUT-2
  it('201, 200 and 404: every response is as the document describes it, and metadata comes back as it was sent', async () => {
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    const schemaAt = schemaCompiler(document);
    const assertDescribed = (method: string, path: string, response: ApiResponse) => {
      const content = ['responses', String(response.status), 'content', 'application/json', 'schema'];
      const validate = schemaAt(['paths', path, method, ...content]);
      assert.ok(validate(response.json), `${method} ${path}: ${response.text} ${JSON.stringify(validate.errors)}`);
    };
    const examples = document.paths['/sessions']!.post!.requestBody!.content['application/json']!.examples!;
    const ids: string[] = [];
    for (const { value } of Object.values(examples)) {
      const created = await sessions.post(value as object);
      assert.equal(created.status, 201, created.text);
      assertDescribed('post', '/sessions', created);
      ids.push(created.json.data.session_id);
    }
    const metadata = '{ "b":1, "a":12345678901234567890, "note":"é" }';
    const url = `${gateway.url}/api/checkout/v1/sessions`;
    const sent = await gateway.api.request('POST', url, `{"amount":500,"currency":"HTG","metadata":${metadata}}`);
    assert.equal(sent.status, 201, sent.text);
    assert.ok(sent.text.includes(`"metadata":${metadata}`), sent.text);
    const session = sent.json.data;
    const id = await sessions.start(session, 'natcash');
    const payment = await gateway.api.get(`/payments/${id}`);
    const copied = `"metadata":{"checkout_session":"${session.session_id}","b":1, "a":12345678901234567890, "note":"é"}`;
    assert.ok(payment.text.includes(copied), payment.text);
    for (const each of [...ids, session.session_id])
      assertDescribed('get', '/sessions/{session_id}', await sessions.get(each));
    const none = await sessions.get('cos_none');
    assert.deepEqual([none.status, none.json.error], [404, 'not_found']);
    assertDescribed('get', '/sessions/{session_id}', none);
    const cancelled = await gateway.api.post(`${url}/${session.session_id}/cancel`);
    assertDescribed('post', '/sessions/{session_id}/cancel', cancelled);
    // A session is visible to the keys of its website and mode.
    const { testKey } = await gateway.newWebsite();
    for (const key of [testKey, gateway.liveKey]) {
      assert.equal((await gateway.client(key).get(`${url}/${session.session_id}`)).status, 404);
      assert.equal((await gateway.client(key).post(`${url}/${session.session_id}/cancel`)).status, 404);
    }
  });

  // Contract: CHECKOUT-2
  it('422 and 400 name what is wrong, and store nothing', async () => {
    const fields = async (body: object) => Object.keys((await sessions.post(body)).json.errors ?? {}).sort();
    assert.deepEqual(await fields({}), ['amount', 'currency']);
    assert.deepEqual(
      await fields({ ...ORDER, amount: 0.5, methods: ['card'], return_url: 'javascript:alert(1)', cancel_url: 'x' }),
      ['amount', 'cancel_url', 'methods', 'return_url'].sort(),
    );
    assert.deepEqual(await fields({ ...ORDER, methods: [] }), ['methods']);
    assert.deepEqual(await fields({ ...ORDER, metadata: { checkout_session: 'mine' } }), ['metadata']);
    for (const expires_at of ['2026-12-31', '2020-01-01T00:00:00Z', '2199-01-01T00:00:00Z', 'x']) {
      assert.deepEqual(await fields({ ...ORDER, expires_at }), ['expires_at'], expires_at);
    }
    assert.deepEqual(await fields({ ...ORDER, reference: 'x'.repeat(256), description: 'a\u0000' }), [
      'description',
      'reference',
    ]);
    const code = async (body: object) => (await sessions.post({ ...ORDER, ...body })).json.error;
    assert.equal(await code({ amount: 5, methods: ['natcash'] }), 'amount_too_low');
    assert.equal(await code({ amount: 9_000_000 }), 'amount_too_high');
    const { website, testKey } = await gateway.newWebsite();
    await gateway.store.operator.changeWebsite(website.id, { methods: ['card'] });
    const other = sessionsOf(gateway.url, gateway.client(testKey));
    assert.equal((await other.post(ORDER)).json.error, 'payment_method_not_available');
  });

  // Contract: CHECKOUT-3, CHECKOUT-4
  it('the customer chooses, comes back, chooses another method and pays; the payment is an ordinary one', async () => {
    const session = await sessions.create({
      customer_name: 'Marie Joseph',
      return_url: 'https://shop.example/ok?a=1',
      cancel_url: 'https://shop.example/cart',
    });
    assert.deepEqual([session.status, session.payments, session.transaction_id], ['open', [], null]);
    const first = await sessions.page(session);
    assert.equal(first.state, 'session');
    for (const text of ['De sache kafe', 'order-1042', 'value="moncash"', 'value="natcash"', 'value="lakaypay_card"']) {
      assert.ok(first.html.includes(text), text);
    }
    const leave = `https://shop.example/cart?session_id=${session.session_id}&reference=order-1042`;
    assert.ok(linksOf(first.html).includes(leave));
    assert.equal((await sessions.read(session)).payments.length, 0, 'showing the page writes nothing');
    const monCash = await sessions.start(session, 'moncash');
    assert.equal(await sessions.start(session, 'moncash'), monCash, 'an open payment is continued');
    const back = await sessions.page(session);
    assert.ok(back.html.includes('You have started a payment with MonCash.'));
    const natCash = await sessions.start(session, 'natcash');
    assert.deepEqual([await statusOf(monCash), await statusOf(natCash)], ['failed', 'processing']);
    const failed = await fetch(pageOf(monCash));
    assert.ok((await failed.text()).includes('Choose another payment method'));
    await complete(natCash);
    const paid = await sessions.read(session);
    assert.deepEqual([paid.status, paid.transaction_id, paid.payments.length], ['paid', natCash, 2]);
    assert.notEqual(paid.paid_at, null);
    const { data } = (await gateway.api.get(`/payments/${natCash}`)).json;
    assert.deepEqual([data.reference, data.customer.name, data.amount], ['order-1042', 'Marie Joseph', '500.00']);
    assert.deepEqual(data.metadata, { checkout_session: session.session_id });
    const end = await sessions.page(session);
    assert.equal(end.state, 'session_paid');
    const query = `a=1&transaction_id=${natCash}&session_id=${session.session_id}&reference=order-1042`;
    assert.ok(linksOf(end.html).includes(`https://shop.example/ok?${query}`), end.html);
    const receipt = await (await fetch(pageOf(natCash))).text();
    assert.ok(linksOf(receipt).includes(`https://shop.example/ok?${query}`), receipt);
    const again = await sessions.choose(session, 'moncash');
    assert.deepEqual([again.status, (await again.text()).includes('This order is paid')], [200, true]);
    assert.equal((await sessions.cancel(session)).status, 'paid', 'a paid session stays paid');
  });

  // Contract: CHECKOUT-5
  it('concurrent choices start one payment', async () => {
    const session = await sessions.create();
    const methods = ['moncash', 'natcash', 'lakaypay_card', 'moncash', 'natcash', 'moncash'];
    await Promise.all(methods.map((method) => sessions.choose(session, method)));
    const { payments } = await sessions.read(session);
    const open = payments.filter(({ status }: { status: string }) => status === 'processing');
    assert.ok(open.length <= 1, JSON.stringify(payments));
  });

  // Contract: CHECKOUT-6
  it('a cancelled session takes no payment; an expired one either; a customer who has submitted may still pay', async () => {
    const session = await sessions.create();
    const id = await sessions.start(session, 'moncash');
    assert.equal((await sessions.cancel(session)).status, 'cancelled');
    assert.equal((await sessions.cancel(session)).status, 'cancelled', 'again is no error');
    assert.equal(await statusOf(id), 'failed');
    assert.equal((await sessions.page(session)).state, 'session_cancelled');
    assert.equal((await sessions.choose(session, 'moncash')).status, 200);
    assert.equal((await sessions.read(session)).payments.length, 1);

    const short = await sessions.create({ expires_at: new Date(clock.now() / 1000 + 600_000).toISOString() });
    const open = await sessions.start(short, 'natcash');
    clock.forward(601);
    assert.equal((await sessions.read(short)).status, 'processing');
    assert.equal((await sessions.page(short)).state, 'session_processing');
    await complete(open);
    assert.equal((await sessions.read(short)).status, 'paid');

    const unpaid = await sessions.create({ expires_at: new Date(clock.now() / 1000 + 600_000).toISOString() });
    clock.forward(601);
    assert.equal((await sessions.read(unpaid)).status, 'expired');
    assert.equal((await sessions.page(unpaid)).state, 'session_expired');
    assert.equal((await sessions.cancel(unpaid)).status, 'expired', 'an expired session stays expired');
  });

  it('bounds the payments of a session, in three languages, in at most 14 KB', async () => {
    const session = await sessions.create();
    for (let attempt = 0; attempt < 20; attempt++) {
      const id = await sessions.start(session, 'moncash');
      await gateway.api.post(`/test_helpers/payments/${id}/fail`);
    }
    assert.equal((await sessions.choose(session, 'moncash')).status, 200);
    assert.equal((await sessions.page(session)).state, 'session_used_up');
    assert.equal((await sessions.read(session)).payments.length, 20);
    const fresh = await sessions.create();
    for (const language of ['en', 'fr', 'ht']) {
      const { html } = await sessions.page(fresh, language);
      assert.ok(html.includes(`<html lang="${language}">`));
      assert.ok(gzipSync(html).length <= 14_336, `${gzipSync(html).length} bytes`);
    }
    assert.equal((await fetch(`${gateway.url}/c/${'a'.repeat(22)}`)).status, 404);
  });

  it('403 on the page of a deactivated website', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const other = sessionsOf(gateway.url, gateway.client(testKey));
    const session = await other.create();
    await gateway.store.operator.changeWebsite(website.id, { isActive: false });
    const { status, state } = await other.page(session);
    assert.deepEqual([status, state], [403, 'session_closed']);
    assert.equal((await other.choose(session, 'moncash')).status, 403);
  });
});
