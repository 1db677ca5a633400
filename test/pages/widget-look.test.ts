import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { smallTargets, violations } from '../support/page-checks.ts';
import { openShopWindow, type ShopServer, type ShopWindow, shopHtml, startShopServer } from './shop-window.ts';
import { fillAndSubmit, newPayment } from './visitor.ts';

/** The widget takes the look that a shop sets, always stays readable, and accepts no value that is not a look. */
describe('the look of the card widget', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  let server: ShopServer;
  before(async () => {
    [browser, gateway, server] = await Promise.all([launchBrowser(), startTestGateway('sqlite'), startShopServer()]);
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
    await server.stop();
  });

  const visit = async (
    {
      style = '',
      theme,
      summary,
      dark = false,
      width = 360,
    }: Record<string, unknown> & { style?: string; dark?: boolean; width?: number },
    work: (shop: ShopWindow) => Promise<void>,
  ) => {
    const { client_secret: clientSecret, publishable_key: publishableKey } = await newPayment(gateway, 'card', {
      description: '2 x T-shirt',
    });
    const options = JSON.stringify({ clientSecret, publishableKey, theme, summary });
    const context = { colorScheme: dark ? ('dark' as const) : ('light' as const), viewport: { width, height: 740 } };
    const shop = await openShopWindow(browser, server.add(shopHtml(gateway.url, options, { style })), { context });
    await shop.frame.locator('[name=number]').waitFor();
    await work(shop);
    await shop.close();
  };
  /** A computed style of an element in the frame. */
  const seen = (shop: ShopWindow, selector: string, property: string) =>
    shop.inside().evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);

  it('comes from custom properties of the element it is mounted in', () => {
    const style = `:root { --shop: rgb(120, 0, 80) } #card { --peye-accent: var(--shop); --peye-radius: 0; --peye-font: Georgia, "Times New Roman", serif;
      --peye-font-size: 1.125rem; --peye-border: #777; --peye-field: #fffbe8 }`;
    return visit({ style }, async (shop) => {
      assert.equal(await seen(shop, 'button', 'backgroundColor'), 'rgb(120, 0, 80)');
      assert.equal(await seen(shop, 'button', 'borderRadius'), '0px');
      assert.equal(await seen(shop, 'label', 'fontFamily'), 'Georgia, "Times New Roman", serif');
      assert.equal(await seen(shop, 'body', 'fontSize'), '18px');
      assert.equal(await seen(shop, 'input', 'borderTopColor'), 'rgb(119, 119, 119)');
      assert.equal(await seen(shop, 'input', 'backgroundColor'), 'rgb(255, 251, 232)');
      assert.deepEqual(
        shop.complaints.filter((line) => line.startsWith('console')),
        [],
      );
    });
  });

  it('comes from `theme` first, in every notation of colours', () => {
    const theme = {
      accent: 'oklch(45% 0.15 150)',
      text: 'hsl(240 60% 20%)',
      radius: 12,
      background: 'rgb(255 250 240 / 40%)',
    };
    return visit({ style: '#card { --peye-accent: #f00; --peye-muted: darkslategray }', theme }, async (shop) => {
      assert.match(await seen(shop, 'button', 'backgroundColor'), /^rgb\(0, \d+, \d+\)$/);
      assert.equal(await seen(shop, 'body', 'color'), 'rgb(20, 20, 82)');
      assert.equal(await seen(shop, 'button', 'borderRadius'), '12px');
      assert.equal(await seen(shop, 'body', 'backgroundColor'), 'rgb(255, 253, 249)');
      assert.equal(await seen(shop, 'summary', 'color'), 'rgb(20, 20, 82)');
    });
  });

  it('accepts no value that could load, inject or hide content, and warns of the values that it ignores', async () => {
    const bad = 'http://127.0.0.1:9/stolen';
    const theme = {
      accent: `url(${bad})`,
      background: `red; background-image: url(${bad})`,
      text: 'var(--line)',
      muted: 'inherit}body{display:none}',
      border: `image-set("${bad}" 1x)`,
      danger: 'attr(data-x)',
      field: `rgb(0 0 0 / calc(1 * env(x)))`,
      radius: 'calc(100vw)',
      fontSize: '200px',
      font: `x; src: url(${bad})`,
      content: 'anything',
      constructor: '1px',
      toString: '1px',
    };
    await visit({ theme }, async (shop) => {
      const look = await shop.inside().evaluate<string>('document.documentElement.getAttribute("style")');
      assert.doesNotMatch(look, /url|var|calc|env|attr|image|src|;\s*}/);
      assert.equal(await seen(shop, 'button', 'backgroundColor'), 'rgb(11, 90, 82)');
      const warning = shop.complaints.find((line) => line.includes('of the theme is not used')) ?? '';
      for (const name of Object.keys(theme)) assert.ok(warning.includes(`${name}: `), `${name} in ${warning}`);
      assert.deepEqual(
        shop.complaints.filter((line) => line.includes('127.0.0.1:9')).filter((line) => line.startsWith('request')),
        [],
      );
      assert.deepEqual(await violations(shop.inside()), []);
    });
  });

  for (const [what, options] of Object.entries({
    'white on white': {
      theme: {
        background: '#fff',
        text: '#fff',
        accent: '#fff',
        accentText: '#fff',
        border: '#fff',
        muted: '#fff',
        danger: '#fff',
      },
    },
    'a middle grey': {
      theme: {
        background: '#777',
        text: '#888',
        accent: '#777',
        field: '#999',
        danger: '#a33',
        border: '#808080',
        muted: '#666',
      },
    },
    'a yellow shop': { style: 'body { background: #ffd400 }', theme: { accent: 'gold', field: 'black' } },
    'a red shop': { style: 'body { background: #c00 }' },
    'a dark shop': { style: 'body { background: #14161c; color: #eee }' },
    'a dark card in a light shop': { style: '#card { background: #222 }' },
    'a shop that follows the phone': { style: ':root { color-scheme: light dark }', dark: true },
    'a light shop on a dark phone': { dark: true },
  })) {
    it(`is readable in ${what}`, () =>
      visit({ summary: true, ...options }, async (shop) => {
        assert.deepEqual(await violations(shop.inside()), []);
        await fillAndSubmit(shop.frame, { number: '1', expiry: '1', cvc: '1' });
        await shop.frame.locator('#field-number-error').waitFor();
        await shop.frame.locator('.data summary').click();
        assert.deepEqual(await violations(shop.inside()), []);
        assert.deepEqual(await smallTargets(shop.inside()), []);
      }));
  }

  it('is dark in a dark shop and light in a light one, whatever the phone prefers, and changes with the shop', async () => {
    const schemeOf = (shop: ShopWindow) => shop.inside().evaluate<string>('document.documentElement.style.colorScheme');
    await visit({ dark: true }, async (shop) => assert.equal(await schemeOf(shop), 'light'));
    const style = '.night body { background: #111; transition: background-color 50ms }';
    await visit({ style }, async (shop) => {
      assert.equal(await schemeOf(shop), 'light');
      await shop.page.evaluate('document.documentElement.classList.add("night")');
      await until(
        'the widget is dark',
        async () => (await seen(shop, 'body', 'backgroundColor')) === 'rgb(17, 17, 17)',
      );
      assert.equal(await schemeOf(shop), 'dark');
      await shop.page.evaluate('document.documentElement.classList.remove("night")');
      await until('the widget is light', async () => (await schemeOf(shop)) === 'light');
    });
  });

  it('changes with a shop that has transitions, and causes no transition when it reads the look of the shop', () => {
    const style = ':root { color-scheme: dark } * { transition: all 100ms }';
    return visit({ style }, async (shop) => {
      await until(
        'the widget is dark',
        async () => (await seen(shop, 'body', 'backgroundColor')) === 'rgb(18, 18, 18)',
      );
      const ended =
        'new Promise((done) => document.addEventListener("transitionend", ({ target }) => done(target.tagName)))';
      const moved = shop.page.evaluate<string>(ended);
      // A transition that the widget had caused by reading would have ended first.
      await shop.page.evaluate('document.querySelector("h1").style.marginLeft = "9px"');
      assert.equal(await moved, 'H1');
    });
  });

  it('shows the summary of the payment only on request', async () => {
    await visit({}, async (shop) => assert.equal(await shop.frame.locator('.summary').isVisible(), false));
    await visit({ summary: true }, async ({ frame }) => {
      await frame.locator('.summary').getByText('500 HTG').waitFor();
      await frame.locator('.summary').getByText('2 x T-shirt').waitFor();
    });
  });

  it('fits at 320 pixels, and at 200 % zoom', async () => {
    // At 200 % zoom, a window of 640 pixels shows a page of 320 pixels.
    await visit({ summary: true, width: 320 }, async (shop) => {
      await fillAndSubmit(shop.frame, { number: '1' });
      await shop.frame.locator('#field-number-error').waitFor();
      const fits = 'document.documentElement.scrollWidth <= innerWidth';
      assert.equal(await shop.inside().evaluate(fits), true);
      assert.equal(await shop.page.evaluate(fits), true);
      assert.deepEqual(await violations(shop.page), []);
      assert.deepEqual(await violations(shop.inside()), []);
    });
  });
});
