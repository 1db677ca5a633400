import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_BROWSER } from '../support/browser.ts';
import { byTier } from '../support/tier.ts';
import { openStage, type Stage } from './stage.ts';

const PAYS = '4111 1111 1111 1111';
const REFUSALS = [
  ['4000 0000 0000 0002', 'declined', 'The payment was declined.'],
  ['4000 0000 0000 9995', 'insufficient_balance', 'Your balance is insufficient.'],
  ['4000 0000 0000 0069', 'expired_card', 'This card has expired.'],
] as const;

describe('LakayPay card in rehearsal', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  const goToCardPage = async (page: Page, amount = '500 HTG') => {
    assert.equal(await page.locator('.test').count(), 0);
    await page.getByRole('button', { name: `Pay ${amount}` }).click();
    await page.getByRole('heading', { name: 'Payment details' }).waitFor();
  };
  const typeCard = async (page: Page, number: string) => {
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry date').fill('12/2040');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay' }).click();
  };

  it('pays: the shop, our page, the card page, the result, the shop again, and a signed webhook', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('lakaypay_card', { amount: '12.50', currency: 'USD' });
    await goToCardPage(page, '12.50 USD');
    await page.getByText('Total amount: 12.50 USD').waitFor();
    await typeCard(page, PAYS);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    assert.match(new URL(page.url()).pathname, new RegExp(`^/pay/${id}/`));
    assert.equal(await page.locator('.test').count(), 0);
    await customer.backToShop('payment.success');
    await page.getByText('12.50 USD, completed').waitFor();
    await stage.assertOver(id, 'completed', '12.50');
    assert.equal((await stage.bookEntry('secure-acceptance', id))?.amountMinor, 1250);
    assert.ok(await customer.hasSent(PAYS));
    await customer.leave([PAYS]);
  });

  for (const [card, reason, words] of REFUSALS.slice(0, byTier({ day: 1, night: REFUSALS.length }))) {
    it(`${card} fails: ${reason}`, async () => {
      const customer = await stage.customer();
      const { page } = customer;
      const id = await customer.buy('lakaypay_card');
      await goToCardPage(page);
      await typeCard(page, card);
      await page.getByText(words).waitFor();
      await customer.backToShop('payment.failed');
      await stage.assertOver(id, `failed: ${reason}`);
      await customer.leave([card]);
    });
  }

  it('the customer cancels on the card page: cancelled', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('lakaypay_card');
    await goToCardPage(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
    await customer.backToShop('payment.failed');
    await stage.assertOver(id, 'failed: cancelled');
    await customer.leave();
  });

  it('the browser and the server report the result, twice each, in any order: one webhook', async () => {
    for (const [reports, returns] of [
      ['after', 'once'],
      ['twice', 'twice'],
      ['never', 'once'],
    ]) {
      const faults = await stage.setFaults('secure-acceptance', { reports, returns });
      const customer = await stage.customer();
      const { page } = customer;
      const id = await customer.buy('lakaypay_card');
      await goToCardPage(page);
      const posted = page.waitForRequest(`${stage.reported.url}/providers/lakaypay_card/return`);
      await typeCard(page, PAYS);
      const result = (await posted).postData() ?? '';
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      const again = await fetch(`${stage.reported.url}/providers/lakaypay_card/return`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: result,
      });
      assert.equal(again.status, 303);
      await page.reload();
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      await customer.backToShop('payment.success');
      await page.goBack();
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      await stage.assertOver(id, 'completed');
      await faults.undo();
      await customer.leave([PAYS]);
    }
  });

  it('no notification, and the customer is never led back: the page that was left open is queried', async () => {
    const faults = await stage.setFaults('secure-acceptance', { reports: 'never', returns: 'never' });
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('lakaypay_card');
    await goToCardPage(page);
    await typeCard(page, PAYS);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await stage.api.post(`/payments/${id}/verify`);
    await stage.assertOver(id, 'completed');
    await faults.undo();
    await customer.leave([PAYS]);
  });
});
