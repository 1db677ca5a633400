import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import {
  CARD,
  cancelOn,
  fillAndSubmit,
  heading,
  newPayment,
  statusOf,
  submit,
  textOf,
  wrongFields,
} from './visitor.ts';

describe('card pages', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  onOneEngineByDay('a lakaypay_card payment in a browser', (engine) => {
    let gateway: TestGateway;
    before(async () => {
      gateway = await startTestGateway(engine);
    });
    after(() => gateway.stop());

    const withPage = async (
      work: (page: Page, payment: Awaited<ReturnType<typeof newPayment>>) => Promise<void>,
      { javaScriptEnabled = false } = {},
    ) => {
      const payment = await newPayment(gateway, 'lakaypay_card');
      const { page, complaints } = await openTab(browser, gateway.url, { javaScriptEnabled });
      await page.goto(payment.payment_url);
      await work(page, payment);
      await page.context().close();
      assert.deepEqual(complaints, []);
    };

    for (const [number, finalStatus, title] of [
      ['4242 4242 4242 4242', 'completed', 'Payment successful'],
      ['4000000000000002', 'failed: declined', 'Payment failed'],
      ['4000-0000-0000-9995', 'failed: insufficient_balance', 'Payment failed'],
      ['4000 0000 0000 0069', 'failed: expired_card', 'Payment failed'],
    ] as const) {
      // Contract: SANDBOX-9
      it(`${number} ends as ${finalStatus}`, () =>
        withPage(async (page, payment) => {
          await fillAndSubmit(page, { ...CARD, number });
          assert.equal(await heading(page), title);
          assert.equal(await statusOf(gateway, payment), finalStatus);
        }));
    }

    // Contract: SANDBOX-9
    it('3-D Secure: the right code pays, a wrong one can be entered again', () =>
      withPage(async (page, payment) => {
        await fillAndSubmit(page, { ...CARD, number: '4000 0027 6000 3184' });
        assert.equal(await heading(page), 'Confirm the payment');
        await fillAndSubmit(page, { code: '000000' });
        assert.deepEqual(await wrongFields(page), ['code']);
        assert.equal(await statusOf(gateway, payment), 'processing');
        await fillAndSubmit(page, { code: '123456' });
        assert.equal(await statusOf(gateway, payment), 'completed');
      }));

    it('3-D Secure: refusing is a decline', () =>
      withPage(async (page, payment) => {
        await fillAndSubmit(page, { ...CARD, number: '4000 0027 6000 3184' });
        await page.getByRole('button', { name: 'Decline the payment' }).click();
        assert.equal(await heading(page), 'Payment failed');
        assert.equal(await statusOf(gateway, payment), 'failed: declined');
      }));

    for (const isChallenged of [false, true]) {
      it(`cancels ${isChallenged ? 'in the challenge' : 'before the card'}`, () =>
        withPage(async (page, payment) => {
          if (isChallenged) await fillAndSubmit(page, { ...CARD, number: '4000 0027 6000 3184' });
          await cancelOn(page);
          assert.equal(await heading(page), 'Payment cancelled');
          assert.equal(await statusOf(gateway, payment), 'failed: cancelled');
        }));
    }

    it("shows a subscription's amount, interval and end, above a button that mentions the subscription", async () => {
      const terms = { recurring: true, recurring_interval: 'weekly', recurring_interval_count: 2, amount: 1500 };
      const { payment_url: url } = await newPayment(gateway, 'lakaypay_card', terms);
      const french = await (await fetch(`${url}?lang=fr`)).text();
      assert.match(french, /1\u202f500\u00a0HTG aujourd’hui, puis toutes les 2 semaines jusqu’à annulation\./);
      assert.match(french, /Pour annuler, contactez le marchand\./);
      assert.match(french, /<button>Payer et s’abonner<\/button>/);
      const once = await newPayment(gateway, 'lakaypay_card', { amount: 1500 });
      assert.doesNotMatch(await (await fetch(`${once.payment_url}?lang=fr`)).text(), /abonner|annulation/);
    });

    it('spaces number and date while they are typed, and a mistyped number stays in its field and is not sent', () =>
      withPage(
        async (page, payment) => {
          const number = page.locator('[name=number]');
          await number.pressSequentially('4242424242424241');
          assert.equal(await number.inputValue(), '4242 4242 4242 4241');
          const expiry = page.locator('[name=expiry]');
          await expiry.pressSequentially('1/40');
          assert.equal(await expiry.inputValue(), '01/40');
          let posts = 0;
          page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
          await submit(page);
          assert.match(await textOf(page, '#field-number-error'), /Invalid card number/);
          assert.deepEqual([posts, await number.inputValue()], [0, '4242 4242 4242 4241']);
          await number.press('End');
          await number.press('Backspace');
          await number.press('2');
          await fillAndSubmit(page, { cvc: '123', name: 'Marie' });
          assert.equal(await heading(page), 'Payment successful');
          assert.equal(await statusOf(gateway, payment), 'completed');
        },
        { javaScriptEnabled: true },
      ));

    it('shows each error at its field, and keeps date and name, but never the number or the CVC', () =>
      withPage(async (page, payment) => {
        const wrong = async (changes: Partial<typeof CARD>) => {
          await fillAndSubmit(page, { ...CARD, ...changes });
          return wrongFields(page);
        };
        assert.deepEqual(await wrong({ number: '', expiry: '', cvc: '', name: ' ' }), [
          'number',
          'expiry',
          'cvc',
          'name',
        ]);
        assert.deepEqual(await wrong({ number: '4242 4242 4242 4241' }), ['number'], 'a wrong check digit');
        assert.equal(await page.locator('[name=expiry]').inputValue(), CARD.expiry);
        assert.equal(await page.locator('[name=name]').inputValue(), CARD.name);
        assert.equal(await page.locator('[name=number]').inputValue(), '');
        assert.equal(await page.locator('[name=cvc]').inputValue(), '');
        assert.deepEqual(await wrong({ number: '5555 5555 5555 4444' }), ['number'], 'a card that is not a test card');
        assert.match(await textOf(page, '#field-number-error'), /Only test cards/);
        for (const expiry of ['13/40', '00/40', '1/1', 'soon', '12/99']) {
          assert.deepEqual(await wrong({ expiry }), ['expiry'], expiry);
        }
        assert.deepEqual(await wrong({ expiry: '01/20' }), ['expiry']);
        assert.match(await textOf(page, '#field-expiry-error'), /has expired/);
        assert.deepEqual(await wrong({ cvc: '12' }), ['cvc']);
        assert.equal(await statusOf(gateway, payment), 'processing');
        assert.deepEqual(await wrong({ expiry: '1240' }), []);
        assert.equal(await statusOf(gateway, payment), 'completed');
      }));
  });
});
