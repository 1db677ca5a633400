import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { tabsOf } from './tabs-of.ts';
import {
  cancelOn,
  fill,
  fillAndSubmit,
  heading,
  newPayment,
  payByWallet,
  statusOf,
  submit,
  textOf,
  wrongFields,
} from './visitor.ts';

describe('wallet pages', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  onOneEngineByDay('a wallet payment in a browser', (engine) => {
    let gateway: TestGateway;
    before(async () => {
      gateway = await startTestGateway(engine);
    });
    after(() => gateway.stop());
    const open = tabsOf(() => ({ browser, origin: gateway.url }));

    for (const [phone, finalStatus, title] of [
      ['37000001', 'completed', 'Payment successful'],
      ['37000002', 'failed: insufficient_balance', 'Payment failed'],
      ['37000003', 'failed: declined', 'Payment failed'],
      ['37000004', 'failed: cancelled', 'Payment cancelled'],
    ] as const) {
      // Contract: SANDBOX-7, SANDBOX-8
      it(`${phone} ends as ${finalStatus}, without JavaScript`, async () => {
        const payment = await newPayment(gateway, 'moncash');
        const page = await open(payment.payment_url, { javaScriptEnabled: false });
        await payByWallet(page, phone);
        assert.equal(await heading(page), title);
        assert.equal(await statusOf(gateway, payment), finalStatus);
      });
    }

    it('a payment by 37000005 stays processing until it is verified, and its page then shows the result automatically', async () => {
      const payment = await newPayment(gateway, 'natcash');
      const page = await open(payment.payment_url, { javaScriptEnabled: false });
      await payByWallet(page, '+509 37-00-00-05');
      assert.equal(await heading(page), 'Payment processing');
      assert.equal(await page.locator('form').count(), 0);
      assert.equal(await statusOf(gateway, payment), 'processing');
      const verified = await gateway.api.post(`/payments/${payment.transaction_id}/verify`);
      assert.equal(verified.json.data.status, 'completed');
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    });

    // Contract: SANDBOX-7, SANDBOX-8
    it('accepts the number in every spelling, and shows each error at its field', async () => {
      const payment = await newPayment(gateway, 'moncash');
      const page = await open(payment.payment_url);
      await submit(page);
      assert.deepEqual(await wrongFields(page), ['phone', 'pin']);
      await fillAndSubmit(page, { phone: '3700', pin: '1234' });
      assert.deepEqual(await wrongFields(page), ['phone']);
      assert.equal(await page.locator('[name=phone]').inputValue(), '3700', 'the number stays');
      assert.equal(await page.locator('[name=pin]').inputValue(), '', 'the PIN does not stay');
      await fillAndSubmit(page, { phone: '34101234', pin: '1234' });
      assert.match(await textOf(page, '#field-phone-error'), /not a test number/);
      await fillAndSubmit(page, { phone: '(509) 37.00.00.01', pin: '9999' });
      assert.deepEqual(await wrongFields(page), ['pin']);
      await fillAndSubmit(page, { pin: '1234' });
      assert.match(await textOf(page, 'main'), /sent to 37\s00\s00\s01/);
      await fillAndSubmit(page, { code: '654321' });
      assert.deepEqual(await wrongFields(page), ['code']);
      assert.equal(await page.locator('[name=code]').inputValue(), '');
      assert.equal(await statusOf(gateway, payment), 'processing', 'the status must not change yet');
      await fillAndSubmit(page, { code: '123 456' });
      assert.equal(await statusOf(gateway, payment), 'completed');
    });

    it('keeps number, PIN and code out of every address', async () => {
      const payment = await newPayment(gateway, 'moncash');
      const page = await open(payment.payment_url);
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await fillAndSubmit(page, { phone: '37000001', pin: '9876' });
      await payByWallet(page, '37000001');
      assert.ok(addresses.length >= 6);
      const secrets = /37000001|9876|pin=|123456/;
      assert.deepEqual(
        addresses.map((address) => address.replace(payment.payment_url, '')).filter((address) => secrets.test(address)),
        [],
      );
    });

    for (const step of ['number and PIN', 'code'] as const) {
      it(`cancels at the step of ${step}`, async () => {
        const payment = await newPayment(gateway, 'natcash');
        const page = await open(payment.payment_url);
        if (step === 'code') await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
        await cancelOn(page);
        assert.equal(await heading(page), 'Payment cancelled');
        assert.equal(await statusOf(gateway, payment), 'failed: cancelled');
      });
    }

    it('shows the result of a payment that was finished elsewhere, on opening and on a late submit', async () => {
      const payment = await newPayment(gateway, 'moncash');
      const page = await open(payment.payment_url);
      await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
      await gateway.api.post(`/test_helpers/payments/${payment.transaction_id}/fail`, { failure_reason: 'declined' });
      await fillAndSubmit(page, { code: '123456' });
      assert.equal(await heading(page), 'Payment failed');
      const again = await open(payment.payment_url);
      assert.equal(await heading(again), 'Payment failed');
      assert.equal(await statusOf(gateway, payment), 'failed: declined');
    });

    it('two tabs that submit at once see one result, and there is one event', async () => {
      const payment = await newPayment(gateway, 'moncash');
      const [paying, cancelling] = [await open(payment.payment_url), await open(payment.payment_url)];
      await fillAndSubmit(paying, { phone: '37000001', pin: '1234' });
      await fill(paying, { code: '123456' });
      await Promise.all([submit(paying), cancelOn(cancelling)]);
      const title = await heading(paying);
      assert.equal(await heading(cancelling), title);
      assert.equal(
        title,
        (await statusOf(gateway, payment)) === 'completed' ? 'Payment successful' : 'Payment cancelled',
      );
      const events = (await gateway.api.get('/events?limit=100')).json.data;
      const own = events.filter(
        (event: { data: typeof payment }) => event.data.transaction_id === payment.transaction_id,
      );
      assert.equal(own.length, 1);
    });

    it('going back after paying shows the result, not the form', async () => {
      const payment = await newPayment(gateway, 'moncash');
      const page = await open(payment.payment_url);
      await payByWallet(page, '37000001');
      const result = page.getByRole('heading', { name: 'Payment successful' });
      await result.waitFor();
      await page.waitForLoadState('load');
      await page.goBack();
      await result.waitFor();
      await page.reload();
      await result.waitFor();
    });

    // Contract: PAGE-5
    it('links back to the merchant with id and reference, and without a status', async () => {
      const payment = await newPayment(gateway, 'moncash', { reference: 'A&B=1/é' });
      const page = await open(payment.payment_url);
      await payByWallet(page, '37000001');
      const link = page.getByRole('link', { name: 'Return to merchant' });
      const url = new URL((await link.getAttribute('href')) ?? '');
      assert.equal(url.origin + url.pathname, 'https://shop.example/thanks');
      assert.deepEqual(Object.fromEntries(url.searchParams), {
        transaction_id: payment.transaction_id,
        reference: 'A&B=1/é',
      });
    });
  });

  onOneEngineByDay('a wallet payment as time goes by', (engine) => {
    const US = 1_000_000;
    let aheadUs = 0;
    const clock = systemClock();
    let gateway: TestGateway | undefined;
    afterEach(async () => {
      await gateway?.stop();
      aheadUs = 0;
    });
    const start = async (roles: string) => {
      gateway = await startTestGateway(engine, { clock: () => clock() + aheadUs, settings: { ROLES: roles } });
      return gateway;
    };

    it('a payment by 37000005 is paid after 30 seconds, without a request', async () => {
      const gateway = await start('api,worker');
      const payment = await newPayment(gateway, 'moncash');
      const { page } = await openTab(browser, gateway.url);
      await page.goto(payment.payment_url);
      await payByWallet(page, '37000005');
      aheadUs = 20 * US;
      // Wait for the page's own refresh: a reload by the test could collide with it.
      await page.waitForResponse((response) => response.url() === page.url());
      assert.equal(await heading(page), 'Payment processing');
      aheadUs = 31 * US;
      await until('the worker completes it', async () => (await statusOf(gateway, payment)) === 'completed');
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      await page.context().close();
    });

    it('an expired payment cannot be paid, even if no worker has verified it', async () => {
      const gateway = await start('api');
      const [opened, submitted] = [await newPayment(gateway, 'moncash'), await newPayment(gateway, 'moncash')];
      const { page } = await openTab(browser, gateway.url);
      await page.goto(submitted.payment_url);
      await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
      aheadUs = 3601 * US;
      await fillAndSubmit(page, { code: '123456' });
      assert.equal(await heading(page), 'Payment expired');
      assert.equal(await statusOf(gateway, submitted), 'failed: expired');
      await page.goto(opened.payment_url);
      assert.equal(await heading(page), 'Payment expired');
      assert.equal(await statusOf(gateway, opened), 'failed: expired');
      await page.context().close();
    });

    it('an expired payment cannot be paid, even while a dead worker has the lease of its check', async () => {
      const gateway = await start('api');
      const payment = await newPayment(gateway, 'moncash');
      aheadUs = 3601 * US;
      await gateway.store.db.transaction((tx) =>
        tx.query('UPDATE payments SET next_check_at_us = $2 WHERE id = $1', [
          Number(payment.transaction_id),
          clock() + aheadUs + 60 * US,
        ]),
      );
      const { page } = await openTab(browser, gateway.url);
      await page.goto(payment.payment_url);
      assert.equal(await heading(page), 'Payment expired');
      await page.context().close();
    });

    it('a payment by 37000005 that was paid in time does not expire', async () => {
      const gateway = await start('api');
      const payment = await newPayment(gateway, 'moncash');
      const { page } = await openTab(browser, gateway.url);
      await page.goto(payment.payment_url);
      await payByWallet(page, '37000005');
      aheadUs = 3601 * US;
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      assert.equal(await statusOf(gateway, payment), 'completed');
      await page.context().close();
    });
  });
});
