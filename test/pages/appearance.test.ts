import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/wording/language.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { MAX_BYTES, smallTargets, violations } from '../support/page-checks.ts';
import { CARD, fillAndSubmit, newPayment, payByWallet, submit, textOf } from './visitor.ts';

/** What a page must be in every language: light, reachable for everybody, quiet, and no wider than a small phone. */
describe('every page, in every language', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  before(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });

  const payment = { description: '2 x T-shirt', reference: 'ORDER-1042', amount: 1250 };
  const start = async (page: Page, lang: string, method: string, changes = {}) => {
    const { payment_url } = await newPayment(gateway, method, { ...payment, ...changes });
    await page.goto(`${payment_url}?lang=${lang}`);
  };
  const kinds: Record<string, (page: Page, lang: string) => Promise<void>> = {
    'the first page of MonCash': (page, lang) => start(page, lang, 'moncash'),
    'the first page of NatCash, converted': (page, lang) =>
      start(page, lang, 'natcash', { currency: 'USD', amount: 125 }),
    'the first page with errors': async (page, lang) => {
      await start(page, lang, 'moncash');
      await submit(page);
    },
    'the code': async (page, lang) => {
      await start(page, lang, 'natcash');
      await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
    },
    'a payment that is processing': async (page, lang) => {
      await start(page, lang, 'natcash');
      await payByWallet(page, '37000005');
    },
    'a payment that succeeded': async (page, lang) => {
      await start(page, lang, 'moncash');
      await payByWallet(page, '37000001');
    },
    'a payment that failed': async (page, lang) => {
      await start(page, lang, 'moncash');
      await payByWallet(page, '37000002');
    },
    'a recurring card payment': (page, lang) =>
      start(page, lang, 'lakaypay_card', {
        recurring: true,
        recurring_interval: 'weekly',
        recurring_interval_count: 2,
      }),
    'a card with errors': async (page, lang) => {
      await start(page, lang, 'lakaypay_card');
      await submit(page);
    },
    'the 3-D Secure challenge': async (page, lang) => {
      await start(page, lang, 'lakaypay_card');
      await fillAndSubmit(page, { ...CARD, number: '4000002760003184' });
    },
    'the widget': async (page, lang) => {
      const { client_secret, publishable_key } = await newPayment(gateway, 'card', payment);
      const response = await fetch(`${gateway.url}/widget/v1/card/session?lang=${lang}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ client_secret, publishable_key }),
      });
      await page.goto(`${gateway.url}/widget/v1/${(response.headers.get('location') ?? '').slice(3)}`);
    },
    'the widget before it is opened': async (page, lang) => {
      await page.goto(`${gateway.url}/widget/v1/card?lang=${lang}`);
    },
    'no such page': async (page, lang) => {
      await page.goto(`${gateway.url}/pay/1/2?lang=${lang}`);
    },
  };

  for (const [kind, open] of Object.entries(kinds)) {
    for (const language of LANGUAGES) {
      it(`${kind} (${language})`, async () => {
        // As on a dark phone in one language, so that both colour schemes are looked at.
        const { page, complaints } = await openTab(browser, gateway.url, {
          colorScheme: language === 'fr' ? 'dark' : 'light',
        });
        const sizes: Promise<number>[] = [];
        page.on('response', (response) => {
          if (response.request().method() === 'GET') sizes.push(response.body().then((body) => body.length));
        });
        await open(page, language);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        for (const bytes of await Promise.all(sizes)) assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
        for (const width of [320, 360, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
          assert.ok(scrollWidth <= width, `${scrollWidth} px wide at ${width}`);
        }
        assert.deepEqual(await violations(page), []);
        assert.deepEqual(await smallTargets(page), []);
        const own = complaints.filter((complaint) => kind !== 'no such page' || !complaint.includes('404'));
        assert.deepEqual(own, []);
        await page.context().close();
      });
    }
  }

  it('long, right-to-left and hostile texts do not break the layout', async () => {
    const { testKey } = await gateway.newWebsite(`<b>${'Magazen'.repeat(20)}</b>`);
    const long = `مرحبا ${'W'.repeat(200)} <script>alert(1)</script> 🎉🇭🇹 `;
    const created = await gateway
      .client(testKey)
      .post(
        '/payments',
        paymentRequest({ description: long.padEnd(500, 'x'), reference: 'R'.repeat(255), amount: 75_000 }),
      );
    const { page, complaints } = await openTab(browser, gateway.url, { viewport: { width: 320, height: 640 } });
    await page.goto(created.json.payment_url);
    assert.ok((await textOf(page, 'main')).includes(long));
    const widths = [await page.evaluate<number>('document.documentElement.scrollWidth')];
    await payByWallet(page, '37000001');
    widths.push(await page.evaluate<number>('document.documentElement.scrollWidth'));
    assert.deepEqual(widths, [320, 320]);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('an amount stands as people write it, with its ISO code, and breaks nowhere', async () => {
    const { page } = await openTab(browser, gateway.url);
    for (const [method, amount, currency, language, shown] of [
      ['moncash', 1250, 'HTG', 'ht', '1,250\u00a0HTG'],
      ['moncash', 1250, 'HTG', 'fr', '1\u202f250\u00a0HTG'],
      ['lakaypay_card', 499_999.5, 'HTG', 'en', '499,999.50\u00a0HTG'],
      ['lakaypay_card', 499_999.5, 'HTG', 'fr', '499\u202f999,50\u00a0HTG'],
      ['lakaypay_card', 999.99, 'USD', 'ht', '999.99\u00a0USD'],
      ['lakaypay_card', 20, 'USD', 'fr', '20,00\u00a0USD'],
      ['moncash', 10, 'USD', 'ht', '1,305\u00a0HTG'],
    ] as const) {
      await start(page, language, method, { amount, currency });
      assert.equal(await textOf(page, '.sum'), shown);
    }
    await page.context().close();
  });

  it('the language switch changes the language, and keeps step and errors', async () => {
    const { page } = await openTab(browser, gateway.url);
    await start(page, 'ht', 'moncash');
    await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
    await fillAndSubmit(page, { code: '1' });
    assert.match(await textOf(page, '#field-code-error'), /Kòd verifikasyon an pa bon/);
    await page.getByRole('link', { name: 'Français' }).click();
    assert.match(await textOf(page, '#field-code-error'), /Code de vérification incorrect/);
    await page.getByRole('link', { name: 'English' }).click();
    assert.match(await textOf(page, '#field-code-error'), /Wrong verification code/);
    await fillAndSubmit(page, { code: '123456' });
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.context().close();
  });
});
