import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { newId } from '../../src/platform/secrets/secrets.ts';
import { paymentPageUrl } from '../../src/providers/payment-page.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { valuesOf } from '../support/console.ts';
import { FORM } from '../support/drivers/send.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { formsOf } from '../support/html-forms.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { violations } from '../support/page-checks.ts';
import { CARD, newPayment, payByWallet, post, submitTo, textOf } from './visitor.ts';

describe('the receipt of a paid payment', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  before(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });
  const paidPage = async (lang: string, changes = {}, options = {}) => {
    const tab = await openTab(browser, gateway.url, options);
    const payment = await newPayment(gateway, 'moncash', {
      reference: 'order-1042',
      description: '2 x T-shirt',
      ...changes,
    });
    await tab.page.goto(`${payment.payment_url}?lang=${lang}`);
    await payByWallet(tab.page, '37000001');
    return { ...tab, payment };
  };
  const linesOf = async (page: Page) => {
    const labels = await page.locator('.receipt dt').allTextContents();
    const values = await page.locator('.receipt dd').allTextContents();
    return Object.fromEntries(labels.map((label, index) => [label, (values[index] ?? '').replaceAll(/\s/g, ' ')]));
  };

  for (const [lang, labels] of Object.entries({
    ht: ['Machann', 'Sit', 'Montan', 'To chanj', 'Total', 'Peye ak', 'Dat', 'Tranzaksyon', 'Referans', 'Deskripsyon'],
    fr: [
      'Marchand',
      'Site web',
      'Montant',
      'Taux de change',
      'Total',
      'Payé par',
      'Date',
      'Transaction',
      'Référence',
      'Description',
    ],
    en: [
      'Merchant',
      'Website',
      'Amount',
      'Exchange rate',
      'Total',
      'Paid by',
      'Date',
      'Transaction',
      'Reference',
      'Description',
    ],
  })) {
    it(`has every line, in ${lang}`, async () => {
      const { page, payment, complaints } = await paidPage(lang, { amount: 10, currency: 'USD' });
      const lines = await linesOf(page);
      assert.deepEqual(Object.keys(lines), labels);
      const value = (index: number) => lines[labels[index] ?? ''] ?? '';
      assert.deepEqual([value(0), value(1), value(5)], ['Test shop', 'shop.example', 'MonCash']);
      assert.match(value(2), /^10([.,]00)? USD$/);
      assert.match(value(3), /^1 USD = 130[.,]50? HTG$/);
      assert.match(value(4), /^1[, .]?305([.,]00)? HTG$/);
      assert.match(
        value(6),
        /^\d{1,2}(ye|er)? \p{L}+ \d{4}, \d{1,2}:\d\d( [ap]m)? \(.*(Pòtoprens|Port-au-Prince).*\)$/u,
      );
      assert.deepEqual([value(7), value(8), value(9)], [payment.transaction_id, 'order-1042', '2 x T-shirt']);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  it('shows the contact of the merchant if it is known, and no link back if there is no return URL', async () => {
    const change = (changes: object) => gateway.store.operator.changeWebsite(gateway.website.id, changes);
    await change({ contact: '+509 37 00 00 01', returnUrl: null });
    const { page } = await paidPage('en');
    assert.equal((await linesOf(page)).Contact, '+509 37 00 00 01 WhatsApp');
    assert.equal(await page.locator('main a.button').count(), 0);
    assert.match(await textOf(page, 'main'), /You can close this page/);
    await change({ contact: null });
    await page.reload();
    assert.deepEqual(Object.keys(await linesOf(page)).includes('Contact'), false);
    await change({ returnUrl: 'https://shop.example/thanks' });
    await page.reload();
    assert.equal(await page.locator('main a.button').count(), 1);
    await page.context().close();
  });

  it('is printed on one page, black on white, without buttons and links', async () => {
    const description = 'Yon deskripsyon ki long '.repeat(20).slice(0, 500);
    const { page } = await paidPage('ht', { description, reference: 'R'.repeat(255) }, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    for (const part of ['nav', '.button', '.screen']) {
      for (const element of await page.locator(part).all()) assert.equal(await element.isVisible(), false, part);
    }
    const colours = await page.evaluate<string[]>(
      "['body', '.sheet', '.receipt dd'].flatMap((one) => { const s = getComputedStyle(document.querySelector(one)); return [s.color, s.backgroundColor]; })",
    );
    for (const colour of colours) assert.match(colour, /^rgb\(0, 0, 0\)$|^rgb\(255, 255, 255\)$|^rgba\(0, 0, 0, 0\)$/);
    assert.ok(await page.locator('.receipt').isVisible());
    await page.emulateMedia({ media: null });
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
    await page.context().close();
  });
});

describe('a receipt that the customer asks for', () => {
  let gateway: TestGateway;
  let server: MailServer;
  before(async () => {
    server = await startMailServer();
    const mail = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: 'peye@op.example' };
    gateway = await startTestGateway('sqlite', { settings: { ...mail, SMTP_TEST_PAYMENTS: 'true' } });
  });
  after(async () => {
    await gateway.stop();
    await server.close();
  });
  const paid = async () => {
    const payment = await newPayment(gateway, 'moncash', { customer_email: null, reference: 'order-7' });
    const code = await submitTo(payment.payment_url, { phone: '37000001', pin: '1234' });
    return { ...payment, page: await submitTo(code, { code: '123456' }) };
  };
  const page = async (url: string) => (await fetch(url)).text();
  const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));

  it('is sent to the typed address, and contains nothing that was typed', async () => {
    const { page: url, transaction_id: id } = await paid();
    assert.match(await page(url), /data-receipt/);
    const fields = { action: 'receipt', email: ' marie@example.com ', note: 'BUY PILLS', subject: 'x' };
    const done = await submitTo(url, fields);
    assert.doesNotMatch(done, /marie|PILLS/);
    assert.match(await page(done), /role="status">Si adrès la bon/);
    await until('the receipt', async () => mailsTo('marie@example.com').length === 1);
    const [mail] = mailsTo('marie@example.com');
    // The language switch shows the typed address again, as text, and requests nothing.
    const typed = { action: 'receipt', switch: 'English', email: '"><b>x@example.com' };
    const switched = await post(`${url.split('?')[0]}?lang=en`, typed);
    assert.equal(switched.status, 200);
    const shown = await switched.text();
    const form = formsOf(shown).find(({ fields }) => fields.some(({ name }) => name === 'email'));
    assert.equal(form && valuesOf(form).email, typed.email);
    assert.match(shown, /<details class="mail" open>/);
    assert.match(shown, /<html lang="en">/);
    assert.doesNotMatch(shown, /<b>x@|role="status"/);
    assert.ok(mail?.content.includes(id));
    assert.doesNotMatch(mail?.content ?? '', /PILLS/);
  });

  it('is announced for every address, also beyond the limits of a payment and of an address', async () => {
    const { page: url } = await paid();
    for (let i = 0; i < 8; i++) {
      const done = await submitTo(url, { action: 'receipt', email: `person${i}@example.com` });
      assert.match(done, /receipt=requested$/);
    }
    const [row] = await gateway.store.db.query('SELECT MAX(requests) AS most FROM receipt_requests');
    assert.equal(Number(row?.most), 5);
    for (let i = 0; i < 12; i++) {
      const other = await paid();
      assert.match(await submitTo(other.page, { action: 'receipt', email: 'Victim@example.com' }), /requested$/);
    }
    const [count] = await gateway.store.db.query(
      "SELECT COUNT(*) AS n FROM receipt_requests WHERE address = 'Victim@example.com'",
    );
    assert.equal(Number(count?.n), 10);
  });

  it('is not sent to an invalid address, for an unpaid payment, or with a forged link', async () => {
    const { page: url, payment_url: link } = await paid();
    for (const email of ['', 'x', 'a@b, c@d', 'a@b\r\nBcc: c@d', '<script>@x', `${'a'.repeat(300)}@b.ht`]) {
      const done = await submitTo(url, { action: 'receipt', email });
      assert.match(done, /receipt=wrong$/, email);
      assert.match(await page(done), /id="field-email-error"/);
    }
    const open = await newPayment(gateway, 'natcash');
    const before = await gateway.store.db.query('SELECT payment_id FROM receipt_requests');
    const shown = await page(await submitTo(open.payment_url, { action: 'receipt', email: 'a@b.ht' }));
    assert.doesNotMatch(shown, /data-receipt|Si adrès la bon/);
    const forged = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    assert.equal((await post(forged, { action: 'receipt', email: 'a@b.ht' })).status, 404);
    assert.deepEqual(await gateway.store.db.query('SELECT payment_id FROM receipt_requests'), before);
  });

  it('exists for a card that was paid in the widget, whose page is found only for its receipt', async () => {
    const { transaction_id: id, client_secret, publishable_key } = await newPayment(gateway, 'card');
    const url = paymentPageUrl(gateway.url, gateway.store.box, Number(id));
    assert.equal((await fetch(url)).status, 404);
    const frame = await submitTo(`${gateway.url}/widget/v1/card/session`, { client_secret, publishable_key });
    await submitTo(frame, CARD);
    assert.match(await page(url), /data-state="paid"/);
  });

  it('is not counted for an address once its payment can have none, however many requests come at once', async () => {
    const { page: url } = await paid();
    const ask = (email: string) => submitTo(url, { action: 'receipt', email });
    await Promise.all(Array.from({ length: 20 }, () => ask('stranger@example.com')));
    const other = await paid();
    const [before] = await gateway.store.db.query('SELECT COUNT(*) AS n FROM receipt_requests');
    for (let i = 0; i < 5; i++) await submitTo(other.page, { action: 'receipt', email: 'stranger@example.com' });
    const [row] = await gateway.store.db.query('SELECT requests FROM receipt_requests WHERE payment_id = $1', [
      Number(other.transaction_id),
    ]);
    assert.equal(Number(row?.requests), 5, `${before?.n}: the address had five requests left`);
  });

  it('does not claim a payment as paid whose money went back, and shows this on each page', async () => {
    const { page: url, transaction_id: id } = await paid();
    const { db } = gateway.store;
    const report = (kind: 'returned_after_completion' | 'disputed', amountMinor: number, providerRef: string) =>
      db.transaction((tx) => {
        const reported = { amountMinor, currency: 'HTG' } as const;
        const about = { method: 'moncash', paymentId: Number(id), providerRef, word: 'x' } as const;
        return recordDiscrepancy(tx, newId('dsc'), { kind, ...about, reported }, gateway.store.clock());
      });
    const shown = async () => (await page(`${url.replace(/\?.*/, '')}?lang=en`)).replaceAll('\u00a0', ' ');
    assert.match(await shown(), /<h1>Payment successful/);
    await report('disputed', 50_000, 'dp_1');
    assert.match(
      await shown(),
      /end paid care[\s\S]*holds all or part of this payment[\s\S]*Held in a dispute<[\s\S]*500 HTG \(/,
    );
    await report('returned_after_completion', 10_000, 're_1');
    assert.match(
      await shown(),
      /<h1>Payment successful[\s\S]*all or part of this payment was returned[\s\S]*Returned<[\s\S]*100 HTG \(/,
    );
    const [payment] = await db.query('SELECT amount_minor FROM payments WHERE id = $1', [Number(id)]);
    await report('returned_after_completion', Number(payment?.amount_minor), 'dp_1');
    const whole = await shown();
    assert.match(whole, /<h1>Money returned/);
    assert.doesNotMatch(whole, /Thank you|Held in a dispute|nothing more to pay/);
  });

  it('is requested at most thirty times an hour by one client, whatever it enters, and the page then reports the limit', async () => {
    const mail = {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      SMTP_FROM: 'peye@op.example',
      SMTP_TEST_PAYMENTS: 'true',
    };
    const limited = await startTestGateway('sqlite', {
      settings: { ...mail, PAGE_LIMIT_PER_MINUTE: '600', TRUST_PROXY: '127.0.0.1' },
    });
    try {
      const { payment_url: url } = await newPayment(limited, 'moncash');
      const done = await submitTo(await submitTo(url, { phone: '37000001', pin: '1234' }), { code: '123456' });
      const ask = async (client: string) => {
        const headers = { ...FORM, accept: 'text/html', 'x-forwarded-for': client };
        return post(done, { action: 'receipt', email: 'jean@example.com' }, headers);
      };
      for (let i = 0; i < 30; i++) assert.equal((await ask('198.51.100.1')).status, 303);
      const refused = await ask('198.51.100.1');
      assert.equal(refused.status, 429);
      assert.match(await refused.text(), /segonn/);
      assert.equal((await ask('198.51.100.2')).status, 303);
    } finally {
      await limited.stop();
    }
  });

  it('is offered only where a mail server is set', async () => {
    const without = await startTestGateway('sqlite');
    try {
      const { payment_url: url } = await newPayment(without, 'moncash');
      const done = await submitTo(await submitTo(url, { phone: '37000001', pin: '1234' }), { code: '123456' });
      assert.doesNotMatch(await page(done), /data-receipt/);
      await submitTo(url, { action: 'receipt', email: 'a@b.ht' });
      assert.deepEqual(await without.store.db.query('SELECT payment_id FROM receipt_requests'), []);
    } finally {
      await without.stop();
    }
  });

  it('is printed with one button, and requested with another, in a browser', { skip: NO_BROWSER }, async () => {
    const browser = await launchBrowser();
    try {
      const { page: tab, complaints } = await openTab(browser, gateway.url, { viewport: { width: 390, height: 844 } });
      await tab.goto(`${(await paid()).payment_url}?lang=en`);
      await tab.evaluate('window.print = () => (window.printed = true)');
      await tab.getByRole('button', { name: 'Print or save as PDF' }).click();
      assert.equal(await tab.evaluate('window.printed'), true);
      await tab.getByText('Get the receipt by e-mail').click();
      assert.deepEqual(await violations(tab), []);
      await tab.getByLabel('E-mail address').fill('jean@example.com');
      // The language switch keeps what was typed, and sends nothing.
      await tab.getByRole('button', { name: 'Français' }).click();
      const typed = tab.getByLabel('Adresse e-mail');
      assert.equal(await typed.inputValue(), 'jean@example.com');
      assert.deepEqual(await violations(tab), []);
      await tab.getByRole('button', { name: 'English' }).click();
      assert.deepEqual(mailsTo('jean@example.com'), []);
      await tab.getByLabel('E-mail address').press('Enter');
      await tab.getByRole('status').filter({ hasText: 'arrives in a few minutes' }).waitFor();
      await until('the receipt', async () => mailsTo('jean@example.com').length === 1);
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
    }
  });
});
