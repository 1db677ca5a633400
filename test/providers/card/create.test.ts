import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ProviderRefused, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type Adapter, startAdapter } from './adapter.ts';

describe('a card payment is created', () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  after(() => adapter.stop());
  beforeEach(() => {
    adapter.stripe.repair();
    adapter.limitCalls(CALL_MS);
    adapter.stripe.faults.reports = 'never';
    adapter.requests.length = 0;
  });
  const body = () => new URLSearchParams(adapter.requests.at(-1)?.body);

  it('with its amount in minor units, its id and reference, and nothing about the customer', async () => {
    const payment = adapter.newPayment({
      reference: 'ORDER-1042',
      description: '2 x T-shirt 🇭🇹',
      customerName: 'Marie Joseph',
      customerEmail: 'marie@example.com',
      customerPhone: '50937000001',
    });
    await adapter.create(payment);
    assert.deepEqual(Object.fromEntries(body()), {
      amount: '50000',
      currency: 'htg',
      'allowed_payment_method_types[0]': 'card',
      description: '2 x T-shirt 🇭🇹',
      'metadata[transaction_id]': String(payment.id),
      'metadata[reference]': 'ORDER-1042',
    });
    assert.equal(adapter.requests.length, 1);
    const headers: Readonly<Record<string, string>> = adapter.requests[0]?.headers ?? {};
    assert.equal(headers['Idempotency-Key'], `peye-${payment.id}`);
    assert.match(headers['Stripe-Version'] ?? '', /^\d{4}-\d\d-\d\d/);
    assert.equal(headers['X-Stripe-Client-Telemetry'], undefined);
  });

  it('with any reference of 255 characters, which is cut if Stripe might count each of them as two', async () => {
    const long = 'é'.repeat(255);
    await adapter.create(adapter.newPayment({ reference: long }));
    assert.equal(body().get('metadata[reference]'), long);
    await adapter.create(adapter.newPayment({ reference: `#${'🇭'.repeat(254)}` }));
    assert.equal(body().get('metadata[reference]'), `#${'🇭'.repeat(249)}`);
  });

  it("and responds with the widget's values, while only a hash of the client secret is stored", async () => {
    const payment = adapter.newPayment();
    const { fields, providerRef, providerData, expiresAtUs } = await adapter.create(payment);
    const intent = adapter.stripe.intents().at(-1);
    assert.deepEqual(fields, {
      client_secret: intent?.clientSecret,
      publishable_key: adapter.stripe.settings.STRIPE_PUBLISHABLE_KEY,
      payment_intent_id: intent?.id,
    });
    assert.equal(providerRef, intent?.id);
    assert.equal(expiresAtUs, payment.createdAtUs + 86_400_000_000);
    const secretHash = createHash('sha256')
      .update(fields.client_secret ?? '')
      .digest('hex');
    assert.deepEqual(JSON.parse(providerData ?? ''), { secretHash });
  });

  it('the widget’s secret is known by its hash, and no other is', async () => {
    const payment = await adapter.created();
    const other = await adapter.created();
    const { widget, cardFields } = adapter.provider;
    const [one, two] = adapter.stripe.intents().slice(-2);
    assert.ok(widget && cardFields && one && two);
    const { publishableKey } = cardFields;
    const opens = (opened: typeof payment, clientSecret: string) =>
      widget.opens(opened, { clientSecret, publishableKey });
    assert.deepEqual(widget.paymentOf(one.clientSecret), { providerRef: payment.providerRef });
    assert.equal(widget.opens(payment, { clientSecret: one.clientSecret, publishableKey: 'pk_test_other' }), false);
    assert.equal(opens(payment, one.clientSecret), true);
    assert.equal(opens(payment, two.clientSecret), false);
    assert.equal(opens(other, one.clientSecret), false);
    assert.equal(opens({ ...payment, providerData: null }, one.clientSecret), false);
    assert.equal(opens({ ...payment, providerData: '{"secretHash":""}' }, ''), false);
    for (const text of [
      '',
      'pi_',
      'pi_1',
      'pi_test_123_secret_4',
      'pi_1_secret_',
      '../pi_1_secret_2',
      'pi_1_secret_2/x',
    ]) {
      assert.equal(widget.paymentOf(text), undefined, text);
    }
  });

  it('gourdes are charged in dollars when the settings say so, rounded half up, and Stripe’s records show both', async () => {
    const provider = adapter.another({ CARD_CHARGE_CURRENCY: 'USD' });
    // 500 / 130.50 is 3.8314…, 501.12 / 130.50 is 3.84 exactly, and 501.7725 would be 3.845.
    for (const [amountMinor, charged] of [
      [50_000, '383'],
      [50_112, '384'],
      [50_177, '384'],
      [50_178, '385'],
    ] as const) {
      const payment = await adapter.created({ amountMinor }, provider);
      assert.equal(body().get('amount'), charged);
      assert.equal(body().get('currency'), 'usd');
      assert.equal(body().get('metadata[asked]'), `${(amountMinor / 100).toFixed(2)} HTG`);
      assert.equal(body().get('metadata[charged]'), `${(Number(charged) / 100).toFixed(2)} USD`);
      assert.equal(body().get('metadata[rate]'), '130.50');
      const { converted } = JSON.parse(payment.providerData ?? '');
      assert.deepEqual(converted, {
        charged: { amountMinor: Number(charged), currency: 'USD' },
        rateE4: 1_305_000,
      });
    }
  });

  it('dollars are charged as dollars whatever the settings say', async () => {
    await adapter.created({ currency: 'USD', amountMinor: 999 }, adapter.another({ CARD_CHARGE_CURRENCY: 'USD' }));
    assert.equal(body().get('amount'), '999');
    assert.equal(body().get('metadata[asked]'), null);
  });

  it('an amount below Stripe’s minimum is refused with a message for customers', async () => {
    await assert.rejects(adapter.create(adapter.newPayment({ amountMinor: 100 })), (error) => {
      assert.ok(error instanceof ProviderRefused);
      assert.equal(error.failureReason, 'declined');
      assert.match(error.publicMessage, /^The amount is smaller/);
      assert.match(error.message, /invalid_request_error amount_too_small \(amount\) \[req_/);
      return true;
    });
  });

  it('is refused if the account does not accept cards, although Stripe has created it', async () => {
    const provider = adapter.another({});
    const payment = adapter.newPayment();
    const [create] = [provider.create];
    assert.ok(create);
    adapter.stripe.faults.withoutCards = true;
    await assert.rejects(adapter.create(payment, provider), ProviderRefused);
    adapter.stripe.faults.withoutCards = false;
    // The payment is stored as failed. The next verification then cancels it at Stripe.
    await adapter.verify({ ...payment, status: 'failed' });
    assert.equal(adapter.stripe.intents().at(-1)?.status, 'canceled');
  });

  for (const [what, settings] of [
    ['a wrong secret key', { STRIPE_SECRET_KEY: 'sk_test_wrong' }],
    ['no server at the address', { STRIPE_API_URL: 'http://127.0.0.1:9' }],
  ] as const) {
    it(`${what} counts as unavailable, and the error does not show the key`, async () => {
      await assert.rejects(adapter.create(adapter.newPayment(), adapter.another(settings)), (error) => {
        assert.ok(error instanceof ProviderUnavailable);
        assert.doesNotMatch(error.message, /sk_test/);
        return true;
      });
    });
  }

  for (const fault of ['error_500', 'garbage', 'endless', 'drop_after_effect', 'hang_after_effect'] as const) {
    it(`${fault} counts as unavailable, and the request is not repeated`, async () => {
      adapter.limitCalls(SILENCE_MS);
      adapter.stripe.faults.create = fault;
      const payment = adapter.newPayment();
      await assert.rejects(adapter.create(payment), (error) => {
        assert.ok(error instanceof ProviderUnavailable);
        assert.ok(!(error instanceof ProviderRefused));
        return true;
      });
      assert.equal(adapter.stripe.creations(String(payment.id)), 1);
      assert.equal(adapter.requests.length, 1);
    });
  }

  it('each call leaves one line, without keys and secrets', async () => {
    const from = adapter.lines.length;
    const payment = await adapter.created({ customerEmail: 'marie@example.com' });
    await assert.rejects(adapter.create(adapter.newPayment({ amountMinor: 1 })));
    await adapter.verify(payment);
    const lines = adapter.lines.slice(from);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ operation, status_code }) => [operation, status_code]),
      [
        ['paymentIntents.create', 200],
        ['paymentIntents.create', 400],
        ['paymentIntents.retrieve', 200],
      ],
    );
    const secret = adapter.stripe.intents().at(-1)?.clientSecret.split('_secret_')[1] ?? '';
    for (const line of lines) {
      assert.equal(line.includes('sk_test'), false);
      assert.equal(line.includes(secret), false);
      assert.equal(line.includes('marie@example.com'), false);
    }
  });

  it('checkCredentials reports the mode of the keys, and throws for a wrong key', async () => {
    assert.match((await adapter.provider.checkCredentials?.(adapter.log)) ?? '', /test mode: no real money/);
    const wrong = adapter.another({ STRIPE_SECRET_KEY: 'sk_test_wrong' });
    await assert.rejects(wrong.checkCredentials?.(adapter.log) ?? Promise.resolve(), (error) => {
      assert.ok(error instanceof ProviderUnavailable);
      assert.match(error.message, /the secret key is refused \(401\) \[req_\w+\]$/, 'an operator reads it');
      return true;
    });
  });
});
