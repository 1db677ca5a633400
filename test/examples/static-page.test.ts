import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { newLink } from '../links/link-visitor.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const PAGE = join(import.meta.dirname, '../../examples/static-page/index.html');
/** The address in the page, which a seller replaces by the address of a payment link. */
const EXAMPLE = 'https://pay.example.ht/l/K7MQ4XRT';

describe('a page without a server, with a payment link', { skip: NO_BROWSER }, () => {
  let gateway: TestGateway;
  let browser: Browser;
  before(async () => {
    [gateway, browser] = await Promise.all([startTestGateway('sqlite'), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await gateway?.stop();
  });

  it('leads a customer on a phone to a payment of the link', async () => {
    const link = await newLink(gateway);
    const html = await readFile(PAGE, 'utf8');
    assert.equal(html.split(EXAMPLE).length, 2, 'the page has exactly one address to replace');
    const files = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html.replace(EXAMPLE, `${gateway.url}/l/${link.code}`));
    });
    await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
    try {
      const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
      const { page } = await openTab(browser, origin);
      await page.goto(origin);
      await page.getByRole('link', { name: 'Peye 500 goud' }).click();
      await page.getByRole('heading', { name: 'Panye mango' }).waitFor();
      await page.getByRole('radio', { name: 'MonCash' }).check();
      await page.getByRole('button', { name: 'Kontinye' }).click();
      await page.waitForURL(/\/pay\/\d+\//);
      const [, id] = /\/pay\/(\d+)\//.exec(page.url()) ?? [];
      const { json } = await gateway.api.get(`/payments/${id}`);
      assert.deepEqual([json.data.amount, json.data.metadata], ['500.00', { link: link.code }]);
    } finally {
      files.closeAllConnections();
      files.close();
    }
  });
});
