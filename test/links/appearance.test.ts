import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { requireLink } from '../../src/features/links/require-link.ts';
import { TEXTS } from '../../src/platform/messages/customer/customer-messages.ts';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { MAX_BYTES, smallTargets, violations, wireBytes } from '../support/page-checks.ts';
import { png } from '../support/pictures.ts';
import { looksOf } from '../support/tier.ts';
import { newLink } from './link-visitor.ts';

const ALL = {
  amountMode: 'chosen',
  amount: null,
  minAmount: '100',
  asksName: true,
  asksPhone: true,
  name: `مرحبا ${'W'.repeat(120)} <script>alert(1)</script> 🎉`,
  descriptions: { ht: `${'x'.repeat(200)} <b>\nDezyèm liy` },
};

describe('payment links in a browser', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  before(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
  });
  after(async () => {
    await browser?.close();
    await gateway?.stop();
  });
  const at = ({ code }: { code: string }, language: string) => `${gateway.url}/l/${code}?lang=${language}`;
  const textOf = async (page: Page, selector: string) => (await page.locator(selector).first().textContent()) ?? '';

  for (const [nth, language] of LANGUAGES.entries()) {
    for (const colorScheme of looksOf(['light', 'dark'] as const, nth)) {
      it(`have pages that are small, accessible and no wider than a small phone: ${language}, ${colorScheme}`, async () => {
        const ended = await newLink(gateway);
        await gateway.store.operator.deactivateLink(ended.code);
        const pictured = await newLink(gateway, ALL);
        await gateway.store.operator.changeLinkPicture(pictured.code, png({ width: 1_024, height: 768 }));
        for (const link of [await newLink(gateway), pictured, ended]) {
          const { page, complaints } = await openTab(browser, gateway.url, {
            viewport: { width: 320, height: 640 },
            colorScheme,
          });
          const response = await page.goto(at(link, language));
          assert.ok((await wireBytes(response!)) <= MAX_BYTES);
          assert.ok((await page.evaluate<number>('document.documentElement.outerHTML.length')) <= MAX_BYTES);
          assert.ok(
            (await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320,
            'the page can be scrolled sideways',
          );
          assert.deepEqual(await violations(page), []);
          // A customer touches the label of a choice, not its radio button.
          const small = (await smallTargets(page)).filter((element) => !element.includes('type="radio"'));
          assert.deepEqual(small, []);
          const heights = await page.evaluate<number[]>(
            "[...document.querySelectorAll('.choice')].map((each) => each.getBoundingClientRect().height)",
          );
          assert.ok(heights.every((height) => height >= 44));
          assert.deepEqual(
            complaints.filter((complaint) => !complaint.includes('410')),
            [],
          );
          await page.context().close();
        }
      });
    }
  }

  it('are paid on a phone without JavaScript, from the link to the seller’s thanks', async () => {
    const link = await newLink(gateway, { ...ALL, thanks: 'Mèsi anpil!', name: 'Don' });
    const { page } = await openTab(browser, gateway.url, {
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: false,
      locale: 'fr-HT',
    });
    await page.goto(`${gateway.url}/l/${link.code.toLowerCase()}`);
    await page.locator('[name=amount]').fill('50');
    await page.locator('[name=phone]').fill('3700 0001');
    await page.getByText('NatCash').click();
    await page.locator('button').click();
    const { link: texts } = TEXTS.fr;
    assert.ok((await textOf(page, '.wrong')).includes(texts.errors.name));
    assert.deepEqual(
      [
        await page.locator('[name=amount]').inputValue(),
        await page.locator('[name=phone]').inputValue(),
        await page.locator('[value=natcash]').isChecked(),
      ],
      ['50', '3700 0001', true],
    );
    await page.locator('[name=amount]').fill('1 250');
    await page.locator('[name=name]').fill('Jan Batis');
    await page.locator('button').click();
    assert.match(await textOf(page, '.sum'), /1\u202f250\u00a0HTG/);
    await page.locator('[name=phone]').fill('37000001');
    await page.locator('[name=pin]').fill('1234');
    await page.locator('button').first().click();
    await page.locator('[name=code]').fill('123456');
    await page.locator('button').first().click();
    await page.getByText(texts.toThanks, { exact: true }).click();
    assert.equal(await page.locator('main').getAttribute('data-state'), 'thanks');
    assert.match(await textOf(page, 'main'), /Mèsi anpil!/);
    await page.getByText(texts.seeReceipt).click();
    assert.equal(await page.locator('main').getAttribute('data-state'), 'paid');
  });

  it('keep typed values when the language changes, without JavaScript, and are then paid once', async () => {
    const link = await newLink(gateway, { ...ALL, name: 'Don' });
    const { page } = await openTab(browser, gateway.url, { javaScriptEnabled: false });
    await page.goto(at(link, 'ht'));
    await page.locator('[name=amount]').fill('1,250.50');
    await page.locator('[name=name]').fill('Jan <Batis>');
    await page.locator('[name=phone]').fill('+509 3700 0001');
    await page.getByText('NatCash').click();
    const token = await page.locator('[name=form]').inputValue();
    for (const language of ['Français', 'English']) await page.getByRole('button', { name: language }).click();
    assert.equal(page.url(), at(link, 'en'));
    const shown = (name: string) => page.locator(`[name=${name}]`).inputValue();
    assert.deepEqual(
      [await shown('amount'), await shown('name'), await shown('phone'), await shown('form')],
      ['1,250.50', 'Jan <Batis>', '+509 3700 0001', token],
    );
    assert.ok(await page.locator('[value=natcash]').isChecked());
    assert.equal((await requireLink(gateway.store.db, link.code)).openPayments, 0);
    await page.locator('[name=phone]').press('Enter');
    await page.waitForURL(/\/pay\//);
    assert.match(await textOf(page, '.sum'), /1,250\.50/);
    assert.equal((await requireLink(gateway.store.db, link.code)).openPayments, 1);
    await page.context().close();
  });

  it('lead a customer who types the code in lower case with a hyphen to the started payment, each time', async () => {
    const link = await newLink(gateway, { isSingleUse: true });
    const typed = `${link.code.slice(0, 4)}-${link.code.slice(4)}`.toLowerCase();
    const { page } = await openTab(browser, gateway.url, { locale: 'fr-HT' });
    await page.goto(`${gateway.url}/l/${typed}`);
    await page.locator('button').click();
    const started = page.url();
    assert.match(started, /\/pay\//);
    await page.goto(`${gateway.url}/l/${typed}`);
    await page.getByText(TEXTS.fr.link.goOn).click();
    assert.equal(page.url(), started);
    await page.context().close();
  });

  it('lead a customer who closes the page and returns to the started payment', async () => {
    const link = await newLink(gateway, { isSingleUse: true });
    const { page } = await openTab(browser, gateway.url, { viewport: { width: 360, height: 740 } });
    await page.goto(at(link, 'ht'));
    await page.locator('button').click();
    const started = page.url();
    await page.goto(at(link, 'ht'));
    await page.getByText(TEXTS.ht.link.goOn).click();
    assert.equal(page.url(), started);
    await page.locator('.leave summary').click();
    await page.locator('[value=cancel]').click();
    await page.getByText(TEXTS.ht.link.toLink, { exact: true }).click();
    assert.equal(await page.locator('main').getAttribute('data-state'), 'link');
    await page.locator('button').dblclick();
    await page.waitForURL(/\/pay\//);
    assert.notEqual(page.url(), started);
  });
});
