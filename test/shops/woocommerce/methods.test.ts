import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { CARD, fillAndSubmit, payByWallet } from '../../pages/visitor.ts';
import { launchBrowser } from '../../support/browser.ts';
import { NO_MATERIAL } from '../material.ts';
import { checkOut, openCheckout } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

/** How a customer pays by each method, on the page to which the checkout led. */
const WAYS: Record<string, (page: Page) => Promise<void>> = {
  moncash: (page) => payByWallet(page, '37000001'),
  natcash: (page) => payByWallet(page, '37000001'),
  lakaypay_card: (page) => fillAndSubmit(page, CARD),
  card: (page) => fillAndSubmit(page.frameLocator('#peye-card iframe'), CARD),
};

describe('WooCommerce: the checkout of blocks', { skip: NO_MATERIAL }, () => {
  let shop: Shop;
  let browser: Browser;
  before(async () => {
    [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  for (const [method, pay] of Object.entries(WAYS)) {
    it(`is paid by ${method}: product, cart, checkout, Peye's page, and the order is processing`, async () => {
      const page = await (await browser.newContext({ viewport: { width: 1100, height: 900 } })).newPage();
      page.setDefaultTimeout(40_000);
      await openCheckout(page, shop);
      await checkOut(page, method);
      await page.waitForURL(method === 'card' ? '**/order-pay/**' : `${shop.gateway.url}/**`);
      await pay(page);
      if (method !== 'card') await page.locator(`a[href^="${shop.url}/wc-api/peye_return"]`).first().click();
      await page.waitForURL('**/order-received/**');
      await page.getByText('Thank you. Your order has been received.').waitFor();
      const id = Number(/order-received\/(\d+)/.exec(page.url())?.[1]);
      await shop.becomes(id, 'processing');
      const order = await shop.order(id);
      assert.equal(order.payments.length, 1);
      assert.equal(order.payments[0]?.status, 'paid');
      assert.equal(order.transactionId, order.payments[0]?.transaction_id);
      assert.match(order.title, / \(test\)$/);
      assert.equal((await shop.api.get(`/payments/${order.transactionId}`)).json.data.status, 'completed');
      assert.ok(
        !JSON.stringify(order.payments).includes('secret_'),
        'the client secret is not stored once the payment is final',
      );
      await page.context().close();
    });
  }

  it('leaves no line in the shop’s log of errors', () => assert.equal(shop.debugLog(), ''));
});
