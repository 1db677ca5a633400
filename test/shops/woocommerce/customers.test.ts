import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { CARD, cancelOn, fillAndSubmit, payByWallet } from '../../pages/visitor.ts';
import { launchBrowser } from '../../support/browser.ts';
import { until } from '../../support/gateway.ts';
import { NO_MATERIAL } from '../material.ts';
import { CUSTOMER, checkOut, comeBack, openCheckout, placeOrder } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

describe('WooCommerce: customers', { skip: NO_MATERIAL }, () => {
  let shop: Shop;
  let browser: Browser;
  before(async () => {
    [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  const visit = async (work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(40_000);
    await work(page);
    await context.close();
  };
  const backToShop = (page: Page) => page.locator(`a[href^="${shop.url}/wc-api/peye_return"]`).first().click();
  const orderOf = (page: Page) => Number(/order-(?:received|pay)\/(\d+)/.exec(page.url())?.[1]);
  /** Opens the page to which the return URL of a payment leads. */
  const openReturn = async (page: Page, transactionId: string) => {
    await page.goto((await comeBack(shop, transactionId)).headers.get('location') ?? '');
  };

  it('see why a payment was declined, that they paid nothing, and pay by another method', () =>
    visit(async (page) => {
      await openCheckout(page, shop);
      await checkOut(page, 'moncash');
      await page.waitForURL(`${shop.gateway.url}/**`);
      await payByWallet(page, '37000002');
      await backToShop(page);
      await page.waitForURL('**/order-pay/**');
      await page
        .getByText('Your payment did not go through (MonCash). The balance is too low. You have not been charged.')
        .waitFor();
      const id = orderOf(page);
      assert.equal((await shop.order(id)).status, 'failed');
      await page.locator('#payment_method_peye_lakaypay_card').check({ force: true });
      await page.locator('#place_order').click();
      await page.waitForURL(`${shop.gateway.url}/**`);
      await fillAndSubmit(page, CARD);
      await backToShop(page);
      await page.waitForURL('**/order-received/**');
      await shop.becomes(id, 'processing');
      assert.deepEqual(
        (await shop.order(id)).payments.map(({ status }) => status),
        ['failed', 'paid'],
      );
    }));

  it('cancel on Peye’s page, and can still pay the order', () =>
    visit(async (page) => {
      await openCheckout(page, shop);
      await checkOut(page, 'natcash');
      await page.waitForURL(`${shop.gateway.url}/**`);
      await cancelOn(page);
      await backToShop(page);
      await page.waitForURL('**/order-pay/**');
      await page.getByText('The payment was cancelled. You have not been charged.').waitFor();
      assert.equal((await shop.order(orderOf(page))).status, 'pending');
    }));

  it('type a card that is declined, and then another card, which pays', () =>
    visit(async (page) => {
      await openCheckout(page, shop);
      await checkOut(page, 'card');
      await page.waitForURL('**/order-pay/**');
      await fillAndSubmit(page.frameLocator('#peye-card iframe'), { ...CARD, number: '4000 0000 0000 0002' });
      await page.getByText('Your payment did not go through (Card). The payment was refused.').waitFor();
      await page.locator('#place_order').click();
      await page.locator('#peye-card iframe').waitFor();
      const id = orderOf(page);
      // A reload shows the same form.
      await page.reload();
      await fillAndSubmit(page.frameLocator('#peye-card iframe'), CARD);
      await page.waitForURL('**/order-received/**');
      await shop.becomes(id, 'processing');
      await page.goto((await shop.php(`return wc_get_order(${id})->get_checkout_payment_url(true);`)) as string);
      await page.waitForURL('**/order-received/**');
    }));

  it('pay from the classic checkout', () =>
    visit(async (page) => {
      await openCheckout(page, shop, '/classic-checkout/');
      for (const [name, value] of Object.entries(CUSTOMER))
        if (name !== 'country') await page.locator(`#billing_${name}`).fill(value);
      await page.locator('#payment .payment_methods li').first().waitFor();
      await until(
        'the order block is not being refreshed',
        async () => (await page.locator('.blockOverlay').count()) === 0,
      );
      await page.locator('label[for=payment_method_peye_moncash]').click();
      await page
        .locator('.payment_box.payment_method_peye_moncash')
        .getByText('Test mode: no real money is paid.')
        .waitFor();
      await page.locator('#place_order').click();
      await page.waitForURL(`${shop.gateway.url}/**`);
      await payByWallet(page, '37000001');
      await backToShop(page);
      await page.waitForURL('**/order-received/**');
      const id = orderOf(page);
      await shop.becomes(id, 'processing');
    }));

  for (const javaScriptEnabled of [true, false]) {
    it(`see a page that waits and continues by itself, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () =>
      visit(
        async (page) => {
          const { id, transactionId } = await placeOrder(shop);
          await openReturn(page, transactionId);
          await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
          await page.getByText('Your payment is not confirmed yet.').waitFor();
          assert.equal(await page.getByText('Thank you').count(), 0);
          assert.equal((await shop.order(id)).status, 'pending');
          await shop.hearWebhooks(false);
          await shop.api.post(`/test_helpers/payments/${transactionId}/complete`);
          await page.getByText('Thank you. Your order has been received.').waitFor();
          await shop.hearWebhooks(true);
          assert.equal((await shop.order(id)).status, 'processing');
        },
        { javaScriptEnabled },
      ));
  }

  it('who wait are sent to pay again if the payment fails in the meantime', () =>
    visit(async (page) => {
      const { transactionId } = await placeOrder(shop);
      await openReturn(page, transactionId);
      await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
      await shop.api.post(`/test_helpers/payments/${transactionId}/fail`, { failure_reason: 'expired' });
      await page.waitForURL('**/order-pay/**');
      await page.getByText('The payment was not completed in time.').waitFor();
    }));

  it('see nothing if they return with the id or reference of another order, or of no order', async () => {
    const { transactionId } = await placeOrder(shop);
    const other = await placeOrder(shop);
    const { reference } = (await shop.api.get(`/payments/${other.transactionId}`)).json.data;
    for (const query of [
      { transaction_id: transactionId, reference },
      { transaction_id: transactionId, reference: '' },
      { transaction_id: transactionId, reference: `wc-000000-${other.id}-1-aaaaaaaaaa` },
    ]) {
      const response = await fetch(`${shop.url}/wc-api/peye_return/?${new URLSearchParams(query)}`, {
        redirect: 'manual',
      });
      assert.equal(response.status, 302);
      assert.equal(response.headers.get('location'), `${shop.url}/shop/`);
    }
    const status = await fetch(`${shop.url}/?wc-ajax=peye_status&order=${other.id}&key=wc_order_wrong`);
    assert.equal(status.status, 404);
  });

  it('read the texts in the language of the shop, also in the checkout of blocks and on Peye’s page', () =>
    visit(async (page) => {
      for (const [locale, title, moncash, lang] of [
        ['fr_FR', 'Carte (test)', 'Vous paierez avec votre portefeuille MonCash', 'fr'],
        ['ht_HT', 'Kat (tès)', 'Ou pral peye ak bous MonCash ou', 'ht'],
      ] as const) {
        // With an empty catalogue WordPress counts the language as installed, from the next request on.
        await shop.php(`
          wp_mkdir_p(WP_LANG_DIR);
          file_put_contents(WP_LANG_DIR . '/${locale}.l10n.php', "<?php return array('language' => '${locale}', 'messages' => array());");
          copy(WP_LANG_DIR . '/${locale}.l10n.php', WP_LANG_DIR . '/${locale}.mo');`);
        await shop.php(`update_option('WPLANG', '${locale}');`);
        await openCheckout(page, shop);
        await page.getByText(title).waitFor();
        await page.locator('input[value="peye_moncash"]').check();
        await page.getByText(moncash).waitFor();
        await checkOut(page, 'moncash');
        await page.waitForURL(`${shop.gateway.url}/**`);
        assert.equal(await page.locator('html').getAttribute('lang'), lang);
        await page.context().clearCookies();
      }
      await shop.php(`update_option('WPLANG', '');`);
    }));

  it('leave no line in the shop’s log of errors', () => assert.equal(shop.debugLog(), ''));
});
