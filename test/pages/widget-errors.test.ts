import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { TEXTS } from '../../src/platform/messages/customer/customer-messages.ts';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { violations } from '../support/page-checks.ts';
import { openShopWindow, type ShopServer, type ShopWindow, shopHtml, startShopServer } from './shop-window.ts';
import { CARD, fill, fillAndSubmit, newPayment, statusOf } from './visitor.ts';

const DOCS = readFileSync(new URL('../../docs/widget.md', import.meta.url), 'utf8');
const PEYE_JS = readFileSync(new URL('../../src/pages/widget/peye.js', import.meta.url), 'utf8');
/** Longer than the widget waits for its first page. */
const LONG_MS = 25_000;

/** With every error, the shop's script gets a documented code, and the customer a readable sentence. */
describe('the errors of the card widget', { skip: NO_BROWSER }, () => {
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

  const keysOf = ({ client_secret: clientSecret, publishable_key: publishableKey }: Record<string, string>) => ({
    clientSecret,
    publishableKey,
  });
  const withKeys = async (changes = {}) => JSON.stringify({ ...keysOf(await newPayment(gateway, 'card')), ...changes });
  const visit = async (
    options: string,
    work: (shop: ShopWindow) => Promise<void>,
    { prepare, target }: { prepare?: (page: Page) => Promise<unknown>; target?: string } = {},
  ) => {
    const url = server.add(shopHtml(gateway.url, options, { ...(target && { target }) }));
    const shop = await openShopWindow(browser, url, { ...(prepare && { prepare }) });
    await work(shop);
    const exceptions = shop.complaints.filter((complaint) => complaint.startsWith('exception'));
    assert.deepEqual(exceptions, []);
    await shop.close();
  };

  it('have exactly the documented codes', () => {
    const [, errors = ''] = /\n## Errors\n(.*?)\n## /s.exec(DOCS) ?? [];
    const inScript = [...PEYE_JS.matchAll(/^ {4}([a-z_]+):(?: |\n)/gm)].map(([, code]) => code);
    const [, ...documented] = [...errors.matchAll(/^\| `([a-z_]+)` +\| [A-Z`].*\|.*\|$/gm)].map(([, code]) => code);
    const codes = new Set([...inScript, 'invalid_arguments']);
    assert.ok(codes.size >= 8);
    assert.deepEqual(documented.toSorted(), [...codes].toSorted());
  });

  for (const [what, options, words] of [
    ['no client secret', '{ publishableKey: "pk_test_1" }', /clientSecret/],
    ['an empty publishable key', '{ clientSecret: "pi_1_secret_1", publishableKey: "" }', /publishableKey/],
    ['a theme that is a word', '{ clientSecret: "a", publishableKey: "b", theme: "dark" }', /theme/],
    ['an onResult that is not a function', '{ clientSecret: "a", publishableKey: "b", onResult: "later" }', /onResult/],
  ] as const) {
    it(`bad arguments, ${what}: the error names the argument`, () =>
      visit(options, async (shop) => {
        const { code, message } = await shop.error();
        assert.equal(code, 'invalid_arguments');
        assert.match(message, words);
        await shop.page.getByRole('alert').filter({ hasText: TEXTS.en.widget.unusable }).waitFor();
        assert.deepEqual(await violations(shop.page), []);
        await shop.page.evaluate('mounted.unmount()');
        assert.equal(await shop.page.getByRole('alert').count(), 0);
      }));
  }

  for (const target of ["'#nowhere'", "'..no selector'", 'null', 'undefined', '7']) {
    it(`bad arguments, the target ${target}: the code is invalid_arguments`, () =>
      visit(
        '{}',
        async (shop) => {
          assert.equal((await shop.error()).code, 'invalid_arguments');
          await shop.page.evaluate('mounted.unmount()');
        },
        { target },
      ));
  }

  it('are logged on the console if the page does not handle them', () =>
    visit('{ onError: undefined }', async (shop) => {
      await until('it is on the console', () =>
        shop.complaints.some((line) => line.includes('Peye: invalid_arguments')),
      );
    }));

  for (const lang of LANGUAGES) {
    it(`a wrong client secret: a sentence for the customer (${lang}), a code for the script`, async () => {
      const options = await withKeys({ lang, clientSecret: `pi_test_123456789012345_secret_${'0'.repeat(32)}` });
      await visit(options, async (shop) => {
        assert.equal((await shop.error()).code, 'invalid_client_secret');
        await shop.frame.getByRole('alert').filter({ hasText: TEXTS[lang].widget.notOpenedText }).waitFor();
        assert.deepEqual(await violations(shop.inside()), []);
        assert.deepEqual((await shop.callbacks()).calls, ['error']);
      });
    });
  }

  it('a wrong secret does not reveal whether there is such a payment', async () => {
    const payment = await newPayment(gateway, 'card');
    const wrong = '0'.repeat(32);
    const answers = await Promise.all(
      [
        {
          client_secret: `pi_test_${payment.transaction_id}_secret_${wrong}`,
          publishable_key: payment.publishable_key,
        },
        { client_secret: `pi_test_123456789012345_secret_${wrong}`, publishable_key: payment.publishable_key },
        { client_secret: payment.client_secret, publishable_key: 'pk_test_another' },
        { client_secret: 'what', publishable_key: 'ever' },
      ].map(async (fields) => {
        const body = new URLSearchParams(fields);
        const response = await fetch(`${gateway.url}/widget/v1/card/session?lang=en`, { method: 'POST', body });
        const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
        return { status: response.status, headers, text: await response.text() };
      }),
    );
    assert.equal(answers[0]?.status, 404);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  for (const [act, status] of [
    ['complete', 'completed'],
    ['fail', 'failed'],
  ] as const) {
    it(`a payment that had ${status} before: an error reports that it is final, and the outcome follows`, async () => {
      const payment = await newPayment(gateway, 'card');
      await gateway.api.post(`/test_helpers/payments/${payment.transaction_id}/${act}`, {});
      await visit(JSON.stringify(keysOf(payment)), async (shop) => {
        assert.equal(await shop.outcome(), status);
        assert.deepEqual((await shop.callbacks()).calls, ['error', 'done']);
        assert.equal((await shop.error()).code, 'payment_already_final');
      });
    });
  }

  it('a deactivated website: the customer and the script get the error', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const payment = await newPayment({ api: gateway.client(testKey) }, 'card');
    await gateway.store.db.transaction((tx) =>
      tx.query('UPDATE websites SET deactivated_at_us = 1 WHERE id = $1', [website.id]),
    );
    await visit(JSON.stringify(keysOf(payment)), async (shop) => {
      assert.equal((await shop.error()).code, 'website_closed');
      await shop.frame.getByRole('heading', { name: TEXTS.en.closed }).waitFor();
    });
  });

  it('too many requests: the customer and the script get the error, and the customer gets a button to try again', async () => {
    const narrow = await startTestGateway('sqlite', { settings: { PAGE_LIMIT_PER_MINUTE: '3' } });
    const payment = await newPayment(narrow, 'card');
    const shop = await openShopWindow(browser, server.add(shopHtml(narrow.url, JSON.stringify(keysOf(payment)))));
    // The first three requests get the script, the widget's first page and the session. The fourth gets the card form: it is refused.
    assert.equal((await shop.error()).code, 'too_many_requests');
    await shop.frame.getByRole('heading', { name: TEXTS.en.tooMany }).waitFor();
    await shop.frame.getByRole('button', { name: TEXTS.en.widget.tryAgain }).waitFor();
    assert.deepEqual(await violations(shop.inside()), []);
    await shop.close();
    await narrow.stop();
  });

  it('a request that cannot be read: a code, and a button to try again', async () => {
    const response = await fetch(`${gateway.url}/widget/v1/card/session`, { method: 'POST', body: 'not a form' });
    assert.equal(response.status, 415);
    const text = await response.text();
    assert.match(text, /data-error="gateway_error"/);
    assert.match(text, /data-retry/);
  });

  describe('a frame that does not arrive', () => {
    const CARD_PAGE = /\/widget\/v1\/card\?/;
    const withClock = (handle: Parameters<Page['route']>[1]) => async (page: Page) => {
      await page.clock.install();
      await page.route(CARD_PAGE, handle);
    };
    const tryAgain = async ({ page, frame, outcome }: ShopWindow) => {
      // The previous route stays, because removing it would release the requests that it holds.
      await page.route(CARD_PAGE, (route) => route.continue());
      await page.getByRole('button', { name: TEXTS.en.widget.tryAgain }).click();
      await frame.locator('[name=number]').waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      await fillAndSubmit(frame, CARD);
      assert.equal(await outcome(), 'completed');
    };

    it('is reported after a limited time, and trying again works', async () => {
      const prepare = withClock(() => {});
      await visit(
        await withKeys(),
        async (shop) => {
          await shop.page.clock.runFor(LONG_MS);
          assert.equal((await shop.error()).code, 'gateway_unreachable');
          await shop.page.getByRole('alert').filter({ hasText: TEXTS.en.widget.unreachable }).waitFor();
          assert.deepEqual(await violations(shop.page), []);
          await tryAgain(shop);
        },
        { prepare },
      );
    });

    it('is reported if another page arrives instead', async () => {
      const prepare = withClock((route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' }),
      );
      await visit(
        await withKeys({ lang: 'fr' }),
        async (shop) => {
          await shop.page.frameLocator('iframe').getByText('Bad gateway').waitFor();
          await until('it is noticed', async () => {
            await shop.page.clock.runFor(1000);
            return (await shop.callbacks()).errors.length > 0;
          });
          assert.equal((await shop.error()).code, 'gateway_unreachable');
          await shop.page.getByRole('alert').filter({ hasText: TEXTS.fr.widget.unreachable }).waitFor();
        },
        { prepare },
      );
    });

    it('is reported in the middle of a payment too, and trying again shows the outcome', async () => {
      const payment = await newPayment(gateway, 'card');
      await visit(
        JSON.stringify(keysOf(payment)),
        async (shop) => {
          await shop.frame.locator('[name=number]').waitFor();
          await shop.page.route(CARD_PAGE, async (route) => {
            // The gateway gets the form, but its response is lost.
            if (route.request().method() === 'POST') await route.fetch({ maxRedirects: 0 });
            await route.abort();
          });
          await fillAndSubmit(shop.frame, CARD);
          await until('it is noticed', async () => {
            await shop.page.clock.runFor(1000);
            return (await shop.callbacks()).errors.length > 0;
          });
          assert.equal((await shop.error()).code, 'gateway_unreachable');
          assert.equal(await statusOf(gateway, payment), 'completed');
          await shop.page.unroute(CARD_PAGE);
          await shop.page.getByRole('button', { name: TEXTS.en.widget.tryAgain }).click();
          assert.equal(await shop.outcome(), 'completed');
          assert.deepEqual((await shop.callbacks()).calls, ['ready', 'error', 'done']);
        },
        { prepare: (page) => page.clock.install() },
      );
    });

    it('is reported after a limited time if a form gets no response', async () => {
      const payment = await newPayment(gateway, 'card');
      await visit(
        JSON.stringify(keysOf(payment)),
        async (shop) => {
          await shop.frame.locator('[name=number]').waitFor();
          await shop.page.route(CARD_PAGE, () => {});
          await fill(shop.frame, CARD);
          await shop.frame.locator('button').first().click({ noWaitAfter: true });
          await until('it is noticed', async () => {
            await shop.page.clock.runFor(5000);
            return (await shop.callbacks()).errors.length > 0;
          });
          await tryAgain(shop);
        },
        { prepare: (page) => page.clock.install() },
      );
    });

    it('is shown if it arrives after the error, from a slow gateway', async () => {
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const prepare = withClock(async (route) => {
        await isReleased;
        await route.continue();
      });
      await visit(
        await withKeys(),
        async (shop) => {
          await shop.page.clock.runFor(LONG_MS);
          await shop.page.getByRole('alert').waitFor();
          release();
          await shop.frame.locator('[name=number]').waitFor();
          assert.equal(await shop.page.getByRole('alert').count(), 0);
        },
        { prepare },
      );
    });
  });
});
