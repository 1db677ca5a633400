import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_BROWSER } from '../support/browser.ts';
import { byTier } from '../support/tier.ts';
import { openStage, type Stage } from './stage.ts';

/** After this time Peye queries the provider. */
const FIRST_CHECK_SECONDS = 16;

describe('MonCash in rehearsal', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({}, { forwardSeconds: FIRST_CHECK_SECONDS });
  });
  after(() => stage.stop());

  const enterPin = async (page: Page) => {
    await page.getByLabel('MonCash number').fill('37007294');
    await page.getByLabel('PIN').fill('1234');
    await page.getByRole('button', { name: 'Pay' }).click();
  };
  const enterCode = async (page: Page, code = '123456') => {
    await page.getByLabel('Security Code').fill(code);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };

  it('pays: the shop, MonCash, the result, the shop again, and a signed webhook', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('moncash', { amount: '10', currency: 'USD' });
    await page.getByText('Total: 1306 HTG').waitFor();
    await enterPin(page);
    await enterCode(page);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/providers/moncash/return');
    assert.equal(await page.locator('.test').count(), 0);
    await customer.backToShop('payment.success');
    await page.getByText('1306.00 HTG, completed').waitFor();
    await stage.assertOver(id, 'completed', '1306.00');
    assert.equal((await stage.bookEntry('moncash', id))?.amountMinor, 130_600);
    await customer.leave(['37007294']);
  });

  it('a wrong PIN and a wrong code are reported, and cost nothing', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('moncash');
    await page.getByLabel('MonCash number').fill('37007294');
    await page.getByLabel('PIN').fill('0000');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('alert').filter({ hasText: 'Wrong PIN' }).waitFor();
    await enterPin(page);
    await enterCode(page, '1');
    await page.getByRole('alert').filter({ hasText: 'Wrong code' }).waitFor();
    assert.equal(await stage.statusOf(id), 'processing');
    await enterCode(page);
    await customer.backToShop('payment.success');
    await stage.assertOver(id, 'completed');
    await customer.leave();
  });

  it('a wallet that declines is not the end: the payment stays open, and the next attempt pays', async () => {
    const faults = await stage.setFaults('moncash', { wallet: 'declined' });
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('moncash');
    const moncash = page.url();
    await enterPin(page);
    await enterCode(page);
    await page.getByRole('alert').filter({ hasText: 'declined' }).waitFor();
    await stage.api.post(`/payments/${id}/verify`);
    assert.equal(await stage.statusOf(id), 'processing');
    assert.deepEqual(stage.shopLines(id), []);
    await faults.undo();
    await page.goto(moncash);
    await enterPin(page);
    await enterCode(page);
    await customer.backToShop('payment.success');
    await stage.assertOver(id, 'completed');
    await customer.leave();
  });

  it('the customer returns twice, goes back and reloads, and MonCash alerts twice: one webhook', async () => {
    const faults = await stage.setFaults('moncash', { reports: 'twice' });
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('moncash');
    await enterPin(page);
    await enterCode(page);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.reload();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await customer.backToShop('payment.success');
    await page.goBack();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await stage.assertOver(id, 'completed');
    await faults.undo();
    await customer.leave();
  });

  for (const reports of byTier({ day: ['never'], night: ['after', 'never'] })) {
    it(`a payment whose customer never returns is completed all the same (reports: ${reports})`, async () => {
      const faults = await stage.setFaults('moncash', { reports });
      const customer = await stage.customer();
      const { page } = customer;
      const id = await customer.buy('moncash');
      await enterPin(page);
      // The browser is closed once MonCash has the money: it never follows the redirect.
      const paid = page.context().waitForEvent('requestfailed');
      await page.route(page.url(), async (route) => {
        await route.fetch({ maxRedirects: 0 });
        await route.abort();
      });
      await enterCode(page);
      await paid;
      assert.equal((await stage.bookEntry('moncash', id))?.status, 'paid');
      assert.equal(await customer.hasSent('/providers/moncash/return'), false);
      if (reports === 'never') stage.forward();
      await stage.assertOver(id, 'completed');
      await page.context().close();
      await faults.undo();
    });
  }
});
