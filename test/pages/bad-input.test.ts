import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { cspHash } from '../../src/http/security-headers.ts';
import { FORM } from '../support/drivers/send.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { CHALLENGED, newPayment, post, statusOf, submitTo } from './visitor.ts';

/** Less than the longest address that old proxies accept. */
const LONGEST_ADDRESS = 2_000;

const ODD: Readonly<Record<string, string>> = {
  'a name of 255 characters': 'é'.repeat(255),
  'emoji of several code points, at every place where a text is cut': `${'x'.repeat(39)}👩🏽‍💻🇭🇹${'👩🏽‍💻'.repeat(60)}`,
  'emoji at the place where a date is cut': `123456789👩🏽‍💻`,
  'an override from right to left': '\u202egnp.exe\u202c',
  'characters without width': 'M\u200ba\u200dr\ufeffie',
  'another script': 'ماري جوزيف',
  HTML: `"><script>alert(1)</script><img src=x onerror=alert(1)>'</title></style>`,
  'control characters': 'a\u0000\u0007\u001b[31m\r\nb',
  'line ends of Unicode': 'a\u2028b\u2029c\u0085d',
  blanks: ' \u00a0\u2003 ',
  'half a character': '\ud83d x \ude00',
  'the longest text that a form accepts': 'é'.repeat(650),
};

interface OddForm {
  readonly name: string;
  /** Creates a payment, and goes to the form. Returns the address of the form, and the payment. */
  readonly open: () => Promise<{ url: string; payment: { transaction_id: string } }>;
  /** The fields whose values are shown again, and those whose values never are. */
  readonly kept: readonly string[];
  readonly secret: readonly string[];
}

