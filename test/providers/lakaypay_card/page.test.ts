import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Adapter, startAdapter } from './adapter.ts';

describe("LakayPay card's form", () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  beforeEach(() => {
    Object.assign(adapter.simulator.faults, { reports: 'before', returns: 'once' });
  });
  after(() => adapter.stop());

  const fieldsOf = (payment: Parameters<Adapter['formOf']>[0]) => Object.fromEntries(adapter.formOf(payment).fields);

  it('is on a page of ours, and creating the payment sends no request', () => {
    const payment = adapter.newPayment();
    const { fields, expiresAtUs, nextCheckAtUs } = adapter.provider.open(payment, { rateE4: 1_305_000 });
    assert.match(fields.payment_url ?? '', new RegExp(`^http://127.0.0.1:\\d+/pay/${payment.id}/[0-9a-f]{32}$`));
    assert.ok(nextCheckAtUs > payment.createdAtUs && nextCheckAtUs < expiresAtUs);
    assert.deepEqual(adapter.simulator.calls, []);
  });

  it('requests the amount of the payment, and sends the customer and all results back to us', () => {
    const payment = adapter.newPayment({ amountMinor: 123_405, currency: 'USD' });
    const { signature, signed_date_time, ...fields } = fieldsOf(payment);
    const own = /^http:\/\/127\.0\.0\.1:\d+\/providers\/lakaypay_card\//;
    assert.equal(fields.amount, '1234.05');
    assert.equal(fields.currency, 'USD');
    assert.equal(fields.reference_number, String(payment.id));
    assert.equal(fields.transaction_type, 'sale');
    for (const name of ['custom_receipt_page', 'custom_cancel_page', 'backoffice_post_url']) {
      assert.match(fields[`override_${name}`] ?? '', own);
    }
    assert.equal(fields.signed_field_names?.split(',').length, Object.keys(fields).length + 1);
  });

  it('is in French for French and Creole, in English for English', () => {
    const payment = adapter.newPayment();
    const locale = (language: 'ht' | 'fr' | 'en') =>
      new Map(adapter.provider.hostedForm?.(payment, language)?.fields).get('locale');
    assert.deepEqual(
      ['ht', 'fr', 'en'].map((language) => locale(language as 'ht')),
      ['fr-fr', 'fr-fr', 'en-us'],
    );
  });

  it('stores the card of a subscription', () => {
    const payment = adapter.newPayment({ recurringInterval: 'monthly', recurringIntervalCount: 1 });
    assert.equal(fieldsOf(payment).transaction_type, 'sale,create_payment_token');
  });

  it('is signed again at each rendering, with the same transaction_uuid, and is accepted when the first form is too old', async () => {
    const payment = adapter.newPayment();
    const first = adapter.formOf(payment);
    adapter.clock.forward(16 * 60);
    const second = adapter.formOf(payment);
    const uuid = (form: typeof first) => new Map(form.fields).get('transaction_uuid');
    assert.equal(uuid(first), uuid(second));
    assert.notEqual(uuid(first), uuid(adapter.formOf(adapter.newPayment())));
    assert.equal((await adapter.simulator.pay(first)).status, 403);
    assert.equal((await adapter.simulator.pay(second)).status, 200);
  });

  it('charges once, however often it is sent within fifteen minutes', async () => {
    const payment = adapter.newPayment();
    const form = adapter.formOf(payment);
    for (let i = 0; i < 3; i++) await adapter.simulator.pay(i === 2 ? adapter.formOf(payment) : form);
    assert.equal(adapter.simulator.book().filter(({ reference }) => reference === String(payment.id)).length, 1);
  });

  it('is offered until its own end, and not after: the payment itself ends later', () => {
    const payment = adapter.newPayment();
    adapter.clock.forward(3599);
    assert.ok(adapter.provider.hostedForm?.(payment, 'ht'));
    adapter.clock.forward(1);
    assert.equal(adapter.provider.hostedForm?.(payment, 'ht'), undefined);
    assert.equal(payment.expiresAtUs - payment.createdAtUs, (3600 + 1800 + 900) * 1_000_000);
  });

  it('is not offered for a payment without provider data', () => {
    assert.equal(adapter.provider.hostedForm?.(adapter.newPayment({ providerData: null }), 'ht'), undefined);
  });

  it('contains no secret and no personal data', () => {
    const payment = adapter.newPayment({ customerName: 'Marie Joseph', customerEmail: 'marie@example.com' });
    const text = JSON.stringify(adapter.formOf(payment));
    for (const hidden of ['Marie', 'marie@', adapter.simulator.settings.LAKAYPAY_CARD_SECRET_KEY ?? 'x']) {
      assert.ok(!text.includes(hidden));
    }
  });
});
