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
import { IS_NIGHT } from '../support/tier.ts';
import {
  type Entrance,
  inLanguage,
  MERCHANT_CONTACT,
  type PageCase,
  type PageStates,
  startPageStates,
} from './page-states.ts';
import { CARD, fill, fillAndSubmit, newPayment, payByWallet, submitTo, textOf } from './visitor.ts';

/** `npm run test:pages`: every state at each of its addresses, in every language, light and dark, with and without JavaScript. */
const IS_WHOLE = process.env.PAGES === 'all';
/** 320 pixels are the width of a small phone, and of a window of 640 pixels at 200 % zoom. */
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

/** Every page, in every state and language, must be small, accessible, without errors on the console, and no wider than a small phone. */
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

  it('an amount is written as in the language, with its ISO code, and in one line on a small phone', async () => {
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

  it('every page stays small with the longest texts of four bytes a character', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const random = seededRandom(4);
    // Random characters, so that compression saves little: each takes at least a byte and a half.
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

  it('a client that accepts no compression gets an uncompressed page', async () => {
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
      // The page does not say that it refreshes, and opening it again does not restart the refreshing.
      assert.doesNotMatch(still.text, new RegExp(TEXTS.ht.reloads));
      html = still.text;
    }
  });

  it('every field opens the right keyboard of a phone, and the code field accepts a code from a message', async () => {
    const { page } = await openTab(browser, gateway.url);
    const keys = () =>
      page.evaluate<Record<string, string>>(
        `Object.fromEntries([...document.querySelectorAll('main input')].map((input) => [input.name, [input.type, input.inputMode, input.autocomplete].join(' ')]))`,
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
    assert.ok(letters >= 16, 'below 16 pixels, phones zoom in');
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

  for (const javaScriptEnabled of [true, false]) {
    it(`the language switch keeps typed values, and Enter still pays; JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async () => {
      const { page, complaints } = await openTab(browser, gateway.url, { javaScriptEnabled });
      await start(page, 'ht', 'moncash');
      await fill(page, { phone: '37000001', pin: '1234' });
      await page.getByRole('button', { name: 'Français' }).click();
      await page.locator('html[lang=fr]').waitFor();
      assert.deepEqual(
        [await page.locator('[name=phone]').inputValue(), await page.locator('[name=pin]').inputValue()],
        ['37000001', ''],
      );
      await page.locator('[name=pin]').fill('1234');
      await page.locator('[name=pin]').press('Enter');
      await page.locator('main[data-state=code]').waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'fr');

      await start(page, 'fr', 'lakaypay_card');
      // A card's number that is not complete is no reason to stay in a foreign language.
      await fill(page, { ...CARD, number: '4242 4242 4242 4241' });
      await page.getByRole('button', { name: 'English' }).click();
      await page.locator('html[lang=en]').waitFor();
      const shown = async (name: string) => page.locator(`[name=${name}]`).inputValue();
      assert.deepEqual(
        [await shown('number'), await shown('cvc'), await shown('expiry'), await shown('name')],
        ['', '', CARD.expiry, CARD.name],
      );
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  // After the tests above: some states move time, and the last one deactivates the website.
  it('passes all checks in every state', async (context) => {
    // By day the browser shows one case of each state, for wallets, for cards and in the widget: other cases differ in their texts.
    const inBrowser = new Set(
      new Map(
        Object.entries(states.cases)
          .filter(([, { isSentOnly }]) => !isSentOnly)
          .map(([name, { shows }]) => [`${shows} ${/widget|wallet|card/.exec(name)}`, name]),
      ).values(),
    );
    for (const [index, [name, shown]] of Object.entries(states.cases).entries()) {
      await context.test(name, async () => {
        const entrances = await shown.open();
        for (const entrance of entrances) {
          for (const language of LANGUAGES) {
            for (const isChosen of [true, false]) await assertSent({ name, shown, entrance }, language, isChosen);
          }
        }
        if (shown.isSentOnly || !(IS_NIGHT || inBrowser.has(name))) return;
        // By default each state is checked with one of the looks, and the next state with another look.
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

/** Asserts that the response has the right state in the right language, is complete, and is small, including its headers. */
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
  // A secret in a link has random letters, which may contain NaN.
  assert.doesNotMatch(main.replaceAll(/[\w-]{40,}/g, ''), /undefined|null|NaN|\[object/, where);
  assertTexts(main, language, where);
  const bytes = wholeBytes(response);
  assert.ok(bytes <= MAX_BYTES, `${where}: ${bytes} bytes`);
}

/** Asserts that no text is repeated, and that a page that sends the customer to the merchant has the merchant's contact. */
function assertTexts(main: string, language: Language, where: string): void {
  const texts = [...main.matchAll(/<(h1|p|li)\b[^>]*>([^<]{8,})</g)].map(([, , words = '']) =>
    words.replace(/\.$/, ''),
  );
  const twice = texts.filter((words, index) => texts.indexOf(words) !== index);
  assert.deepEqual(twice, [], where);
  const { doNotPayAgain, perhapsPaid, waitTooLong } = TEXTS[language];
  const isSentThere = [doNotPayAgain, perhapsPaid, waitTooLong].some((sentence) => main.includes(sentence));
  if (isSentThere) assert.ok(main.includes(MERCHANT_CONTACT), `${where}: has the merchant's contact`);
}

async function readPage(url: string): Promise<{ headers: Headers; text: string }> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return { headers: response.headers, text: await response.text() };
}

/** The size of a compressed response, with its headers. */
function wholeBytes({ headers }: Response): number {
  assert.equal(headers.get('content-encoding'), 'gzip');
  const head = [...headers].reduce((sum, [field, value]) => sum + field.length + value.length + 4, 0);
  return head + Number(headers.get('content-length'));
}

/** Asserts that a browser shows the page well. */
async function assertGood(browser: Browser, { name, shown, entrance }: Visit, look: Look): Promise<void> {
  const where = `${name} by ${entrance.by}, ${JSON.stringify(look)}`;
  // Without scripts the browser's language decides, with scripts the language of the link.
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
  // A waiting page would refresh while it is inspected. A response without content leaves the page as it is.
  await page.route('**/*', (route) => route.fulfill({ status: 204 }));
  await assertReachable(tab, look.javaScriptEnabled, where);
  // The browser itself logs on its console that a page has an error status.
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
  // Some customers have doubled the font size in their browser. The widget's frame has the font size that the shop sets.
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
  // Collapsed parts must be accessible too.
  // The last one first: the place of a locator counts only parts that are still collapsed.
  const folded = await page.locator('details:not([open]) > summary').all();
  for (const each of folded.reverse()) await each.click();
  assert.deepEqual(await smallTargets(page), [], where);
  // axe is a script. Without scripts the page has the same content.
  if (canRunScripts) assert.deepEqual(await violations(page), [], where);
}
