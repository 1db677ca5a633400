import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { TEXTS } from '../../src/platform/messages/customer/customer-messages.ts';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { openShopWindow, type ShopServer, type ShopWindow, shopHtml, startShopServer } from './shop-window.ts';
import { CARD, fill, fillAndSubmit, newPayment, statusOf, submit } from './visitor.ts';

const DOCS = readFileSync(new URL('../../docs/widget.md', import.meta.url), 'utf8');
const MAX_SCRIPT_BYTES = 10 * 1024;

/** The first code block of a language in the widget's documentation. */
function shownIn(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)\n\`\`\`$`, 'm').exec(DOCS)?.[1];
  assert.ok(found, `no code block of ${language}`);
  return found;
}

describe('the card widget in pages of shops', { skip: NO_BROWSER }, () => {
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

  const optionsOf = (payment: Record<string, string>, more = {}) =>
    JSON.stringify({ clientSecret: payment.client_secret, publishableKey: payment.publishable_key, ...more });
  const visit = async (
    work: (shop: ShopWindow, payment: Awaited<ReturnType<typeof newPayment>>) => Promise<void>,
    more = {},
  ) => {
    const payment = await newPayment(gateway, 'card', { currency: 'USD' });
    const shop = await openShopWindow(browser, server.add(shopHtml(gateway.url, optionsOf(payment, more))));
    await work(shop, payment);
    await shop.close();
    assert.deepEqual(
      shop.complaints.filter((complaint) => !complaint.startsWith('request to')),
      [],
    );
  };

  it('works as the documentation shows it, word for word, in five lines', async () => {
    const shown = shownIn('html');
    assert.equal(shown.split('\n').length, 5);
    const payment = await newPayment(gateway, 'card');
    const lines = shown
      .replace('http://127.0.0.1:8080', gateway.url)
      .replace('CLIENT_SECRET', payment.client_secret)
      .replace('PUBLISHABLE_KEY', payment.publishable_key);
    const { page, frame, close } = await openShopWindow(browser, server.add(lines));
    await fillAndSubmit(frame, CARD);
    await page.waitForURL(`${server.origin}/thanks`);
    assert.equal(await statusOf(gateway, payment), 'completed');
    await close();
  });

  it('works under the policy that the documentation shows, and under Trusted Types', async () => {
    const policy = shownIn('text')
      .replaceAll('https://pay.example.com', gateway.url)
      .replace('script-src', "script-src 'nonce-shop'");
    const rest = "default-src 'none'; style-src 'nonce-shop'; img-src data:; base-uri 'none'; form-action 'none'";
    const types = "require-trusted-types-for 'script'; trusted-types 'none'";
    const payment = await newPayment(gateway, 'card');
    const url = server.add(
      shopHtml(gateway.url, optionsOf(payment), { nonce: 'shop', style: '#card { --peye-accent: #063 }' }),
      {
        'content-security-policy': `${rest}; ${policy}; ${types}`,
      },
    );
    const shop = await openShopWindow(browser, url);
    await shop.frame.locator('[name=number]').waitFor();
    const background = "getComputedStyle(document.querySelector('button')).backgroundColor";
    assert.equal(await shop.inside().evaluate(background), 'rgb(0, 102, 51)');
    await fillAndSubmit(shop.frame, { ...CARD, number: '4000 0027 6000 3184' });
    await fillAndSubmit(shop.frame, { code: '123456' });
    assert.equal(await shop.outcome(), 'completed');
    await shop.close();
    assert.deepEqual(
      shop.complaints.filter((complaint) => !complaint.startsWith('request to')),
      [],
    );
  });

  it('reports that a content security policy does not allow its frame', async () => {
    const payment = await newPayment(gateway, 'card');
    const policy = `script-src ${gateway.url} 'nonce-shop'; frame-src 'none'`;
    const url = server.add(shopHtml(gateway.url, optionsOf(payment), { nonce: 'shop' }), {
      'content-security-policy': policy,
    });
    const shop = await openShopWindow(browser, url, { prepare: (page) => page.clock.install() });
    await until('the page receives an error', async () => {
      await shop.page.clock.runFor(5000);
      return (await shop.callbacks()).errors.length > 0;
    });
    const { code, message } = await shop.error();
    assert.equal(code, 'gateway_unreachable');
    assert.match(message, /content security policy/);
    await shop.page.getByRole('alert').waitFor();
    await shop.close();
  });

  it('works in a sandboxed frame with the permissions that the documentation names', async () => {
    const sandbox = ['allow-scripts', 'allow-forms', 'allow-same-origin'];
    for (const word of sandbox) assert.ok(DOCS.includes(`\`${word}\``));
    const payment = await newPayment(gateway, 'card');
    const inner = server.add(shopHtml(gateway.url, optionsOf(payment)));
    const outer = server.add(
      `<!doctype html><title>Frame</title><iframe src="${inner}" sandbox="${sandbox.join(' ')}"></iframe>`,
    );
    const shop = await openShopWindow(browser, outer);
    const frame = shop.page.frameLocator('iframe').frameLocator('iframe[title=Peye]');
    await fillAndSubmit(frame, CARD);
    await frame.getByRole('heading', { name: 'Payment successful' }).waitFor();
    assert.equal(await statusOf(gateway, payment), 'completed');
    await shop.close();
  });

  it('opens no other gateway if an element of the page is named currentScript', async () => {
    const payment = await newPayment(gateway, 'card');
    const image = '<img name="currentScript" src="http://127.0.0.1:9/widget/v1/x.png">';
    const html = shopHtml(gateway.url, optionsOf(payment)).replace('<div id="card">', `${image}<div id="card">`);
    const shop = await openShopWindow(browser, server.add(html));
    assert.deepEqual(
      shop.page.frames().map((frame) => new URL(frame.url()).origin),
      [server.origin],
    );
    assert.ok(shop.complaints.some((complaint) => complaint.includes('must be loaded by <script src>')));
    await shop.close();
  });

  it('accepts any language, and uses its default for an unsupported one', async () => {
    for (const [lang, shown] of [
      ['fr-HT', 'fr'],
      ['\ud800', 'en'],
      ['x'.repeat(20_000), 'en'],
    ] as const) {
      await visit(
        async (shop) => {
          await shop.frame.locator('[name=number]').waitFor();
          assert.equal(await shop.inside().evaluate('document.documentElement.lang'), shown);
        },
        { lang },
      );
    }
  });

  it('its script is small', async () => {
    const script = await (await fetch(`${gateway.url}/widget/v1/peye.js`)).text();
    const bytes = gzipSync(script).length;
    assert.ok(bytes <= MAX_SCRIPT_BYTES, `${bytes} bytes`);
    for (const language of LANGUAGES) assert.ok(script.includes(TEXTS[language].widget.unreachable));
  });

  it('reports when it is ready and when it is done, also to the previous name of the callback', () =>
    visit(async (shop, payment) => {
      await until('it is ready', async () => (await shop.callbacks()).calls.includes('ready'));
      const { page } = shop;
      await page.evaluate('again({ onResult(result) { callbacks.onResult = result; } })');
      await fillAndSubmit(shop.frame, { ...CARD, number: '1' });
      await shop.frame.locator('#field-number-error').waitFor();
      await fillAndSubmit(shop.frame, CARD);
      assert.equal(await shop.outcome(), 'completed');
      const expected = { transaction_id: payment.transaction_id, status: 'completed' };
      assert.deepEqual((await shop.callbacks()).done, [expected]);
      assert.deepEqual(await page.evaluate('callbacks.onResult'), expected);
      // Each of the two mounts is ready once, however many pages the frame has shown.
      assert.deepEqual((await shop.callbacks()).calls, ['ready', 'ready', 'done']);
    }));

  it('has only the fields, the pay and cancel buttons, and in test mode a notice', () =>
    visit(async ({ frame }) => {
      await frame.getByText('Test mode').waitFor();
      assert.equal(await frame.getByRole('textbox').count(), 4);
      assert.deepEqual(await frame.getByRole('button').allTextContents(), ['Pay 500.00\u00a0USD']);
      await frame.getByText('Cancel', { exact: true }).waitFor();
      assert.equal(await frame.getByRole('link').count(), 0);
      for (const role of ['banner', 'contentinfo', 'navigation'] as const)
        assert.equal(await frame.getByRole(role).count(), 0);
      assert.equal(await frame.getByText('4000 0000 0000 0002').isVisible(), false, 'the test cards are collapsed');
    }));

  it('is as high as its content: it grows, shrinks, and never scrolls inside', () =>
    visit(async (shop) => {
      const heightOf = () => shop.page.evaluate<number>("document.querySelector('iframe').clientHeight");
      const fits = async () => {
        const inside = shop.inside();
        const needed = await inside.evaluate<number>('Math.ceil(document.body.getBoundingClientRect().height)');
        return (
          (await heightOf()) === needed &&
          (await inside.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight'))
        );
      };
      await shop.frame.locator('[name=number]').waitFor();
      await until('the form fits', fits);
      const form = await heightOf();
      await submit(shop.frame);
      await shop.frame.locator('#field-number-error').waitFor();
      await until('the errors fit', fits);
      const withErrors = await heightOf();
      assert.ok(withErrors > form, `${withErrors} > ${form}`);
      await shop.page.setViewportSize({ width: 320, height: 500 });
      await until('a narrow form fits', fits);
      await shop.frame.locator('.data summary').click();
      await until('the test cards fit', async () => (await fits()) && (await heightOf()) > withErrors + 100);
      await fillAndSubmit(shop.frame, CARD);
      await shop.outcome();
      await until('the result fits', fits);
      assert.ok((await heightOf()) < withErrors);
    }));

  it('is replaced by a second mount into the same element, and removed by unmount', () =>
    visit(async (shop, first) => {
      const { page, frame } = shop;
      await frame.locator('[name=number]').waitFor();
      const second = await newPayment(gateway, 'card', { currency: 'USD', amount: 7 });
      await page.evaluate(`window.first = mounted; window.second = again(${optionsOf(second)})`);
      await frame.getByRole('button', { name: 'Pay 7.00 USD' }).waitFor();
      assert.equal(await page.locator('#card iframe').count(), 1);
      await page.evaluate('first.unmount()');
      await fillAndSubmit(frame, CARD);
      assert.equal(await shop.outcome(), 'completed');
      assert.equal((await shop.callbacks()).done[0]?.transaction_id, second.transaction_id);
      assert.equal(await statusOf(gateway, first), 'pending');
      await page.evaluate('second.unmount(); second.unmount()');
      assert.equal(await page.evaluate('document.querySelector("#card").innerHTML'), '');
      await page.evaluate(`again(${optionsOf(first)})`);
      await frame.getByRole('button', { name: 'Pay 500.00 USD' }).waitFor();
    }));

  it('ignores messages from other windows, both outside and inside its frame', () =>
    visit(async (shop, payment) => {
      const { page, frame } = shop;
      await frame.locator('[name=number]').waitFor();
      const lies = ['peye.result', 'peye.error', 'peye.height', 'peye.retry', 'constructor', '__proto__'].map(
        (type) => ({
          type,
          transaction_id: payment.transaction_id,
          status: 'completed',
          code: 'website_closed',
          height: 5000,
        }),
      );
      const other = server.add('<!doctype html><title>Other</title>');
      // The shop's page gets forged messages from itself and from another frame. That frame also posts to the widget's frame.
      await page.evaluate(`(async () => {
        const frame = Object.assign(document.createElement('iframe'), { src: '${other}', title: 'Other' });
        await new Promise((loaded) => { frame.onload = loaded; document.body.append(frame); });
        for (const lie of ${JSON.stringify(lies)}) {
          postMessage(lie, '*');
          frame.contentWindow.eval('parent.postMessage(' + JSON.stringify(lie) + ', "*")');
        }
        const open = { type: 'peye.look', look: { theme: { accent: '#f00' }, summary: true } };
        frame.contentWindow.eval('parent.frames[0].postMessage(' + JSON.stringify(open) + ', "*")');
        frame.contentWindow.eval('parent.frames[0].postMessage(' + JSON.stringify({ ...open, type: 'peye.open' }) + ', "*")');
      })()`);
      await fillAndSubmit(frame, { ...CARD, number: '1' });
      await frame.locator('#field-number-error').waitFor();
      const { done, errors } = await shop.callbacks();
      assert.deepEqual({ done, errors }, { done: [], errors: [] });
      const background = "getComputedStyle(document.querySelector('button')).backgroundColor";
      assert.equal(await shop.inside().evaluate(background), 'rgb(11, 90, 82)');
      assert.equal(await frame.locator('.summary').isVisible(), false);
    }));

  it('can be used by keyboard alone, and a wrong field gets the focus', () =>
    visit(async (shop) => {
      const { page, frame } = shop;
      const focused = () =>
        shop.inside().evaluate<string>('document.activeElement.name || document.activeElement.tagName');
      await frame.locator('[name=number]').focus();
      await page.keyboard.type('4242424242424242');
      await page.keyboard.press('Tab');
      await until('the next field has the focus', async () => (await focused()) === 'expiry');
      await page.keyboard.type('12/40');
      await page.keyboard.press('Tab');
      await page.keyboard.type('12');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Marie');
      await page.keyboard.press('Enter');
      await frame.locator('#field-cvc-error').waitFor();
      await until('the wrong field has the focus', async () => (await focused()) === 'cvc');
      await fill(frame, { number: CARD.number, cvc: '123' });
      await frame.locator('[name=name]').focus();
      await page.keyboard.press('Enter');
      assert.equal(await shop.outcome(), 'completed');
      await until('the outcome has the focus, to be read out', async () => (await focused()) === 'H1');
    }));
});