/** Tests every form that a customer types into. */
onOneEngineByDay('a form that is sent with', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  const onPage =
    (method: string, ...steps: Record<string, string>[]) =>
    async () => {
      const payment = await newPayment(gateway, method);
      let url = payment.payment_url;
      for (const fields of steps) url = await submitTo(url, fields);
      return { url, payment };
    };
  const inWidget =
    (...steps: Record<string, string>[]) =>
    async () => {
      const payment = await newPayment(gateway, 'card');
      const { client_secret, publishable_key } = payment;
      let url = await submitTo(`${gateway.url}/widget/v1/card/session`, { client_secret, publishable_key });
      for (const fields of steps) url = await submitTo(url, fields);
      return { url, payment };
    };
  const card = { kept: ['expiry', 'name'], secret: ['number', 'cvc'] };
  const code = { kept: [], secret: ['code'] };
  const forms: readonly OddForm[] = [
    { name: 'number and PIN', open: onPage('moncash'), kept: ['phone'], secret: ['pin'] },
    { name: 'a code', open: onPage('natcash', { phone: '37000001', pin: '1234' }), ...code },
    { name: 'a card', open: onPage('lakaypay_card'), ...card },
    { name: "a bank's code", open: onPage('lakaypay_card', CHALLENGED), ...code },
    { name: "a card in the shop's page", open: inWidget(), ...card },
    { name: "a bank's code in the shop's page", open: inWidget(CHALLENGED), ...code },
  ];

  for (const [what, text] of Object.entries(ODD)) {
    it(`${what}: the form shows the typed text again, and never a secret`, async () => {
      for (const { name, open, kept, secret } of forms) {
        const { url, payment } = await open();
        const before = await statusOf(gateway, payment);
        const next = await submitTo(url, Object.fromEntries([...kept, ...secret].map((field) => [field, text])));
        assert.ok(next.length < LONGEST_ADDRESS, `${name}: an address of ${next.length} characters`);
        const response = await fetch(next);
        const html = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
        assert.equal(response.status, 200, name);
        assert.equal(await statusOf(gateway, payment), before, `${name}: the status must not change`);
        assert.doesNotMatch(html, /<script>alert|<img src=x|\ufffd\ufffd/, name);
        for (const field of kept) assertKept(shownValue(html, field), text, `${name}: ${field}`);
        for (const field of secret)
          assert.equal(shownValue(html, field), '', `${name}: ${field} must not be shown again`);
        assertErrorsLead(html, secret, name);
      }
    });
  }

  it('bytes that are not text: the form comes back', async () => {
    for (const { name, open, kept, secret } of forms) {
      for (const bytes of ['%ED%A0%80', '%FF%FE%00', '%', '%C3', '%00', '+%0D%0A%00']) {
        const { url } = await open();
        const response = await post(url, [...kept, ...secret].map((field) => `${field}=${bytes}`).join('&'));
        assert.equal(response.status, 303, `${name}: ${bytes}`);
        const shown = await fetch(new URL(response.headers.get('location') ?? '', url));
        assert.equal(shown.status, 200, `${name}: ${bytes}`);
        new TextDecoder('utf-8', { fatal: true }).decode(await shown.arrayBuffer());
      }
    }
  });

  it('a body that is not a form, or too large for one: a page reports this, and the form still works', async () => {
    const session = { name: 'the opening of the widget', open: inWidget(), kept: [], secret: [] };
    for (const { name, open } of [...forms, session]) {
      const { url, payment } = await open();
      const address = name === session.name ? `${gateway.url}/widget/v1/card/session` : url;
      const before = await statusOf(gateway, payment);
      for (const [body, type, status] of [
        ['{"number":"4242424242424242"}', 'application/json', 415],
        ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 415],
        ['<number/>', 'text/xml', 415],
        [`name=${'x'.repeat(17_000)}`, FORM['content-type'], 413],
      ] as const) {
        const response = await post(address, body, { 'content-type': type });
        assert.equal(response.status, status, `${name}: ${type}`);
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/, name);
        assert.match(await response.text(), / data-state="refused"/, name);
      }
      assert.equal((await fetch(url)).status, 200, name);
      assert.equal(await statusOf(gateway, payment), before, name);
    }
  });

  it('an unknown language: the page is in Kreyòl, and no link has that language', async () => {
    for (const { name, open } of forms) {
      const { url } = await open();
      for (const language of ['tlh', '"><script>', '../../etc/passwd', '\u202e', 'x'.repeat(500)]) {
        const odd = new URL(url);
        odd.searchParams.set('lang', language);
        const response = await fetch(odd, { headers: { 'accept-language': 'tlh,xx;q=1,*' } });
        const html = await response.text();
        assert.equal(response.status, 200, name);
        assert.match(html, /<html lang="ht">/, name);
        const links = [...html.matchAll(/[?&](?:amp;|#38;)?lang(?:=|&#61;)([^&"]*)/g)].map(([, found]) => found);
        assert.deepEqual(
          links.filter((found) => !['ht', 'fr', 'en'].includes(found ?? '')),
          [],
          name,
        );
      }
    }
  });

  it('the longest addresses: no page becomes large by repeating parts of its address', async () => {
    const { url } = await forms[0]!.open();
    for (const path of [url, `${gateway.url}/pay/nothing`, `${gateway.url}/providers/moncash/return`]) {
      for (const query of [
        'a&'.repeat(749),
        "'".repeat(1499),
        `a=${'<'.repeat(900)}`,
        'é=&'.repeat(400),
        '__proto__=x&lang=fr',
      ]) {
        const response = await fetch(`${path}?${query}`);
        const bytes = (await response.arrayBuffer()).byteLength;
        assert.ok(response.status < 500 && bytes <= 14_000, `${path} ${query.slice(0, 9)}: ${bytes} bytes`);
      }
    }
  });

  it('odd texts of the merchant on its page: none breaks the page, in any state', async () => {
    for (const [what, text] of Object.entries(ODD)) {
      // A website must have a readable name. Half a character and an empty text are refused before there is a page.
      const short = [...text].slice(0, 120).join('');
      const name = `${short
        .toWellFormed()
        .replaceAll(/[\p{Cc}\s]/gu, ' ')
        .trim()} Shop`;
      const { testKey } = await gateway.newWebsite(name);
      const api = gateway.client(testKey);
      const request = paymentRequest({ reference: short, description: short, customer_name: short });
      const created = await api.post('/payments', request);
      if (created.status !== 201) {
        assert.equal(created.status, 422, `${what}: ${created.text}`);
        continue;
      }
      const { payment_url } = created.json;
      const withCode = await submitTo(payment_url, { phone: '37000001', pin: '1234' });
      const addresses = [payment_url, withCode, await submitTo(withCode, { code: '123456' })];
      for (const address of addresses) {
        const response = await fetch(address);
        assert.equal(response.status, 200, what);
        const html = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
        // The one script of a receipt is ours, and allowed by its hash.
        const policy = response.headers.get('content-security-policy') ?? '';
        const written = html.replaceAll(/<script>(.*?)<\/script>/gs, (all, script: string) =>
          policy.includes(cspHash(script)) ? '' : all,
        );
        assert.doesNotMatch(written, /<script|<img src=x|<\/title><\/style>/, what);
        // Characters that change the direction of text are only in elements that end their effect.
        const outside = html.replaceAll(/<bdi>[^<]*<\/bdi>/g, '');
        assert.doesNotMatch(outside, /[\u202a-\u202e\u2066-\u2069]/, what);
      }
    }
  });
});

/** Asserts that the value is the typed text, or its stored beginning, and never half of a character. */
function assertKept(value: string, text: string, what: string): void {
  const typed = text.toWellFormed().trim();
  assert.ok(value.isWellFormed(), what);
  assert.ok(typed.startsWith(value), `${what}: ${JSON.stringify(value)}`);
  assert.ok(value.length >= Math.min(typed.length, 9), `${what}: ${JSON.stringify(value)}`);
}

/** Asserts that each wrong field has an error next to it, and a link to it in a summary at the top. */
function assertErrorsLead(html: string, wrong: readonly string[], name: string): void {
  for (const field of wrong) {
    const input = inputOf(html, field);
    assert.match(input, / aria-invalid="true"/, `${name}: ${field}`);
    assert.match(input, new RegExp(` aria-describedby="field-${field}-error"`), `${name}: ${field}`);
    assert.match(html, new RegExp(`<p [^>]*id="field-${field}-error"[^>]*>[^<]{10,}`), `${name}: ${field}`);
    const summary = html.indexOf(`href="#field-${field}"`);
    assert.ok(summary > 0 && summary < html.indexOf(input), `${name}: no summary links to ${field}`);
  }
}

function inputOf(html: string, field: string): string {
  const input = [...html.matchAll(/<input [^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(` name="${field}"`));
  assert.ok(input, `there is no field ${field}`);
  return input;
}

function shownValue(html: string, field: string): string {
  const value = / value="([^"]*)"/.exec(inputOf(html, field))?.[1] ?? '';
  return value.replaceAll(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)));
}
