import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { CARD, fillAndSubmit, payByWallet } from '../pages/visitor.ts';
import { checkOut } from '../rehearsal/customer.ts';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { type DemoShop, startDemoShop } from '../support/demo-shop.ts';
import { smallTargets, violations } from '../support/page-checks.ts';
import { looksOf } from '../support/tier.ts';

/** The example shop as customers see it: with a script and without, in every language, light and dark. */
describe('the pages of the example shop', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let shop: DemoShop;
  before(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startDemoShop()]);
  });
  after(async () => {
    await browser.close();
    await shop.stop();
  });

  const visit = async (run: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text())) complaints.push(message.text());
    });
    await run(page);
    assert.deepEqual(complaints, []);
    await context.close();
  };
  const fillCart = async (page: Page, lang = 'en') => {
    await page.goto(`${shop.url}/?lang=${lang}`);
    await page.locator('form[action="/cart/kafe"] button').click();
    await page.waitForURL('**/cart');
  };
  /** Checks out the cart, and continues to the page of the payment. */
  const order = async (page: Page, method: string, name?: string) => {
    await page.goto(`${shop.url}/checkout`);
    await checkOut(page, method, name === undefined ? {} : { name });
  };
  const backToShop = async (page: Page) => {
    await page.locator(`a[href^="${shop.url}/thanks"]`).first().click();
    await page.waitForURL('**/orders/KMD-*');
  };

  for (const javaScriptEnabled of [true, false]) {
    it(`a cart is filled, changed and paid, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () =>
      visit(
        async (page) => {
          await fillCart(page);
          await fillCart(page);
          assert.equal(await page.locator('#of-kafe').inputValue(), '2');
          await page.locator('#of-kafe').fill('3');
          await page.getByRole('button', { name: 'Update the cart' }).click();
          await page.locator('.total').getByText('2,250').waitFor();
          await page.locator('#of-kafe').fill('4');
          await page.getByRole('button', { name: 'Check out' }).click();
          await page.locator('.total').getByText('3,000').waitFor();
          assert.equal(await page.locator('[value=card]').isVisible(), javaScriptEnabled);
          await order(page, 'moncash');
          assert.equal(await page.locator('html').getAttribute('lang'), 'en');
          await payByWallet(page, '37000001');
          await backToShop(page);
          await page.getByRole('heading', { name: 'Your order is paid' }).waitFor();
          await page.getByRole('link', { name: 'Cart: 0' }).waitFor();
        },
        { javaScriptEnabled },
      ));
  }

  it('an order page that waits continues by itself when the webhook has come', () =>
    visit(async (page) => {
      await fillCart(page);
      await order(page, 'natcash');
      const id = /\/pay\/(\d+)\//.exec(page.url())?.[1];
      const { reference } = (await shop.api.get(`/payments/${id}`)).json.data;
      await page.goto(`${shop.url}/orders/${reference}`);
      await page.getByRole('heading', { name: 'We are waiting for your payment' }).waitFor();
      assert.equal((await shop.api.post(`/test_helpers/payments/${id}/complete`)).status, 200);
      await page.getByRole('heading', { name: 'Your order is paid' }).waitFor();
    }));

  it('a customer who goes back and orders again continues with the same payment, and can pay again after a failure', () =>
    visit(async (page) => {
      await fillCart(page);
      await page.getByRole('button', { name: 'Check out' }).click();
      await page.locator('[name=name]').fill('Marie');
      await page.getByRole('button', { name: 'Order and pay' }).click();
      await page.waitForURL('**/pay/**');
      const first = page.url();
      await page.goBack();
      await page.getByRole('link', { name: 'Continue to pay' }).click();
      await page.waitForURL('**/pay/**');
      assert.equal(page.url(), first);
      await payByWallet(page, '37000003');
      await backToShop(page);
      await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor();
      await page.getByLabel('NatCash').check();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.waitForURL('**/pay/**');
      assert.notEqual(page.url(), first);
      await payByWallet(page, '37000001');
      await backToShop(page);
      await page.getByRole('heading', { name: 'Your order is paid' }).waitFor();
    }));

  it('a customer pays by card on the page of the shop, under the content security policy of that page', () =>
    visit(async (page) => {
      await fillCart(page);
      await order(page, 'card');
      const widget = page.frameLocator('iframe[title=Peye]');
      await fillAndSubmit(widget, CARD);
      await page.locator('#see-order:not(.quiet)').click();
      await page.getByRole('heading', { name: 'Your order is paid' }).waitFor();
    }));

  it('says that the card form could not be loaded', () =>
    visit(async (page) => {
      await page.route('**/peye.js', (route) => route.fulfill({ status: 503 }));
      await fillCart(page);
      await order(page, 'card');
      await page.getByText('The card form could not be loaded').waitFor();
    }));

  const states: Record<string, (page: Page, lang: string) => Promise<void>> = {
    'the shop': (page, lang) => page.goto(`${shop.url}/?lang=${lang}`).then(() => undefined),
    'the cart': fillCart,
    'the checkout with errors': async (page, lang) => {
      await fillCart(page, lang);
      await page.goto(`${shop.url}/checkout`);
      await page.locator('[name=email]').fill('marie');
      await page.locator('main form button').click();
      await page.locator('.errors').waitFor();
    },
    'a waiting order of a customer with a long name': async (page, lang) => {
      await fillCart(page, lang);
      await order(page, 'card', `\u202e<b>مرحبا</b> 🇭🇹${'W'.repeat(200)}`);
      await page.goto(page.url().replace('/card', ''));
    },
    'an order that failed': async (page, lang) => {
      await fillCart(page, lang);
      await order(page, 'moncash');
      await payByWallet(page, '37000002');
      await backToShop(page);
    },
    'an order that is paid': async (page, lang) => {
      await fillCart(page, lang);
      await order(page, 'moncash');
      await payByWallet(page, '37000001');
      await backToShop(page);
    },
  };
  for (const [nth, [state, reach]] of Object.entries(states).entries()) {
    for (const language of looksOf(LANGUAGES, nth)) {
      it(`${state} (${language})`, () =>
        visit(async (page) => {
          await reach(page, language);
          // A waiting page would reload itself during the checks.
          await page.evaluate('window.stop()');
          assert.equal(await page.locator('html').getAttribute('lang'), language);
          assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /false|undefined|null|NaN/);
          for (const width of [320, 360, 1280]) {
            await page.setViewportSize({ width, height: 740 });
            const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
            assert.ok(scrollWidth <= width, `${scrollWidth} px wide at ${width}`);
          }
          // One language is checked with a dark colour scheme, so that both schemes are covered.
          await page.emulateMedia({ colorScheme: language === 'fr' ? 'dark' : 'light' });
          assert.deepEqual(await violations(page), []);
          assert.deepEqual(await smallTargets(page), []);
        }));
    }
  }

  it('the shop reported nothing that only its owner can resolve', () => assert.deepEqual(shop.complaints, []));
});
