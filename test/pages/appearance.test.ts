import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { TEXTS } from '../../src/platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../src/platform/messages/language.ts';
import { launchBrowser, NO_BROWSER, openTab, type Tab } from '../support/browser.ts';
import { paymentRequest, type TestGateway } from '../support/gateway.ts';
import { MAX_BYTES, smallTargets, violations } from '../support/page-checks.ts';
import { png } from '../support/pictures.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  type Entrance,
  inLanguage,
  MERCHANT_CONTACT,
  type PageCase,
  type PageStates,
  startPageStates,
} from './page-states.ts';
import { CARD, fillAndSubmit, newPayment, payByWallet, submitTo, textOf } from './visitor.ts';

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

  it('texts of four bytes a character, as long as they can be, leave every page light', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const random = seededRandom(4);
    // No two alike, so that packing saves little: signs of which each is a byte and a half at least.
    const text = (length: number) =>
      Array.from({ length }, () => String.fromCodePoint(random.between(0x1f300, 0x1f5ff))).join('');
    await gateway.store.operator.changeWebsite(website.id, {
      name: text(255),
      contact: text(255),
      colour: '#7a1fa2',
      logo: png({ width: 320, height: 80 }),
      returnUrl: `https://shop.example/${'r'.repeat(1_500)}`,
    });
    const client = gateway.client(testKey);
    const create = async (payment_method: string) => {
      const changes = { description: text(500), reference: text(255), customer_name: text(255), payment_method };
      const {
        status,
        text: body,
        json,
      } = await client.post('/payments', paymentRequest({ ...changes, amount: 75_000 }));
      assert.equal(status, 201, body);
      return json as Record<string, string>;
    };
    const weigh = async (what: string, url: string) => {
      const response = await fetch(inLanguage(url, 'fr'));
      assert.equal(response.status, 200, what);
      const bytes = wholeBytes(response);
      assert.ok(bytes <= MAX_BYTES, `${what}: ${bytes} bytes`);
    };
    const typed = { phone: text(40), name: text(80), expiry: text(20), number: text(40) };
    for (const method of ['natcash', 'lakaypay_card']) {
      const { payment_url: url = '' } = await create(method);
      await weigh(`${method}: the form`, url);
      await weigh(`${method}: with errors`, await submitTo(url, typed));
    }
    const { payment_url: url = '' } = await create('moncash');
    const code = await submitTo(url, { phone: '37000001', pin: '1234' });
    await weigh('the code', code);
    await weigh('paid', await submitTo(code, { code: '123456' }));
    const { payment_url: slow = '' } = await create('natcash');
    await weigh(
      'waiting',
      await submitTo(await submitTo(slow, { phone: '37000005', pin: '1234' }), { code: '123456' }),
    );
    for (const failure_reason of ['amount_mismatch', 'declined', 'expired']) {
      const { transaction_id: id, payment_url: end = '' } = await create('moncash');
      await client.post(`/test_helpers/payments/${id}/fail`, { failure_reason });
      await weigh(failure_reason, end);
    }
    const { client_secret = '', publishable_key = '' } = await create('card');
    const frame = await submitTo(`${gateway.url}/widget/v1/card/session`, { client_secret, publishable_key });
    await weigh('the widget', frame);
    await weigh('the widget: with errors', await submitTo(frame, typed));
    await weigh('the widget: paid', await submitTo(frame, CARD));
  });

  it('a program that cannot unpack gets a page as it is', async () => {
    const { payment_url } = await newPayment(gateway, 'moncash');
    for (const [accepted, encoding] of [
      ['identity', null],
      ['gzip;q=0', null],
      ['br, gzip', 'gzip'],
    ] as const) {
      const response = await fetch(payment_url, { headers: { 'accept-encoding': accepted } });
      assert.equal(response.headers.get('content-encoding'), encoding, accepted);
      assert.equal(response.headers.get('vary'), 'accept-encoding');
      assert.match(await response.text(), /<main data-state="form">/, accepted);
    }
  });

  it('a waiting page refreshes automatically until it is stopped', async () => {
    const { payment_url } = await newPayment(gateway, 'natcash');
    const code = await submitTo(payment_url, { phone: '37000005', pin: '1234' });
    const waiting = await submitTo(code, { code: '123456' });
    const { headers, text } = await readPage(waiting);
    assert.ok(Number(headers.get('refresh')) > 0);
    const link = (html: string) =>
      (/href="([^"]*still[^"]*)"/.exec(html)?.[1] ?? '').replaceAll(/&#(\d+);/g, (_, code) =>
        String.fromCodePoint(code),
      );
    for (let visit = 0, html = text; visit < 2; visit++) {
      const still = await readPage(new URL(link(html), waiting).href);
      assert.equal(still.headers.get('refresh'), null);
      assert.match(still.text, /<main data-state="waiting">/);
      // It says so, and another look does not restart it.
      assert.doesNotMatch(still.text, new RegExp(TEXTS.ht.reloads));
      html = still.text;
    }
  });

  it('every field brings the keys that a phone needs for it, and the code from a message', async () => {
    const { page } = await openTab(browser, gateway.url);
    const keys = () =>
      page.evaluate<Record<string, string>>(
        `Object.fromEntries([...document.querySelectorAll('input')].map((input) => [input.name, [input.type, input.inputMode, input.autocomplete].join(' ')]))`,
      );
    await start(page, 'ht', 'moncash');
    assert.deepEqual(await keys(), { phone: 'tel numeric tel', pin: 'password numeric off' });
    await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
    assert.deepEqual(await keys(), { code: 'text numeric one-time-code' });
    await start(page, 'ht', 'lakaypay_card');
    assert.deepEqual(await keys(), {
      number: 'text numeric cc-number',
      expiry: 'text numeric cc-exp',
      cvc: 'text numeric cc-csc',
      name: 'text  cc-name',
    });
    const letters = await page.evaluate<number>(
      "parseFloat(getComputedStyle(document.querySelector('input')).fontSize)",
    );
    assert.ok(letters >= 16, 'below 16 pixels a phone zooms in');
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
          for (const language of LANGUAGES) {
            for (const isChosen of [true, false]) await assertSent({ name, shown, entrance }, language, isChosen);
          }
        }
        if (shown.isSentOnly) return;
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
async function assertSent({ name, shown, entrance }: Visit, language: Language, isChosen: boolean): Promise<void> {
  const where = `${name} by ${entrance.by} (${language}, ${isChosen ? 'chosen' : "the browser's"})`;
  const headers = {
    accept: 'text/html',
    'accept-language': isChosen ? 'de' : `${language}-HT,en;q=0.5`,
    ...(entrance.cookie && { cookie: entrance.cookie }),
  };
  await shown.renew?.();
  const url = inLanguage(entrance.url, isChosen ? language : undefined);
  const response = await fetch(url, { headers, redirect: 'manual' });
  const text = await response.text();
  assert.equal(response.status, shown.status ?? 200, where);
  assert.equal(/<main data-state="(\w+)"/.exec(text)?.[1], shown.shows, where);
  assert.ok(text.includes(`<html lang="${language}">`), where);
  const main = /<main.*<\/main>/s.exec(text)?.[0] ?? '';
  // A secret in a link is random letters, and now and then they say NaN.
  assert.doesNotMatch(main.replaceAll(/[\w-]{40,}/g, ''), /undefined|null|NaN|\[object/, where);
  assertTexts(main, language, where);
  const bytes = wholeBytes(response);
  assert.ok(bytes <= MAX_BYTES, `${where}: ${bytes} bytes`);
}

/** Says nothing twice, and to whom it sends the customer. */
function assertTexts(main: string, language: Language, where: string): void {
  const texts = [...main.matchAll(/<(h1|p|li)\b[^>]*>([^<]{8,})</g)].map(([, , words = '']) =>
    words.replace(/\.$/, ''),
  );
  const twice = texts.filter((words, index) => texts.indexOf(words) !== index);
  assert.deepEqual(twice, [], where);
  const { doNotPayAgain, perhapsPaid, waitTooLong } = TEXTS[language];
  const isSentThere = [doNotPayAgain, perhapsPaid, waitTooLong].some((sentence) => main.includes(sentence));
  if (isSentThere) assert.ok(main.includes(MERCHANT_CONTACT), `${where}: whom to contact`);
}

async function readPage(url: string): Promise<{ headers: Headers; text: string }> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return { headers: response.headers, text: await response.text() };
}

/** What a packed page weighs on the wire, with its head. */
function wholeBytes({ headers }: Response): number {
  assert.equal(headers.get('content-encoding'), 'gzip');
  const head = [...headers].reduce((sum, [field, value]) => sum + field.length + value.length + 4, 0);
  return head + Number(headers.get('content-length'));
}

/** What a browser makes of it. */
async function assertGood(browser: Browser, { name, shown, entrance }: Visit, look: Look): Promise<void> {
  const where = `${name} by ${entrance.by}, ${JSON.stringify(look)}`;
  // A browser without scripts has its own language here, and every other one a link in its language.
  const url = inLanguage(entrance.url, look.javaScriptEnabled ? look.language : undefined);
  const locale = look.javaScriptEnabled ? 'en-GB' : `${look.language}-HT`;
  const tab = await openTab(browser, new URL(url).origin, { ...look, locale });
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
  assert.equal(await page.locator('html').getAttribute('lang'), look.language, where);
  assert.deepEqual(
    requests.filter((one) => !one.startsWith('data:')),
    [url],
    where,
  );
  // A waiting page would refresh while it is inspected: a response without content changes nothing.
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
  // For who has set twice the usual size of letters in the browser. A frame's letters are as large as its shop says.
  const sizes = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await sizes.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const { width, letters } = await page.evaluate<{ width: number; letters: string }>(`({
    width: document.documentElement.scrollWidth,
    letters: document.body.matches('.page') ? getComputedStyle(document.querySelector('main')).fontSize : '32px',
  })`);
  assert.deepEqual([letters, Math.max(width, 360)], ['32px', 360], `${where}, with large letters`);
  await sizes.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await page.setViewportSize({ width: 320, height: 740 });
  // What is folded is to be reached as well.
  for (const folded of await page.locator('details:not([open]) > summary').all()) await folded.click();
  assert.deepEqual(await smallTargets(page), [], where);
  // axe is a script. What it looks at is the same page.
  if (canRunScripts) assert.deepEqual(await violations(page), [], where);
}
