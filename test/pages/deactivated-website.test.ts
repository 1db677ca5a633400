import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { FORM } from '../support/drivers/send.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';

const CARD = { number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'Marie' };

onOneEngineByDay('the pages of a deactivated website', (engine) => {
  let gateway: TestGateway;
  let providers: AllSimulators;
  before(async () => {
    const PORT = String(await freePort());
    providers = await startAllSimulators(`http://127.0.0.1:${PORT}`);
    const settings = { ...providers.settings, PORT, ROLES: 'api' };
    gateway = await startTestGateway(engine, { clock: providers.clock.now, settings });
    await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
  });
  beforeEach(() => setActive(true));
  after(async () => {
    await gateway.stop();
    await providers.stop();
  });

  const setActive = async (isActive: boolean) => {
    const { db } = gateway.store;
    await db.transaction((tx) =>
      tx.query('UPDATE websites SET deactivated_at_us = $2 WHERE id = $1', [gateway.website.id, isActive ? null : 1]),
    );
  };
  const create = async (key: string, payment_method: string) => {
    const response = await gateway.client(key).post('/payments', paymentRequest({ payment_method }));
    assert.equal(response.status, 201, response.text);
    return response.json as Record<'transaction_id' | 'payment_url' | 'client_secret' | 'publishable_key', string>;
  };
  const open = async (url: string, fields?: Record<string, string>, language = 'en') => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', 'accept-language': language, ...(fields && FORM) },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
    });
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      next: location === null ? '' : new URL(location, url).href,
    };
  };
  const statusOf = async (id: string) => {
    const [row] = await gateway.store.db.query<{ status: string }>('SELECT status FROM payments WHERE id = $1', [
      Number(id),
    ]);
    return row?.status;
  };
  const openCard = async ({ client_secret, publishable_key }: { client_secret: string; publishable_key: string }) =>
    (await open(`${gateway.url}/widget/v1/card/session`, { client_secret, publishable_key })).next;
  const assertClosed = async (url: string, fields?: Record<string, string>) => {
    const { status, headers, text } = await open(url, fields);
    assert.equal(status, 403, text);
    assert.match(text, /<h1>This merchant does not accept payments at the moment<\/h1>/);
    assert.doesNotMatch(text, /<form|<iframe|js\.stripe/);
    assert.equal(headers.get('set-cookie'), null);
  };

  // Contract: PAGE-6
  test('show no form of a test payment, and accept none', async () => {
    for (const method of ['moncash', 'natcash', 'lakaypay_card']) {
      const { transaction_id: id, payment_url: url } = await create(gateway.testKey, method);
      await setActive(false);
      await assertClosed(url);
      await assertClosed(url, method === 'lakaypay_card' ? CARD : { phone: '37000001', pin: '1234' });
      await assertClosed(url, { action: 'cancel' });
      assert.equal(await statusOf(id), 'processing');
      for (const [language, words] of [
        ['ht', /Machann nan pa pran peman kounye a/],
        ['fr', /Ce marchand n’accepte pas de paiements pour le moment/],
      ] as const)
        assert.match((await open(url, undefined, language)).text, words);
      await setActive(true);
      assert.equal((await open(url)).status, 200, 'the website is active again');
    }
    const card = await create(gateway.testKey, 'card');
    const url = await openCard(card);
    await setActive(false);
    await assertClosed(url);
    await assertClosed(url, CARD);
    assert.equal(await statusOf(card.transaction_id), 'pending');
  });

  // Contract: PAGE-6
  test('show the outcome to customers who have already submitted the form', async () => {
    const slow = await create(gateway.testKey, 'moncash');
    const code = (await open(slow.payment_url, { phone: '37000005', pin: '1234' })).next;
    await open(code, { code: '123456' });
    const paid = await create(gateway.testKey, 'moncash');
    await open((await open(paid.payment_url, { phone: '37000001', pin: '1234' })).next, { code: '123456' });
    const card = await create(gateway.testKey, 'card');
    const challenge = (await open(await openCard(card), { ...CARD, number: '4000002760003184' })).next;
    await setActive(false);
    assert.match((await open(slow.payment_url)).text, /Payment processing/);
    assert.match((await open(paid.payment_url)).text, /Payment successful/);
    // A submitted payment whose bank asks for a code can be finished.
    const over = (await open(challenge, { code: '123456' })).next;
    assert.match((await open(over)).text, /Payment successful/);
    providers.clock.forward(31);
    assert.match((await open(slow.payment_url)).text, /Payment successful/);
  });

  test('no longer lead a customer to MonCash, to the card page or to card fields', async () => {
    const [moncash, lakaypay, card] = [
      await create(gateway.liveKey, 'moncash'),
      await create(gateway.liveKey, 'lakaypay_card'),
      await create(gateway.liveKey, 'card'),
    ];
    const widget = await openCard(card);
    assert.equal((await open(moncash.payment_url)).status, 303);
    assert.equal((await open(lakaypay.payment_url)).status, 200);
    assert.equal((await open(widget)).status, 200);
    await setActive(false);
    for (const url of [moncash.payment_url, lakaypay.payment_url, widget]) await assertClosed(url);
    // A customer who pays on a page that was already open still sees the outcome.
    await providers.moncash.pay(moncash.transaction_id);
    providers.clock.forward(61);
    assert.match((await open(moncash.payment_url)).text, /Payment successful/);
    assert.equal(await statusOf(moncash.transaction_id), 'completed');
    providers.stripe.pay(card.transaction_id);
    const checking = (await open(widget, { action: 'check' })).next;
    assert.match((await open(checking)).text, /Payment successful/);
  });

  test('show the outcome of a card page that was open', async () => {
    const { transaction_id: id, payment_url: url } = await create(gateway.liveKey, 'lakaypay_card');
    const form = await formOnPage(url);
    await setActive(false);
    Object.assign(providers.acceptance.faults, { reports: 'before', returns: 'once' });
    try {
      await providers.acceptance.pay(form);
    } finally {
      Object.assign(providers.acceptance.faults, { reports: 'never', returns: 'never' });
    }
    assert.equal(await statusOf(id), 'completed');
    assert.match((await open(url)).text, /Payment successful/);
  });
});
