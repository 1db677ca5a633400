import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Verbs } from '../../src/app/build-verbs.ts';
import { requireLink } from '../../src/features/links/require-link.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { deletePayments } from '../../src/features/payments/store/old-payments.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { png } from '../support/pictures.ts';
import { byTier } from '../support/tier.ts';
import { verbsOf } from '../support/verbs.ts';
import { ask, cookieOf, fieldsOf, newLink } from './link-visitor.ts';

/** How often robots open the pages: less often on PostgreSQL, where it takes longer. */
const ROBOT_OPENINGS = byTier({ day: { sqlite: 500, postgres: 100 }, night: { sqlite: 10_000, postgres: 500 } });

onOneEngineByDay('the page of a payment link', (engine) => {
  let gateway: TestGateway;
  let verbs: Verbs;
  before(async () => {
    gateway = await startTestGateway(engine);
    verbs = await verbsOf(gateway);
  });
  after(async () => {
    await verbs?.close();
    await gateway?.stop();
  });
  const at = ({ code }: { code: string }, path = '') => `${gateway.url}/l/${code}${path}`;
  const paymentOf = async (location: string) => {
    const [, id = ''] = /\/pay\/(\d+)\//.exec(location) ?? [];
    return (await gateway.api.get(`/payments/${id}`)).json.data;
  };
  const settle = async (location: string, outcome: 'completed' | 'failed') => {
    const { transaction_id: id } = await paymentOf(location);
    const path = `/test_helpers/payments/${id}/${outcome === 'completed' ? 'complete' : 'fail'}`;
    assert.equal((await gateway.api.post(path)).status, 200);
  };
  const count = async (table: string) => {
    const [row] = await gateway.store.db.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
    return row?.rows ?? 0;
  };

  it('shows the product, and leads to the page of an ordinary payment', async () => {
    const link = await newLink(gateway);
    const page = await ask(at(link));
    assert.deepEqual([page.status, page.state], [200, 'link'], page.text);
    assert.match(page.text, /<h1><bdi>Panye mango<\/bdi><\/h1>/);
    assert.match(page.text, /Twelve mangoes\./);
    assert.match(page.text, /500\u00a0HTG/);
    assert.match(page.text, /class="test"/, 'the page says that no money moves');
    const sent = await ask(at(link), { form: fieldsOf(page) });
    assert.equal(sent.status, 303, sent.text);
    const payment = await paymentOf(sent.location);
    assert.deepEqual(
      [payment.amount, payment.status, payment.description, payment.metadata],
      ['500.00', 'processing', 'Panye mango', { link: link.code }],
    );
    assert.equal((await ask(sent.location)).state, 'form');
  });

  // Contract: LINK-3
  it('is found by its code in upper or lower case and with a hyphen, and speaks three languages', async () => {
    const link = await newLink(gateway);
    const typed = `${link.code.slice(0, 4)}-${link.code.slice(4)}`.toLowerCase();
    const texts = [
      ['ht', 'Douz mango'],
      ['fr', 'Douze mangues'],
      ['en', 'Twelve mangoes'],
    ] as const;
    for (const [language, text] of texts) {
      const sent = await ask(`${gateway.url}/l/${typed}?lang=${language}`);
      assert.deepEqual([sent.status, sent.location], [303, `${at(link)}?lang=${language}`]);
      const page = await ask(sent.location);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(text) && page.text.includes(`<html lang="${language}">`));
    }
  });

  // Contract: LINK-4
  it('writes nothing, however often a robot opens it', { timeout: 240_000 }, async () => {
    const links = [await newLink(gateway, { stock: 1 }), await newLink(gateway)];
    const tables = ['payments', 'link_payments', 'payment_history', 'audit_log'];
    const before = await Promise.all(tables.map(count));
    for (let opened = 0; opened < ROBOT_OPENINGS[engine]; opened += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(at(links[index % 2]!))));
      assert.ok(answers.every(({ status }) => status === 200));
    }
    assert.deepEqual(await Promise.all(tables.map(count)), before);
    assert.deepEqual(await requireLink(gateway.store.db, links[0]!.code), links[0]);
  });

  // Contract: LINK-5
  it('creates one payment for a form that is sent several times, at once or later', async () => {
    const link = await newLink(gateway);
    const form = fieldsOf(await ask(at(link)));
    const sent = await Promise.all(Array.from({ length: 8 }, () => ask(at(link), { form })));
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]));
    const [first] = sent;
    assert.equal(new Set(sent.map(({ location }) => location)).size, 1);
    await settle(first!.location, 'completed');
    const byOther = { ...form, method: 'natcash' };
    for (const again of [form, byOther]) assert.equal((await ask(at(link), { form: again })).location, first!.location);
    assert.equal((await requireLink(gateway.store.db, link.code)).paidPayments, 1);
  });

  it('creates one payment for a form in dollars that is sent twice, and another one for another amount', async () => {
    const link = await newLink(gateway, { amountMode: 'chosen', amount: null, currency: 'USD' });
    const form = { ...fieldsOf(await ask(at(link))), method: 'moncash', amount: '5' };
    const first = await ask(at(link), { form });
    assert.deepEqual([first.status, (await paymentOf(first.location)).currency], [303, 'HTG'], first.text);
    assert.equal((await ask(at(link), { form })).location, first.location);
    const other = await ask(at(link), { form: { ...form, amount: '6' } });
    assert.equal(other.status, 303);
    assert.notEqual(other.location, first.location);
  });

  it('starts another payment from the same form once the first has failed, or if the customer chooses another method', async () => {
    const link = await newLink(gateway);
    const form = fieldsOf(await ask(at(link)));
    const first = await ask(at(link), { form });
    await settle(first.location, 'failed');
    const [second, same] = await Promise.all([ask(at(link), { form }), ask(at(link), { form })]);
    assert.equal(second.status, 303, second.text);
    assert.notEqual(second.location, first.location);
    assert.equal(same.location, second.location);
    const third = await ask(at(link), { form: { ...form, method: 'natcash' } });
    assert.equal((await paymentOf(third.location)).payment_method, 'natcash');
  });

  it('starts up to twenty payments from one form, and then gives a new form', async () => {
    const link = await newLink(gateway, { amountMode: 'prefilled' });
    const form = fieldsOf(await ask(at(link)));
    const send = (amount: number, token = form.form ?? '') =>
      ask(at(link), { form: { ...form, amount: String(amount), form: token } });
    for (let amount = 500; amount < 520; amount++) assert.equal((await send(amount)).status, 303);
    assert.equal((await send(519)).status, 303, 'the last payment of the form continues');
    const refused = await send(520);
    assert.equal(refused.status, 422);
    assert.equal((await send(520, fieldsOf(refused).form)).status, 303);
  });

  // Contract: LINK-5
  it('gives a new form if the payment of the form that was sent was deleted because of its age, or archived', async () => {
    for (const outcome of ['completed', 'failed'] as const) {
      const link = await newLink(gateway);
      const form = fieldsOf(await ask(at(link)));
      const sent = await ask(at(link), { form });
      await settle(sent.location, outcome);
      const { transaction_id: id } = await paymentOf(sent.location);
      const ids = [Number(id)];
      const deleted = await gateway.store.db.transaction((tx) => deletePayments(tx, ids, Number.MAX_SAFE_INTEGER));
      assert.equal(deleted.size, 1);
      const again = await ask(at(link), { form });
      assert.deepEqual([again.status, again.state], [422, 'link'], again.text);
      assert.notEqual(fieldsOf(again).form, form.form);
      assert.equal((await ask(at(link), { form: fieldsOf(again) })).status, 303);
    }
  });

  it('accepts no forged form, nor the form of another link', async () => {
    const [one, other] = [await newLink(gateway), await newLink(gateway)];
    const form = fieldsOf(await ask(at(one)));
    const before = await count('payments');
    for (const token of ['', 'x', form.form?.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '']) {
      const refused = await ask(at(one), { form: { ...form, form: token } });
      assert.deepEqual([refused.status, refused.state], [422, 'link']);
      assert.match(refused.text, /Please try again/);
    }
    assert.equal((await ask(at(other), { form })).status, 422);
    assert.equal(await count('payments'), before);
  });

  it('shows errors in the form, and keeps the typed values', async () => {
    const fields = {
      amountMode: 'chosen',
      amount: null,
      minAmount: '100',
      maxAmount: '80000',
      asksName: true,
      asksPhone: true,
    };
    const link = await newLink(gateway, fields);
    const page = await ask(at(link));
    assert.match(page.text, /Between 100\u00a0HTG and 80,000\u00a0HTG/);
    const typed = { name: 'Marie <b>"Joseph"', phone: '+509 3700 0001' };
    const form: Record<string, string> & typeof typed = { ...fieldsOf(page), ...typed };
    const wrong: [string, RegExp][] = [
      ['', /Enter the amount/],
      ['abc', /in digits/],
      ['0.500', /in digits/],
      ['012', /in digits/],
      ['99.99', /With MonCash, the amount must be between 100\u00a0HTG and 75,000\u00a0HTG/],
      ['75001', /75,000\u00a0HTG/],
      ['9'.repeat(30), /in digits/],
    ];
    for (const [amount, message] of wrong) {
      const refused = await ask(at(link), { form: { ...form, amount, method: 'moncash' } });
      assert.equal(refused.status, 422, amount);
      assert.match(refused.text, message);
      const { form: token, ...kept } = fieldsOf(refused);
      assert.deepEqual(kept, { amount, method: 'moncash', name: form.name, phone: form.phone });
      assert.equal(token, form.form);
    }
    const empty = await ask(at(link), { form: { form: form.form ?? '' } });
    for (const message of [/Enter the amount/, /Choose how/, /Enter your name/, /Enter your phone/]) {
      assert.match(empty.text, message);
    }
    for (const [amount, minor] of [
      ['1,500', '1500.00'],
      ['1 500,50', '1500.50'],
      ['1.500 HTG', '1500.00'],
    ] as const) {
      const fresh = fieldsOf(await ask(at(link)));
      const sent = await ask(at(link), { form: { ...form, form: fresh.form ?? '', amount } });
      const { amount: paid, transaction_id: id } = await paymentOf(sent.location);
      const payment = await findPayment(gateway.store.db, Number(id));
      assert.deepEqual([paid, payment?.customerName, payment?.customerPhone], [minor, form.name, form.phone]);
    }
  });

  // Contract: LINK-15
  it('has a field for a quantity if customers may buy several, and says how many are left', async () => {
    const link = await newLink(gateway, { amount: '30000', maxQuantity: 5, stock: 7 });
    const page = await ask(at(link));
    assert.match(page.text, /30,000\u00a0HTG each, up to 5\./);
    const form = fieldsOf(page);
    assert.equal(form.quantity, '1');
    for (const quantity of ['0', '6', '1.5', '-1', '٣', '1e1', 'two', '100']) {
      const refused = await ask(at(link), { form: { ...form, quantity } });
      assert.deepEqual([refused.status, fieldsOf(refused).quantity], [422, quantity]);
      assert.match(refused.text, /href="#field-quantity">Enter a number from 1 to 5\./, quantity);
    }
    const tooMuch = await ask(at(link), { form: { ...form, quantity: '3', method: 'moncash' } });
    assert.equal(tooMuch.status, 422);
    assert.match(tooMuch.text, /With MonCash, the amount must be between 1\u00a0HTG and 75,000\u00a0HTG/);
    const three = { ...form, quantity: '3', method: 'lakaypay_card' };
    const sent = await ask(at(link), { form: three });
    const payment = await paymentOf(sent.location);
    assert.deepEqual(
      [payment.amount, payment.description, payment.metadata],
      ['90000.00', '3 × Panye mango', { link: link.code, quantity: 3 }],
    );
    assert.match((await ask(sent.location)).text, /<bdi>3 × Panye mango<\/bdi>/);
    assert.equal((await ask(at(link), { form: three })).location, sent.location, 'the same form leads to it');
    // Two people at once: both have the page, and four units are left.
    const [mine, other] = [fieldsOf(await ask(at(link))), fieldsOf(await ask(at(link)))];
    assert.equal((await ask(at(link), { form: { ...mine, quantity: '2' } })).status, 303);
    const late = await ask(at(link), { form: { ...other, quantity: '3' } });
    assert.equal(late.status, 422);
    assert.match(late.text, /href="#field-quantity">Enter a number from 1 to 2\./);
    await settle(sent.location, 'completed');
    const receipt = await ask(sent.location);
    assert.match(receipt.text, /<bdi>3 × Panye mango<\/bdi>/);
    assert.match(receipt.text, /90,000\u00a0HTG/);
    const single = await ask(at(await newLink(gateway)));
    assert.doesNotMatch(single.text, /name="quantity"/);
  });

  // Contract: LINK-14
  it('has an e-mail field that customers may leave blank, and says what is wrong with an address', async () => {
    const link = await newLink(gateway, { asksEmail: true });
    const page = await ask(at(link));
    assert.match(page.text, /Your e-mail address, for the receipt \(optional\)/);
    assert.match(page.text, /<input id="field-email" name="email" value="" type="email"/, 'it is not required');
    for (const email of ['marie', 'a@b.ht c@d.ht', 'a@b.ht\0', '<b>@x.ht', `${'a'.repeat(600)}@b.ht`]) {
      const refused = await ask(at(link), { form: { ...fieldsOf(page), email } });
      assert.deepEqual([refused.status, fieldsOf(refused).email], [422, email.slice(0, 600)], refused.text);
      assert.match(refused.text, /href="#field-email">Enter a valid e-mail address/);
    }
    const sent = await ask(at(link), { form: { ...fieldsOf(page), email: 'marie@example.com' } });
    assert.equal((await paymentOf(sent.location)).customer.email, 'marie@example.com');
    assert.ok(!sent.location.includes('marie'));
    const { location } = await ask(at(link), { form: fieldsOf(await ask(at(link))) });
    assert.equal((await paymentOf(location)).customer.email, null);
    const unasked = await newLink(gateway);
    assert.doesNotMatch((await ask(at(unasked))).text, /name="email"/);
  });

  it('counts the length of a name in characters, as the API does, not in bytes or code units', async () => {
    const link = await newLink(gateway, { asksName: true });
    const sent = async (length: number) => {
      const { form = '' } = fieldsOf(await ask(at(link)));
      return ask(at(link), { form: { form, method: 'moncash', name: '🌴'.repeat(length) } });
    };
    const refused = await sent(256);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enter your name/);
    const { location } = await sent(255);
    assert.equal((await paymentOf(location)).customer.name, '🌴'.repeat(255));
  });

  // Contract: LINK-12
  it('refuses text that a store would not return unchanged, names its field, and writes nothing', async () => {
    const link = await newLink(gateway, { asksName: true, asksPhone: true });
    const before = await count('payments');
    const good = { method: 'moncash', name: 'Marie Joseph', phone: '+509 3700 0001' };
    for (const [field, text, message] of [
      ['name', 'Marie\0Joseph', /Enter your name/],
      ['phone', '+509 3700\u00000001', /Enter your phone/],
      ['name', '\0', /Enter your name/],
    ] as const) {
      const { form = '' } = fieldsOf(await ask(at(link)));
      const refused = await ask(at(link), { form: { ...good, form, [field]: text } });
      assert.deepEqual([refused.status, refused.state], [422, 'link'], refused.text);
      assert.match(refused.text, message);
    }
    // Fields that must not be free texts: method, form and amount.
    const { form = '' } = fieldsOf(await ask(at(link)));
    for (const wrong of [{ method: 'mon\0cash' }, { form: `${form}\0` }, { amount: '500\0' }]) {
      const { status } = await ask(at(link), { form: { ...good, form, ...wrong } });
      assert.equal(status, 'amount' in wrong ? 303 : 422, JSON.stringify(wrong));
    }
    assert.equal(await count('payments'), before + 1, 'a fixed amount is not read from the form');
  });

  it('proposes an amount that the customer may change', async () => {
    const link = await newLink(gateway, { amountMode: 'prefilled', amount: '1250.50' });
    const form = fieldsOf(await ask(at(link)));
    assert.equal(form.amount, '1,250.50');
    assert.equal((await paymentOf((await ask(at(link), { form })).location)).amount, '1250.50');
  });

  it('says that a link has ended, and why', async () => {
    const single = await newLink(gateway, { isSingleUse: true });
    const form = fieldsOf(await ask(at(single)));
    const sent = await ask(at(single), { form });
    const cookie = cookieOf(sent);
    const busy = await ask(at(single));
    assert.deepEqual([busy.status, busy.state], [200, 'in_use']);
    assert.ok(!busy.text.includes('/pay/'), 'another client is not led to the payment');
    const mine = await ask(at(single), { cookie });
    assert.ok(mine.text.includes(new URL(sent.location).pathname), 'the client that started it continues with it');
    await settle(sent.location, 'completed');
    const used = await ask(at(single));
    assert.deepEqual([used.status, used.state], [410, 'used']);
    assert.match((await ask(at(single), { cookie })).text, /See the receipt/);

    const ended = await newLink(gateway);
    const late = fieldsOf(await ask(at(ended)));
    await verbs.operator.deactivateLink(ended.code);
    for (const answer of [await ask(at(ended)), await ask(at(ended), { form: late })]) {
      assert.deepEqual([answer.status, answer.state], [410, 'deactivated']);
    }
    for (const path of ['/l/34678994', '/l/x', '/l/OOOOOOOO', `/l/${'%00'.repeat(8)}`]) {
      const unknown = await ask(gateway.url + path);
      assert.deepEqual([unknown.status, unknown.state], [404, 'unknown'], path);
    }
    const other = await gateway.newWebsite('Closed');
    const closed = await newLink({ ...gateway, website: other.website });
    await verbs.operator.changeWebsite(other.website.id, { isActive: false });
    assert.deepEqual([(await ask(at(closed))).status, (await ask(at(closed))).state], [403, 'closed_link']);
    const otherWebsite = await gateway.newWebsite('Nothing');
    const without = await newLink({ ...gateway, website: otherWebsite.website });
    await verbs.operator.changeWebsite(otherWebsite.website.id, { methods: ['card'] });
    assert.equal((await ask(at(without))).state, 'closed_link');
  });

  it('offers only methods that accept the amount', async () => {
    const link = await newLink(gateway, { amount: '90000' });
    const { text } = await ask(at(link));
    assert.deepEqual(
      [...text.matchAll(/name="method" value="(\w+)"/g)].map(([, method]) => method),
      ['natcash', 'lakaypay_card'],
    );
  });

  // Contract: LINK-16
  it('shows its picture without waiting for it, from the gateway itself, and only the picture that it has', async () => {
    const link = await newLink(gateway);
    const content = png({ width: 880, height: 330 });
    const without = await ask(at(link));
    assert.doesNotMatch(without.text, /<img/);
    assert.match(without.headers.get('content-security-policy') ?? '', /img-src data:;/);
    const { picture } = await verbs.operator.changeLinkPicture(link.id, content);
    const page = await ask(at(link));
    const [image = '', src = ''] = /<img class="picture" src="([^"]+)"[^>]*>/.exec(page.text) ?? [];
    assert.match(image, / width="440" height="165" alt="" loading="lazy"/);
    assert.equal(src, `/pictures/${picture?.hash}.png`);
    assert.match(page.headers.get('content-security-policy') ?? '', /img-src 'self' data:;/);
    const served = await fetch(gateway.url + src);
    assert.deepEqual(
      [served.status, served.headers.get('content-type'), served.headers.get('x-content-type-options')],
      [200, 'image/png', 'nosniff'],
    );
    assert.match(served.headers.get('cache-control') ?? '', /immutable/);
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), content);
    const wrong = [src.replace('png', 'webp'), src.replace('/pictures/', '/logos/'), '/pictures/x.png', '/pictures/'];
    for (const path of wrong) assert.equal((await fetch(gateway.url + path)).status, 404, path);
    await verbs.operator.changeLinkPicture(link.id, null);
    assert.equal((await fetch(gateway.url + src)).status, 404);
    assert.doesNotMatch((await ask(at(link))).text, /<img/);
  });

  it('thanks the customer who has paid, and no one else', async () => {
    const link = await newLink(gateway, { thanks: 'Mèsi anpil!\nKòd ou se 1804.' });
    const sent = await ask(at(link), { form: fieldsOf(await ask(at(link))) });
    const [, id, tag] = /\/pay\/(\d+)\/(\w+)/.exec(sent.location) ?? [];
    const early = await ask(at(link, `/${id}/${tag}`));
    assert.deepEqual([early.status, early.location.split('?')[0]], [303, sent.location.split('?')[0]]);
    await settle(sent.location, 'completed');
    const paid = await ask(sent.location);
    const way = /<a class="button" href="([^"]+)"/.exec(paid.text)?.[1]?.replace('&#61;', '=');
    assert.equal(way, `/l/${link.code}/${id}/${tag}?lang=en`);
    const thanks = await ask(gateway.url + way);
    assert.deepEqual([thanks.status, thanks.state], [200, 'thanks']);
    assert.match(thanks.text, /Kòd ou se 1804/);
    const other = await newLink(gateway);
    for (const path of [at(link, `/${id}/${'0'.repeat(32)}`), at(other, `/${id}/${tag}`), at(link, `/1/${tag}`)]) {
      const refused = await ask(path);
      assert.equal(refused.status, 404);
      assert.ok(!refused.text.includes('1804'));
    }
  });

  it('is the page to which a customer who has not paid returns, in the chosen language', async () => {
    const link = await newLink(gateway);
    const sent = await ask(at(link), { form: fieldsOf(await ask(at(link))) });
    await settle(sent.location, 'failed');
    const failed = await ask(sent.location.replace('lang=en', 'lang=ht'));
    assert.match(failed.text, new RegExp(`<a class="button" href="/l/${link.code}\\?lang&#61;ht"`));
  });
});

