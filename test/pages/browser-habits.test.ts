import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { tabsOf } from './tabs-of.ts';
import { CARD, CHALLENGED, cancelOn, fill, fillAndSubmit, newPayment, statusOf, submit } from './visitor.ts';

const PHONE = '37000001';

/** Tests only the behaviour of browsers. Races to settle one payment are tested elsewhere, on both engines. */
describe('the habits of people in browsers at a payment page', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  before(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });
  const open = tabsOf(() => ({ browser, origin: gateway.url }));
  const eventsOf = async ({ transaction_id }: { transaction_id: string }) => {
    const { data } = (await gateway.api.get('/events?limit=100')).json;
    return data.filter((event: { data: { transaction_id: string } }) => event.data.transaction_id === transaction_id);
  };

  it('a double click on each button: each step happens once', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const page = await open(payment.payment_url);
    await fill(page, { phone: PHONE, pin: '1234' });
    await page.locator('main button').first().dblclick();
    await shows(page, 'code');
    await fill(page, { code: '123456' });
    await page.locator('main button').first().dblclick();
    await shows(page, 'paid');
    assert.equal((await eventsOf(payment)).length, 1);
    const other = await newPayment(gateway, 'lakaypay_card');
    const card = await open(other.payment_url);
    await fill(card, CARD);
    await card.locator('main button').first().dblclick();
    await shows(card, 'paid');
    assert.equal((await eventsOf(other)).length, 1);
  });

  it('back, forward and reload at every step: the step is shown, nothing is sent again, and it can be paid', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const page = await open(payment.payment_url);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await fillAndSubmit(page, { phone: '123', pin: '9876' });
    await shows(page, 'form');
    assert.equal(await page.locator('[name=phone]').inputValue(), '123');
    await page.reload();
    assert.equal(await page.locator('[name=phone]').inputValue(), '123', 'a reload keeps what was typed');
    assert.equal(await page.locator('[name=pin]').inputValue(), '');
    await fillAndSubmit(page, { phone: PHONE, pin: '1234' });
    await shows(page, 'code');
    await page.goBack();
    await shows(page, 'form');
    await page.goForward();
    await shows(page, 'code');
    await page.reload();
    await shows(page, 'code');
    assert.equal(posts.length, 2);
    await fillAndSubmit(page, { code: '123456' });
    await shows(page, 'paid');
    for (let steps = 0; steps < 3; steps++) {
      await page.goBack();
      await shows(page, 'paid');
    }
    assert.equal(posts.length, 3);
    assert.equal((await eventsOf(payment)).length, 1);
  });

  it('back after cancelling, and from the challenge of a card', async () => {
    const payment = await newPayment(gateway, 'lakaypay_card');
    const page = await open(payment.payment_url);
    await fillAndSubmit(page, CHALLENGED);
    await shows(page, 'challenge');
    await page.goBack();
    await shows(page, 'form');
    await page.goForward();
    await shows(page, 'challenge');
    await cancelOn(page);
    await shows(page, 'cancelled');
    await page.goBack();
    await shows(page, 'cancelled');
    assert.equal(await statusOf(gateway, payment), 'failed: cancelled');
  });

  it('two tabs: one pays, the other is at an earlier step and cancels: both show that it is paid', async () => {
    const payment = await newPayment(gateway, 'natcash');
    const [first, second] = [await open(payment.payment_url), await open(payment.payment_url)];
    await fillAndSubmit(first, { phone: PHONE, pin: '1234' });
    await fillAndSubmit(second, { phone: '37000003', pin: '1234' });
    await fillAndSubmit(first, { code: '123456' });
    await shows(first, 'paid');
    await cancelOn(second);
    await shows(second, 'paid');
    await second.reload();
    await shows(second, 'paid');
    assert.equal(await statusOf(gateway, payment), 'completed');
  });

  it('a link that another person opens: shows the payment, and nothing that was typed', async () => {
    const payment = await newPayment(gateway, 'lakaypay_card');
    const page = await open(payment.payment_url);
    await fillAndSubmit(page, { ...CARD, number: '4242424242424241', name: 'Zzholder Quixotic', expiry: '11/39' });
    await shows(page, 'form');
    const other = await open(payment.payment_url);
    await shows(other, 'form');
    for (const name of ['number', 'expiry', 'cvc', 'name']) {
      assert.equal(await other.locator(`[name=${name}]`).inputValue(), '', name);
    }
    assert.doesNotMatch(await other.content(), /Quixotic|11\/39/);
    await fillAndSubmit(page, CARD);
    await other.reload();
    await shows(other, 'paid');
    assert.doesNotMatch(await other.content(), /Quixotic|4242 ?4242|11\/39/);
    assert.deepEqual(await page.context().cookies(), [], 'the page leaves no cookie in a browser');
  });

  it('errors: the summary at the top moves the focus to each field', async () => {
    const wallet = await open((await newPayment(gateway, 'moncash')).payment_url, { javaScriptEnabled: true });
    const card = await open((await newPayment(gateway, 'lakaypay_card')).payment_url);
    for (const [page, fields] of [
      [wallet, ['phone', 'pin']],
      [card, ['number', 'expiry', 'cvc', 'name']],
    ] as const) {
      await submit(page);
      for (const field of fields) {
        await page.locator(`a[href="#field-${field}"]`).click();
        await page.locator(`[name=${field}]:focus`).waitFor();
      }
    }
  });

  it('a merchant with the longest and oddest texts: nothing is wider than the smallest phone', async () => {
    const wide = 'W'.repeat(200);
    const { testKey } = await gateway.newWebsite(wide);
    const texts = { reference: 'R'.repeat(255), description: `\u202e${'D'.repeat(300)} 👩🏽‍💻\u200b<b>` };
    for (const method of ['moncash', 'lakaypay_card']) {
      const { json } = await gateway
        .client(testKey)
        .post('/payments', paymentRequest({ payment_method: method, ...texts }));
      const page = await open(json.payment_url, { viewport: { width: 320, height: 640 } });
      const fits = async (state: string) => {
        await shows(page, state);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= 320, `${method}: ${state} is ${width} pixels wide`);
      };
      await fits('form');
      await submit(page);
      await fits('form');
      await fillAndSubmit(page, method === 'moncash' ? { phone: PHONE, pin: '1234' } : CHALLENGED);
      await fits(method === 'moncash' ? 'code' : 'challenge');
      await fillAndSubmit(page, { code: '123456' });
      await fits('paid');
    }
  });
});

/** Waits until the page is in this state. */
async function shows(page: Page, state: string): Promise<void> {
  await page.locator(`main[data-state=${state}]`).waitFor();
}
