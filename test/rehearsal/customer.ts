import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { type Client, until } from '../support/gateway.ts';
import { MAX_BYTES, wireBytes } from '../support/page-checks.ts';

/** A customer's browser, and its exchanges with the gateway. */
export interface Customer {
  readonly page: Page;
  /** Buys in the shop. Returns the transaction id, once the customer is on the page of the payment. */
  buy(method: string, changes?: { amount?: string; currency?: string }): Promise<string>;
  /** Follows the link back to the shop, and waits until the shop shows the result of its webhook. */
  backToShop(words: string): Promise<void>;
  /** Whether the browser sent this text to anyone. If the text was never typed, a check that it did not leak proves nothing. */
  hasSent(secret: string): Promise<boolean>;
  /** Asserts that all pages were small, and that none of these texts was sent to the gateway. Then closes the browser's window. */
  leave(secrets?: readonly string[]): Promise<void>;
}

export async function openCustomer(
  browser: Browser,
  { url: gateway, shop, api }: { url: string; shop: string; api: Client },
  options: BrowserContextOptions = {},
): Promise<Customer> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const exceptions: string[] = [];
  page.on('pageerror', ({ message }) => exceptions.push(message));
  const requests: Request[] = [];
  const sizes: Promise<[string, number]>[] = [];
  context.on('request', (request) => requests.push(request));
  context.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin !== gateway || response.status() >= 300) return;
    // A page that the browser leaves before it has read the body has no size.
    sizes.push(
      wireBytes(response)
        .then((bytes) => [pathname, bytes] as [string, number])
        .catch(() => [pathname, 0]),
    );
  });

  return {
    page,
    async buy(method, changes) {
      await page.goto(`${shop}/checkout`);
      await checkOut(page, method, { amount: '500', ...changes });
      return (await api.get('/payments?per_page=1')).json.data[0].transaction_id;
    },
    async backToShop(words) {
      const isOrder = () => /\/orders\/[^/]+$/.test(page.url());
      if (!isOrder()) await page.locator(`a[href^="${shop}/thanks"], #see-order`).first().click();
      await page.waitForURL(isOrder);
      // A customer who is faster than the webhook reloads the page. The page may also be about to reload itself.
      await until('the shop has received the webhook', async () => {
        if ((await page.getByText('No signed webhook has arrived yet').count()) === 0) return true;
        await page.reload().catch(() => undefined);
        return false;
      });
      await page.getByText(words).waitFor();
    },
    hasSent: async (secret) =>
      (await Promise.all(requests.map(textOf))).some((text) => text.includes(secret.replaceAll(' ', ''))),
    async leave(secrets = []) {
      const seen = await Promise.all(requests.filter((one) => one.url().startsWith(gateway)).map(textOf));
      assert.ok(seen.length > 0, 'the gateway was visited');
      for (const secret of secrets) {
        const digits = secret.replaceAll(' ', '');
        for (const text of seen) assert.ok(!text.includes(digits), `${secret} was sent to the gateway`);
      }
      for (const [path, bytes] of await Promise.all(sizes)) assert.ok(bytes <= MAX_BYTES, `${path}: ${bytes} bytes`);
      assert.deepEqual(exceptions, []);
      await context.close();
    },
  };
}

/**
 * Fills in the shop's checkout, and submits it. Afterwards the page is the one to which the shop sends the customer. A checkout with a
 * cart has no field for the amount: then `amount` is undefined.
 */
export async function checkOut(
  page: Page,
  method: string,
  { amount, currency = 'HTG', name = 'Marie Joseph' }: { amount?: string; currency?: string; name?: string } = {},
): Promise<void> {
  const shop = new URL(page.url()).origin;
  // Find the fields by name, because the labels are in the customer's language.
  if (amount !== undefined) await page.locator('[name=amount]').fill(amount);
  await page.locator('[name=name]').fill(name);
  await page.locator(`[name=currency][value=${currency}]`).check();
  await page.locator(`[name=method][value=${method}]`).check();
  await page.locator('main form button').click();
  await page.waitForURL(({ origin, pathname }) => origin !== shop || pathname.startsWith('/orders/'));
}

/** Everything that a request carries, without the separators that a number may have between its digits. */
async function textOf(request: Request): Promise<string> {
  const headers = await request.allHeaders().catch(() => request.headers());
  const text = [request.url(), request.postData() ?? '', JSON.stringify(headers)].join('\n');
  return text.replaceAll(/%20|[ +-]/g, '');
}
