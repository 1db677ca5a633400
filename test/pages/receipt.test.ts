import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { newPayment, payByWallet, textOf } from './visitor.ts';

describe('the receipt of a paid payment', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  before(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });
  const paidPage = async (lang: string, changes = {}, options = {}) => {
    const tab = await openTab(browser, gateway.url, options);
    const payment = await newPayment(gateway, 'moncash', {
      reference: 'order-1042',
      description: '2 x T-shirt',
      ...changes,
    });
    await tab.page.goto(`${payment.payment_url}?lang=${lang}`);
    await payByWallet(tab.page, '37000001');
    return { ...tab, payment };
  };
  const linesOf = async (page: Page) => {
    const labels = await page.locator('.receipt dt').allTextContents();
    const values = await page.locator('.receipt dd').allTextContents();
    return Object.fromEntries(labels.map((label, index) => [label, (values[index] ?? '').replaceAll(/\s/g, ' ')]));
  };

  for (const [lang, labels] of Object.entries({
    ht: ['Machann', 'Sit', 'Montan', 'To chanj', 'Total', 'Peye ak', 'Dat', 'Tranzaksyon', 'Referans', 'Deskripsyon'],
    fr: [
      'Marchand',
      'Site web',
      'Montant',
      'Taux de change',
      'Total',
      'Payé par',
      'Date',
      'Transaction',
      'Référence',
      'Description',
    ],
    en: [
      'Merchant',
      'Website',
      'Amount',
      'Exchange rate',
      'Total',
      'Paid by',
      'Date',
      'Transaction',
      'Reference',
      'Description',
    ],
  })) {
    it(`has every line, in ${lang}`, async () => {
      const { page, payment, complaints } = await paidPage(lang, { amount: 10, currency: 'USD' });
      const lines = await linesOf(page);
      assert.deepEqual(Object.keys(lines), labels);
      const value = (index: number) => lines[labels[index] ?? ''] ?? '';
      assert.deepEqual([value(0), value(1), value(5)], ['Test shop', 'shop.example', 'MonCash']);
      assert.match(value(2), /^10([.,]00)? USD$/);
      assert.match(value(3), /^1 USD = 130[.,]50? HTG$/);
      assert.match(value(4), /^1[, .]?305([.,]00)? HTG$/);
      assert.match(
        value(6),
        /^\d{1,2}(ye|er)? \p{L}+ \d{4}, \d{1,2}:\d\d( [ap]m)? \(.*(Pòtoprens|Port-au-Prince).*\)$/u,
      );
      assert.deepEqual([value(7), value(8), value(9)], [payment.transaction_id, 'order-1042', '2 x T-shirt']);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  it('shows the contact of the merchant if it is known, and no link back if there is no return URL', async () => {
    const change = (changes: object) => gateway.store.operator.changeWebsite(gateway.website.id, changes);
    await change({ contact: '+509 37 00 00 01', returnUrl: null });
    const { page } = await paidPage('en');
    assert.equal((await linesOf(page)).Contact, '+509 37 00 00 01');
    assert.equal(await page.locator('main a.button').count(), 0);
    assert.match(await textOf(page, 'main'), /You can close this page/);
    await change({ contact: null });
    await page.reload();
    assert.deepEqual(Object.keys(await linesOf(page)).includes('Contact'), false);
    await change({ returnUrl: 'https://shop.example/thanks' });
    await page.reload();
    assert.equal(await page.locator('main a.button').count(), 1);
    await page.context().close();
  });

  it('is printed on one page, black on white, without buttons and links', async () => {
    const description = 'Yon deskripsyon ki long '.repeat(20).slice(0, 500);
    const { page } = await paidPage('ht', { description, reference: 'R'.repeat(255) }, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    for (const part of ['nav', '.button', '.screen']) {
      for (const element of await page.locator(part).all()) assert.equal(await element.isVisible(), false, part);
    }
    const colours = await page.evaluate<string[]>(
      "['body', '.sheet', '.receipt dd'].flatMap((one) => { const s = getComputedStyle(document.querySelector(one)); return [s.color, s.backgroundColor]; })",
    );
    for (const colour of colours) assert.match(colour, /^rgb\(0, 0, 0\)$|^rgb\(255, 255, 255\)$|^rgba\(0, 0, 0, 0\)$/);
    assert.ok(await page.locator('.receipt').isVisible());
    await page.emulateMedia({ media: null });
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
    await page.context().close();
  });
});
