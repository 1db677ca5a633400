import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { violations } from '../support/page-checks.ts';

describe('lists of the console in a browser', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  let owner: ConsolePerson;
  before(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
    owner = await consolePerson(gateway, 'owner');
    await gateway.newWebsite('Another');
    for (let n = 0; n < 24; n++) {
      const sent = paymentRequest({
        reference: `order-${n}`,
        customer_name: 'Marie-Claire Jean-Baptiste de la Fontaine',
        payment_method: n % 2 ? 'natcash' : 'moncash',
      });
      const { json } = await gateway.client(gateway.testKey).post('/payments', sent);
      if (n % 3 === 0)
        await gateway.client(gateway.testKey).post(`/test_helpers/payments/${json.transaction_id}/complete`);
    }
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });

  const open = async (path: string, options: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }) => {
    const { page, complaints } = await openTab(browser, new URL(gateway.url).origin, options);
    const [[name = '', value = ''] = []] = owner.jar;
    const cookies = [
      { name, value },
      { name: 'peye_mode', value: 'test' },
    ];
    await page.context().addCookies(cookies.map((each) => ({ ...each, url: gateway.url })));
    await page.goto(`${gateway.url}/console${path}`);
    return { page, complaints };
  };
  const addressOf = (page: Page) => page.url().slice(`${gateway.url}/console`.length);
  const chip = (page: Page, label: string) =>
    page.locator('details.chip', { has: page.locator('summary', { hasText: label }) });

  it('shows at least 12 payments at 1280 by 800, none cut at the side, and short rows with reference and website on a phone', async () => {
    const wide = await open('/payments');
    const visible = `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`;
    const rows = await wide.page.evaluate<number>(visible);
    assert.ok(rows >= 12, `${rows} payments`);
    const hidden = await wide.page.evaluate<number>(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroll'))`,
    );
    assert.equal(hidden, 0, 'pixels of the table that are cut off');
    await wide.page.context().close();
    const { page } = await open('/payments', { viewport: { width: 390, height: 844 } });
    const row = page.locator('tbody tr').first();
    const height = (await row.boundingBox())?.height ?? 0;
    assert.ok(height <= 86, `${height} pixels`);
    assert.match((await row.innerText()).replaceAll('\n', ' '), /order-23.*Test shop/);
    assert.equal(await page.locator('input[type=search]:visible').count(), 1, 'one search');
    assert.deepEqual(await violations(page), []);
    await row.click();
    await page.waitForURL(/\/payments\/\d+/);
    await page.context().close();
  });

  it('filters by a click on a chip and a click on a choice, and removes one filter at a time', async () => {
    const { page, complaints } = await open('/payments');
    await chip(page, 'Status').locator('summary').click();
    await page.locator('.pop').getByText('Paid', { exact: true }).click();
    await page.waitForURL(/\?status=completed$/);
    assert.equal(await page.locator('tbody tr').count(), 8);
    await chip(page, 'Date').locator('summary').click();
    await page.locator('.pop').getByText('Today').click();
    await page.waitForURL(/date=today/);
    assert.equal(addressOf(page), '/payments?status=completed&date=today');
    await page.getByRole('link', { name: 'Remove filter: Status' }).click();
    await page.waitForURL((url) => url.searchParams.get('status') === null && url.searchParams.get('date') === 'today');
    await chip(page, 'Method').locator('summary').click();
    await chip(page, 'Website').locator('summary').click();
    assert.equal(await page.locator('details.chip[open]').count(), 1, 'one chip is open at a time');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('details.chip[open]').count(), 0);
    assert.equal(await page.evaluate('document.activeElement.localName'), 'summary');
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('filters with the keyboard alone, and without scripts', async () => {
    const { page } = await open('/payments', { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false });
    await chip(page, 'Method').locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/method=natcash/);
    assert.equal(await page.locator('tbody tr').count(), 12);
    await page.context().close();
  });

  it('sorts by a click on a head, and goes through the rows and back without scripts', async () => {
    const { page } = await open('/payments?method=natcash', {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    });
    const links = page.locator('tbody td.link a');
    const ids = await links.allTextContents();
    await links.nth(1).click();
    const step = (name: string) => page.getByRole('link', { name, exact: true });
    await step('Next').click();
    assert.ok(addressOf(page).startsWith(`/payments/${ids[2]}?`));
    await step('Previous').click();
    await step('Previous').click();
    assert.ok(addressOf(page).startsWith(`/payments/${ids[0]}?`));
    assert.equal(await step('Previous').count(), 0, 'nothing is newer');
    await page.getByRole('link', { name: 'Payments (filtered)' }).click();
    assert.deepEqual(await links.allTextContents(), ids);
    await page.setViewportSize({ width: 1280, height: 800 });
    const head = page.getByRole('columnheader', { name: 'Created' });
    assert.equal(await head.getAttribute('aria-sort'), 'descending');
    await head.getByRole('link').click();
    assert.deepEqual(await links.allTextContents(), ids.toReversed());
    assert.equal(await head.getAttribute('aria-sort'), 'ascending');
    await chip(page, 'Status').locator('summary').click();
    await page.locator('.pop').getByText('Paid', { exact: true }).click();
    await page.locator('details[open] .pop button').click();
    assert.match(addressOf(page), /sort=oldest/, 'a filter keeps the order');
    await page.context().close();
    for (const path of ['/payments?sort=oldest', `/payments/${ids[1]}?method=natcash&mode=test&list=1`]) {
      const { page: checked } = await open(path, { viewport: { width: 390, height: 844 } });
      assert.deepEqual(await violations(checked), [], path);
      await checked.context().close();
    }
  });

  it('copies an id with a button next to it, and says so', async () => {
    const { page, complaints } = await open('/payments', { permissions: ['clipboard-read', 'clipboard-write'] });
    const id = await page.locator('tbody td.link a').first().textContent();
    await page.goto(`${gateway.url}/console/payments/${id}`);
    assert.equal(await page.locator('#copied').textContent(), '');
    await page.getByRole('button', { name: `Copy ${id}` }).click();
    await page.locator('#copied', { hasText: 'Copied' }).waitFor({ state: 'attached' });
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), id);
    assert.equal(await page.getByRole('button', { name: 'Copy order-23' }).count(), 1);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(complaints, []);
    await page.context().close();
    const phone = await open(`/payments/${id}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const box = await phone.page.getByRole('button', { name: `Copy ${id}` }).boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44, JSON.stringify(box));
    await phone.page.context().close();
    const plain = await open(`/payments/${id}`, { javaScriptEnabled: false });
    assert.equal(await plain.page.locator('.copyable').first().textContent(), id);
    assert.equal(await plain.page.locator('button.copy:visible').count(), 0, 'without scripts there is only the text');
    await plain.page.context().close();
  });

  it('/ and ctrl-K lead to the search of the header, and leave keys alone while one types', async () => {
    const { page } = await open('/payments');
    const isFocused = 'document.activeElement === document.querySelector(".goto input")';
    const field = page.locator('.goto input');
    await page.keyboard.press('/');
    assert.equal(await field.inputValue(), '');
    assert.equal(await page.evaluate(isFocused), true);
    const list = page.locator('.seek input');
    await list.click();
    await page.keyboard.type('a/b');
    assert.equal(await list.inputValue(), 'a/b');
    await page.keyboard.press('Control+k');
    assert.equal(await page.evaluate(isFocused), true, 'ctrl-K also from a field');
    await page.keyboard.type('x/k');
    assert.deepEqual([await field.inputValue(), await list.inputValue()], ['x/k', 'a/b']);
    const id = await page.locator('tbody td.link a').first().textContent();
    await page.goto(`${gateway.url}/console/payments/${id}`);
    await page.locator('textarea[name=note]').click();
    await page.keyboard.type('1/2');
    assert.equal(await page.locator('textarea[name=note]').inputValue(), '1/2');
    await page.goto(`${gateway.url}/console/payments?status=failed`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('order-23');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=order-23/);
    await page.context().close();
  });

  it('follows a click on a row, opens another tab with the middle button, and lets text be selected', async () => {
    const { page } = await open('/payments');
    const cell = page.locator('tbody tr').first().locator('td', { hasText: 'order-23' });
    const box = await cell.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 6, box.y + 18);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 18);
    await page.mouse.up();
    assert.match(await page.evaluate('String(getSelection())'), /order/);
    assert.equal(addressOf(page), '/payments', 'a selection is not a click');
    await page.evaluate('getSelection().removeAllRanges()');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), cell.click({ button: 'middle' })]);
    assert.match(opened.url(), /\/payments\/\d+/);
    await opened.close();
    await cell.click();
    await page.waitForURL(/\/payments\/\d+/);
    await page.context().close();
  });
});
