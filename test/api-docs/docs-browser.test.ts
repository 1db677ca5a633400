import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { byTier } from '../support/tier.ts';

const PHONE = { width: 320, height: 640 };
const LAPTOP = { width: 1280, height: 800 };

/** A page of each kind: text and tabs, wide tables, the reference, the longest page, a translation, a page without a translation. */
const KINDS = [
  '/docs/en',
  '/docs/first-payment',
  '/docs/errors',
  '/docs/api/payments',
  '/docs/widget',
  '/docs/ht/sandbox',
  '/docs/fr/failures',
] as const;
/** The pages with the most combinations of colours and sizes. */
const SOME = ['/docs/first-payment', '/docs/api/payments'] as const;

describe('the documentation in a browser', { skip: NO_BROWSER }, () => {
  let gateway: TestGateway;
  let browser: Browser;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await gateway?.stop();
  });

  const open = async (path: string, options: Parameters<typeof openTab>[2] = {}) => {
    const tab = await openTab(browser, gateway.url, options);
    await tab.page.goto(`${gateway.url}${path}`);
    return tab;
  };

  for (const [name, viewport, colorScheme, paths] of [
    ['a small phone in light', PHONE, 'light', KINDS],
    ['a laptop in dark', LAPTOP, 'dark', byTier<readonly string[]>({ day: SOME, night: KINDS })],
    ...byTier({
      day: [],
      night: [
        ['a small phone in dark', PHONE, 'dark', SOME],
        ['a laptop in light', LAPTOP, 'light', SOME],
      ] as const,
    }),
  ] as const) {
    it(`is accessible on ${name} colours, fits its screen, and requests nothing from other hosts`, async () => {
      // The page's policy allows only its own scripts, so it would block axe.
      const { page, complaints } = await open(paths[0], { viewport, colorScheme, bypassCSP: true });
      for (const path of paths) {
        await page.goto(`${gateway.url}${path}`);
        await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
        await page.evaluate(axe.source);
        const found = (await page.evaluate('axe.run()')) as {
          violations: { id: string; nodes: { html: string }[] }[];
          passes: unknown[];
        };
        assert.ok(found.passes.length > 20);
        assert.deepEqual(
          found.violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`),
          [],
        );
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, path);
        assert.deepEqual(complaints, [], path);
      }
      await page.context().close();
    });
  }

  it('fits a small phone on every page', async () => {
    const { page } = await open('/docs/en', { viewport: PHONE });
    const paths = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.tree a')].map((link) => link.pathname)",
    );
    assert.ok(paths.length > 40, `${paths.length} pages were found`);
    for (const path of paths) {
      await page.goto(`${gateway.url}${path}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, path);
    }
    await page.context().close();
  });

  it('has a search, which finds a section by its words, works by keyboard, and uses the language of the page', async () => {
    const { page, complaints } = await open('/docs/fr/sandbox', { viewport: PHONE });
    await page.getByLabel('Chercher dans la documentation').fill('rate_limit_exceeded');
    const first = page.locator('search li a').first();
    await first.waitFor();
    assert.match((await page.getByRole('status').textContent()) ?? '', /^\d+ résultats?$/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/fr\/(?!sandbox)[a-z/-]+/);
    assert.deepEqual(complaints, []);
    // A missing letter in the first word, two swapped letters in the second.
    await page.getByLabel('Chercher dans la documentation').fill('webook singature');
    await page.locator('search li a[href="/docs/fr/webhooks"]').waitFor();
    // A page about exactly this word comes first.
    await page.getByLabel('Chercher dans la documentation').fill('webhooks');
    assert.equal(await page.locator('search li a').first().getAttribute('href'), '/docs/fr/webhooks');
    await page.getByLabel('Chercher dans la documentation').fill('zzzz');
    const [missed] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      page.getByText('Aucun résultat').waitFor(),
    ]);
    assert.equal(missed.url(), `${gateway.url}/docs/fr/search/missed`);
    assert.equal(missed.postData(), null);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByLabel('Chercher dans la documentation').inputValue(), '');
    await page.context().close();
  });

  it('does not split numbers that readers have to type, and captions code for a browser as JavaScript, not as Node', async () => {
    const { page } = await open('/docs/sandbox', { viewport: PHONE });
    const lines = await page.evaluate<number[]>(
      "[...document.querySelectorAll('td .number')].map((number) => number.getClientRects().length)",
    );
    assert.ok(lines.length > 10);
    assert.deepEqual(new Set(lines), new Set([1]));
    await page.goto(`${gateway.url}/docs/widget`);
    const captions = await page.locator('figcaption').allTextContents();
    assert.ok(captions.includes('JavaScript') && !captions.includes('Node'), captions.join());
    await page.context().close();
  });

  it('shows code in one language at a time: on every page, the language that was chosen last', async () => {
    const { page } = await open('/docs/first-payment', { viewport: LAPTOP });
    const shown = () => page.locator('.tabs figure:visible').count();
    const tabs = await page.locator('.tabs').count();
    assert.ok(tabs >= 3);
    assert.equal(await shown(), tabs);
    await page.locator('.tabs').first().locator('label', { hasText: 'Python' }).click();
    assert.equal(await shown(), tabs);
    assert.equal(await page.locator('.tabs figure:visible', { hasText: 'import json' }).count(), tabs);
    await page.goto(`${gateway.url}/docs/moncash`);
    assert.equal(await page.locator('.tabs figure:visible', { hasText: 'import json' }).count(), 1);
    await page.context().close();
  });

  it('copies the text of a piece of code, and says so', async () => {
    const { page } = await open('/docs/first-payment', {
      viewport: LAPTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const figure = page.locator('article > figure').first();
    await page.clock.install();
    await figure.getByRole('button', { name: 'Copy' }).click();
    await figure.getByRole('button', { name: 'Copied' }).waitFor();
    const clipboard = () => page.evaluate('navigator.clipboard.readText()');
    assert.equal(await clipboard(), 'npm ci --omit=dev && npm start');
    // The confirmation of a second click stays for its whole three seconds.
    await page.clock.runFor(2000);
    await page.evaluate("navigator.clipboard.writeText('')");
    await figure.getByRole('button', { name: 'Copied' }).click();
    await until('the code is copied again', async () => (await clipboard()) !== '');
    await page.clock.runFor(2000);
    assert.equal(await figure.getByRole('button').textContent(), 'Copied');
    await page.clock.runFor(1500);
    assert.equal(await figure.getByRole('button').textContent(), 'Copy');
    await page.context().close();
  });

  it('works without JavaScript: the contents are a list, tabs work, and the search is hidden', async () => {
    for (const viewport of [PHONE, LAPTOP]) {
      const { page, complaints } = await open('/docs/first-payment', { viewport, javaScriptEnabled: false });
      assert.equal(await page.locator('search').isVisible(), false);
      assert.equal(await page.locator('.copy').count(), 0);
      await page.locator('.tabs label', { hasText: 'PHP' }).first().click();
      assert.equal(
        await page
          .locator('.tabs')
          .first()
          .locator('figure:visible')
          .textContent()
          .then((text) => text?.includes('<?php')),
        true,
      );
      if (viewport === PHONE) await page.locator('.menu summary').click();
      await page.locator('nav:visible a[aria-current="page"]').waitFor();
      await page.locator('nav:visible').getByRole('link', { name: 'Webhooks', exact: true }).click();
      await page.waitForURL(`${gateway.url}/docs/webhooks`);
      assert.deepEqual(complaints, []);
      await page.context().close();
    }
  });

  it('is printed completely: code in every language, and no navigation', async () => {
    const { page } = await open('/docs/first-payment', { viewport: LAPTOP });
    await page.emulateMedia({ media: 'print' });
    const tabs = await page.locator('.tabs').count();
    assert.equal(await page.locator('.tabs figure:visible').count(), tabs * 4);
    for (const part of ['.side', '.pager', '.copy', '.tabs label']) {
      assert.equal(await page.locator(part).first().isVisible(), false, part);
    }
    await page.context().close();
  });
});
