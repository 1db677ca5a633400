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
  /** Whether this text was sent anywhere, because a text that was never typed cannot leak. */
  hasSent(secret: string): Promise<boolean>;
  /** Looks at what must be so of every visit, and closes it: small pages, and none of these texts ever sent to the gateway. */
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
      // As a customer does who came faster than the webhook. The page may be about to reload itself.
      await until('the shop has heard of it', async () => {
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

/** Fills the shop's checkout in, and sends it: the page is then where the payment leads. The amount is that of the cart if there is one. */
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
