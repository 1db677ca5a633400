import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { type Client, until } from '../support/gateway.ts';
import { MAX_BYTES, wireBytes } from '../support/page-checks.ts';

/** A customer's browser, and what it sent to and got from the gateway. */
export interface Customer {
  readonly page: Page;
  /** Buys in the shop. Returns the transaction id, once the customer is where the payment leads. */
  buy(method: string, changes?: { amount?: string; currency?: string }): Promise<string>;
  /** Follows the link back to the shop, and waits until the shop says what its webhook said. */
  backToShop(words: string): Promise<void>;
  /** Whether this text was sent anywhere at all: what is never typed is never leaked either. */
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
    // A page that is left before it is read has no body to weigh.
    sizes.push(
      wireBytes(response)
        .then((bytes) => [pathname, bytes] as [string, number])
        .catch(() => [pathname, 0]),
    );
  });

  return {
    page,
    async buy(method, { amount = '500', currency = 'HTG' } = {}) {
      await page.goto(shop);
      await page.getByLabel('Amount').fill(amount);
      await page.getByLabel('Currency').selectOption(currency);
      await page.getByLabel('Pay with').selectOption(method);
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.waitForURL((url) => url.href !== `${shop}/` && url.pathname !== '/buy');
      return (await api.get('/payments?per_page=1')).json.data[0].transaction_id;
    },
    async backToShop(words) {
      await page.getByRole('link', { name: /Return to merchant|Go on to the shop/ }).click();
      await page.waitForURL(`${shop}/thanks?**`);
      // As a customer does who came faster than the webhook.
      await until('the shop has heard of it', async () => {
        if ((await page.getByRole('link', { name: 'Look again' }).count()) === 0) return true;
        await page.reload();
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

/** Everything that a request carries, without what may stand between the digits of a number. */
async function textOf(request: Request): Promise<string> {
  const headers = await request.allHeaders().catch(() => request.headers());
  const text = [request.url(), request.postData() ?? '', JSON.stringify(headers)].join('\n');
  return text.replaceAll(/%20|[ +-]/g, '');
}
