import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { CARD, cancelOn, fillAndSubmit, newPayment, statusOf, wrongFields } from './visitor.ts';

describe('card widget', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  onOneEngineByDay('the widget in a shop on another origin', (engine) => {
    let gateway: TestGateway;
    let shop: Server;
    let shopOrigin: string;
    let shopPage = '';
    before(async () => {
      gateway = await startTestGateway(engine);
      shop = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shopPage);
      });
      await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
      shopOrigin = `http://localhost:${(shop.address() as AddressInfo).port}`;
    });
    after(async () => {
      await gateway.stop();
      shop.closeAllConnections();
      await new Promise((closed) => shop.close(closed));
    });

    /** The shop's page: it mounts the widget, and records its results. */
    const mount = (options: Record<string, string>) => `<!doctype html><html lang="en"><title>Shop</title>
      <link rel="icon" href="data:,"><div id="card"></div><script src="${gateway.url}/widget/v1/peye.js"></script>
      <script>
        window.results = []; window.messages = [];
        addEventListener('message', (event) => messages.push(event.origin + ' ' + JSON.stringify(event.data)));
        Peye.mount('#card', Object.assign(${JSON.stringify(options)}, { onResult: (result) => results.push(result) }));
      </script></html>`;

    const withShop = async (
      work: (shop: {
        page: Page;
        frame: FrameLocator;
        payment: Awaited<ReturnType<typeof newPayment>>;
      }) => Promise<void>,
      { lang = 'en', options = {} }: { lang?: string; options?: Record<string, string> } = {},
    ) => {
      const payment = await newPayment(gateway, 'card', { currency: 'USD' });
      const { client_secret: clientSecret, publishable_key: publishableKey } = payment;
      shopPage = mount({ clientSecret, publishableKey, lang, ...options });
      const { page, complaints } = await openTab(browser, shopOrigin);
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await page.goto(shopOrigin);
      await work({ page, payment, frame: page.frameLocator('iframe') });
      assert.deepEqual(
        addresses.filter((address) => address.includes(clientSecret.slice(-32))),
        [],
        'the client secret is in no address',
      );
      await page.context().close();
      const expected = (complaint: string) =>
        complaint === `request to ${gateway.url}` ||
        (options.clientSecret && /404|Peye: invalid_client_secret/.test(complaint));
      assert.deepEqual(
        complaints.filter((complaint) => !expected(complaint)),
        [],
      );
    };
    const resultsOf = async (page: Page, payment: { transaction_id: string }): Promise<string> => {
      await until('the shop receives the result', () => page.evaluate<boolean>('results.length > 0'));
      const results = await page.evaluate<{ transaction_id: string; status: string }[]>('results');
      assert.equal(results.length, 1);
      assert.equal(results[0]?.transaction_id, payment.transaction_id);
      return results[0].status;
    };

    for (const [number, finalStatus] of [
      ['4242 4242 4242 4242', 'completed'],
      ['4000 0000 0000 0002', 'failed: declined'],
      ['4000 0000 0000 9995', 'failed: insufficient_balance'],
      ['4000 0000 0000 0069', 'failed: expired_card'],
    ] as const) {
      // Contract: SANDBOX-10
      it(`${number} ends as ${finalStatus}, and the shop is notified once`, () =>
        withShop(async ({ page, frame, payment }) => {
          await frame.locator('[name=number]').waitFor();
          assert.equal(await statusOf(gateway, payment), 'pending');
          await fillAndSubmit(frame, { ...CARD, number });
          assert.equal(await resultsOf(page, payment), finalStatus.split(':')[0]);
          assert.equal(await statusOf(gateway, payment), finalStatus);
          assert.equal(await frame.getByRole('link', { name: 'Return to merchant' }).count(), 0);
          const reported = await page.evaluate<string[]>('messages');
          const status = finalStatus.split(':')[0];
          assert.ok(
            reported.includes(
              `${gateway.url} ${JSON.stringify({ type: 'peye.result', transaction_id: payment.transaction_id, status })}`,
            ),
            reported.join('\n'),
          );
        }));
    }

    for (const [button, finalStatus] of [
      ['Confirm', 'completed'],
      ['Decline the payment', 'failed: declined'],
      ['Cancel', 'failed: cancelled'],
    ] as const) {
      it(`3-D Secure: ${button} ends as ${finalStatus}; until then it is processing`, () =>
        withShop(async ({ page, frame, payment }) => {
          await fillAndSubmit(frame, { ...CARD, number: '4000002760003184' });
          await frame.locator('[name=code]').fill('123456');
          assert.equal(await statusOf(gateway, payment), 'processing');
          assert.equal(await page.evaluate('results.length'), 0);
          await (button === 'Cancel' ? cancelOn(frame) : frame.getByRole('button', { name: button }).click());
          assert.equal(await resultsOf(page, payment), finalStatus.split(':')[0]);
          assert.equal(await statusOf(gateway, payment), finalStatus);
        }));
    }

    it('a wrong card can be entered again, the payment stays pending, and the frame is as high as its page', () =>
      withShop(async ({ page, frame, payment }) => {
        await fillAndSubmit(frame, { ...CARD, number: '5555 5555 5555 4444' });
        await frame.locator('#field-number-error').waitFor();
        assert.deepEqual(await wrongFields(frame), ['number']);
        assert.equal(await statusOf(gateway, payment), 'pending');
        await until('the frame fits', async () => {
          const inner = await page
            .frames()[1]
            ?.evaluate<number>('Math.ceil(document.body.getBoundingClientRect().height)');
          return (await page.evaluate<number>("document.querySelector('iframe').clientHeight")) === inner;
        });
        await cancelOn(frame);
        assert.equal(await resultsOf(page, payment), 'failed');
        assert.equal(await statusOf(gateway, payment), 'failed: cancelled');
      }));

    it('a reload of the shop after paying reports the result again', () =>
      withShop(async ({ page, frame, payment }) => {
        await fillAndSubmit(frame, CARD);
        await resultsOf(page, payment);
        await page.reload();
        assert.equal(await resultsOf(page, payment), 'completed');
      }));

    it('has the language that it is mounted with, and no language switch, which is left to the shop', () =>
      withShop(
        async ({ frame }) => {
          await frame.getByRole('heading', { name: 'Payer par carte' }).waitFor();
          assert.equal(await frame.getByRole('navigation').count(), 0);
          assert.equal(await frame.getByRole('banner').count(), 0);
        },
        { lang: 'fr' },
      ));

    it('opens no payment for an invalid client secret', () =>
      withShop(
        async ({ frame }) => {
          await frame.getByRole('heading', { name: 'This payment cannot be opened' }).waitFor();
        },
        { options: { clientSecret: `pi_test_123456789012345_secret_${'0'.repeat(32)}` } },
      ));
  });
});