describe('the limits of payment links', () => {
  // Contract: LINK-13
  it('limit the payments started from one address, and those started by one link', async () => {
    const gateway = await startTestGateway('sqlite', {
      settings: { PAGE_LIMIT_PER_MINUTE: '100000', TRUST_PROXY: '127.0.0.1' },
    });
    try {
      const [link, other] = [await newLink(gateway), await newLink(gateway)];
      const url = ({ code }: { code: string }) => `${gateway.url}/l/${code}`;
      const begin = async (of: { code: string }, address: string) => {
        const headers = { 'x-forwarded-for': address };
        return (await ask(url(of), { form: fieldsOf(await ask(url(of), { headers })), headers })).status;
      };
      for (let started = 0; started < 30; started++) assert.equal(await begin(other, '203.0.113.1'), 303);
      assert.equal(await begin(link, '203.0.113.1'), 429);
      // Forms that start no payment do not count towards the limit.
      for (let sent = 0; sent < 130; sent++) {
        const headers = { 'x-forwarded-for': `203.0.113.${2 + (sent % 100)}` };
        assert.equal((await ask(url(link), { form: { form: 'x' }, headers })).status, 422);
      }
      for (let started = 0; started < 120; started++)
        assert.equal(await begin(link, `203.0.113.${2 + (started % 100)}`), 303);
      assert.equal(await begin(link, '203.0.113.200'), 429);
      assert.equal(await begin(other, '203.0.113.200'), 303);
    } finally {
      await gateway.stop();
    }
  });
});
