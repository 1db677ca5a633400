import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../src/wording/language.ts';
import { launchBrowser, NO_BROWSER, openTab, type Tab } from '../support/browser.ts';
import { paymentRequest, type TestGateway } from '../support/gateway.ts';
import { MAX_BYTES, smallTargets, violations } from '../support/page-checks.ts';
import { type Entrance, inLanguage, type PageCase, type PageStates, startPageStates } from './page-states.ts';
import { fillAndSubmit, newPayment, payByWallet, textOf } from './visitor.ts';

/** `npm run test:pages`: every state by every address, in every language, light and dark, with and without JavaScript. */
const IS_WHOLE = process.env.PAGES === 'all';
/** 320 pixels are a small phone, and a window of 640 at 200 %. */
const WIDTHS = [320, 360, 1280];

interface Look {
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark';
  readonly javaScriptEnabled: boolean;
}

const LOOKS: readonly Look[] = LANGUAGES.flatMap((language) =>
  [true, false].flatMap((javaScriptEnabled) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme, javaScriptEnabled })),
  ),
);

/** What a page must be in every state and every language: light, reachable for everybody, quiet, and no wider than a small phone. */
describe('every page, in every language', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let states: PageStates;
  let gateway: TestGateway;
  before(async () => {
    [browser, states] = await Promise.all([launchBrowser(), startPageStates()]);
    ({ gateway } = states);
  });
  after(async () => {
    await browser.close();
    await states.stop();
  });

  const start = async (page: Page, lang: string, method: string, changes = {}) => {
    const order = { description: '2 x T-shirt', reference: 'ORDER-1042', amount: 1250 };
    const { payment_url } = await newPayment(gateway, method, { ...order, ...changes });
    await page.goto(`${payment_url}?lang=${lang}`);
  };

  it('long, right-to-left and hostile texts do not break the layout', async () => {
    const { testKey } = await gateway.newWebsite(`<b>${'Magazen'.repeat(20)}</b>`);
    const long = `مرحبا ${'W'.repeat(200)} <script>alert(1)</script> 🎉🇭🇹 `;
    const created = await gateway
      .client(testKey)
      .post(
        '/payments',
        paymentRequest({ description: long.padEnd(500, 'x'), reference: 'R'.repeat(255), amount: 75_000 }),
      );
    const { page, complaints } = await openTab(browser, gateway.url, { viewport: { width: 320, height: 640 } });
    await page.goto(created.json.payment_url);
    assert.ok((await textOf(page, 'main')).includes(long));
    const widths = [await page.evaluate<number>('document.documentElement.scrollWidth')];
    await payByWallet(page, '37000001');
    widths.push(await page.evaluate<number>('document.documentElement.scrollWidth'));
    assert.deepEqual(widths, [320, 320]);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('an amount stands as people write it, with its ISO code, and breaks nowhere on a small phone', async () => {
    const { page } = await openTab(browser, gateway.url, { viewport: { width: 320, height: 640 } });
    for (const [method, amount, currency, language, shown] of [
      ['moncash', 1250, 'HTG', 'ht', '1,250\u00a0HTG'],
      ['moncash', 1250, 'HTG', 'fr', '1\u202f250\u00a0HTG'],
      ['lakaypay_card', 499_999.5, 'HTG', 'en', '499,999.50\u00a0HTG'],
      ['lakaypay_card', 499_999.5, 'HTG', 'fr', '499\u202f999,50\u00a0HTG'],
      ['lakaypay_card', 999.99, 'USD', 'ht', '999.99\u00a0USD'],
      ['lakaypay_card', 20, 'USD', 'fr', '20,00\u00a0USD'],
      ['moncash', 10, 'USD', 'ht', '1,305\u00a0HTG'],
    ] as const) {
      await start(page, language, method, { amount, currency });
      assert.equal(await textOf(page, '.sum'), shown);
      const lines = await page.evaluate<number>(`(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.sum'));
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      })()`);
      assert.equal(lines, 1, shown);
    }
    await page.context().close();
  });

  it('the language switch changes the language, and keeps step and errors', async () => {
    const { page } = await openTab(browser, gateway.url);
    await start(page, 'ht', 'moncash');
    await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
    await fillAndSubmit(page, { code: '1' });
    assert.match(await textOf(page, '#field-code-error'), /Kòd verifikasyon an pa bon/);
    await page.getByRole('link', { name: 'Français' }).click();
    assert.match(await textOf(page, '#field-code-error'), /Code de vérification incorrect/);
    await page.getByRole('link', { name: 'English' }).click();
    assert.match(await textOf(page, '#field-code-error'), /Wrong verification code/);
    await fillAndSubmit(page, { code: '123456' });
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.context().close();
  });

  // Behind those above: some states move time, and the last one closes the website.
  it('is good in every state', async (context) => {
    for (const [index, [name, shown]] of Object.entries(states.cases).entries()) {
      await context.test(name, async () => {
        const entrances = await shown.open();
        for (const entrance of entrances) {
          for (const language of LANGUAGES) await assertSent({ name, shown, entrance }, language);
        }
        // Every day a state is looked at in one way, the next state in another.
        const looks = IS_WHOLE ? LOOKS : LOOKS.filter((_, look) => look === (index * 5) % LOOKS.length);
        for (const look of looks) {
          for (const entrance of IS_WHOLE ? entrances : entrances.slice(0, 1)) {
            await assertGood(browser, { name, shown, entrance }, look);
          }
        }
      });
    }
  });
});

interface Visit {
  readonly name: string;
  readonly shown: PageCase;
  readonly entrance: Entrance;
}

/** What is sent, whatever shows it: the right state in the right language, whole, and light with its head. */
async function assertSent({ name, shown, entrance }: Visit, language: Language): Promise<void> {
  const where = `${name} by ${entrance.by} (${language})`;
  const headers = { accept: 'text/html', ...(entrance.cookie && { cookie: entrance.cookie }) };
  await shown.renew?.();
  const response = await fetch(inLanguage(entrance.url, language), { headers, redirect: 'manual' });
  const text = await response.text();
  assert.equal(response.status, shown.status ?? 200, where);
  assert.equal(/<main data-state="(\w+)"/.exec(text)?.[1], shown.shows, where);
  assert.ok(text.includes(`<html lang="${language}">`), where);
  assert.doesNotMatch(/<main.*<\/main>/s.exec(text)?.[0] ?? '', /undefined|null|NaN|\[object/, where);
  const head = [...response.headers].reduce((sum, [field, value]) => sum + field.length + value.length + 4, 0);
  const bytes = head + Buffer.byteLength(text);
  assert.ok(bytes <= MAX_BYTES, `${where}: ${bytes} bytes`);
}

/** What a browser makes of it. */
async function assertGood(browser: Browser, { name, shown, entrance }: Visit, look: Look): Promise<void> {
  const where = `${name} by ${entrance.by}, ${JSON.stringify(look)}`;
  const url = inLanguage(entrance.url, look.language);
  const tab = await openTab(browser, new URL(url).origin, look);
  const { page } = tab;
  if (entrance.cookie) {
    const [cookie = '', value = ''] = entrance.cookie.split(/=(.*)/s);
    await page.context().addCookies([{ name: cookie, value, url }]);
  }
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await shown.renew?.();
  await page.goto(url);
  assert.equal(await page.locator('main').getAttribute('data-state'), shown.shows, where);
  assert.deepEqual(
    requests.filter((one) => !one.startsWith('data:')),
    [url],
    where,
  );
  // A page that waits would load itself again in the middle of being looked at: an answer without content changes nothing.
  await page.route('**/*', (route) => route.fulfill({ status: 204 }));
  await assertReachable(tab, look.javaScriptEnabled, where);
  // The browser itself says on its console that a page was an error.
  const own = tab.complaints.filter((complaint) => !complaint.includes('the server responded with a status of'));
  assert.deepEqual(own, [], where);
  await page.context().close();
}

async function assertReachable({ page }: Tab, canRunScripts: boolean, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(scrollWidth <= width, `${where}: ${scrollWidth} px wide at ${width}`);
  }
  await page.setViewportSize({ width: 320, height: 740 });
  // What is folded is to be reached as well.
  for (const folded of await page.locator('details:not([open]) > summary').all()) await folded.click();
  assert.deepEqual(await smallTargets(page), [], where);
  // axe is a script. What it looks at is the same page.
  if (canRunScripts) assert.deepEqual(await violations(page), [], where);
}
