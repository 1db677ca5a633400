import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { settingsReader } from '../../../src/platform/settings-reader.ts';
import { stripeClient } from '../../../src/providers/card/client.ts';
import { readNotification } from '../../../src/providers/card/notification.ts';
import { CARD_CREDENTIALS, readCardSettings } from '../../../src/providers/card/settings.ts';
import { type Adapter, startAdapter } from './adapter.ts';
import vectors from './vectors.json' with { type: 'json' };

describe('an event from Stripe', () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  after(() => adapter.stop());

  const ID = 170_000_000_000_001;
  const eventOf = (changes: Record<string, unknown> = {}, intent: Record<string, unknown> = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: {
        object: {
          id: 'pi_1',
          object: 'payment_intent',
          livemode: false,
          metadata: { transaction_id: String(ID) },
          ...intent,
        },
      },
      ...changes,
    });
  const signed = (body: string, options?: { secret?: string; ageSeconds?: number }) =>
    adapter.notify(body, adapter.stripe.webhooks.sign(body, options));
  const REFUSED = { paymentId: undefined, status: 400 };
  const read = async (notice: ReturnType<Adapter['notify']>) => {
    const { paymentId, verification, response } = await notice;
    assert.equal(verification, undefined, 'the event proves nothing: Stripe is queried');
    assert.ok(typeof response === 'object');
    return { paymentId, status: response.status };
  };

  it('names its payment, and gets a 200', async () => {
    assert.deepEqual(await read(signed(eventOf())), { paymentId: ID, status: 200 });
    assert.deepEqual(await read(signed(eventOf({ type: 'payment_intent.of_next_year' }))), {
      paymentId: ID,
      status: 200,
    });
  });

  it('may be 300 seconds old, but not 301', async () => {
    assert.deepEqual(await read(signed(eventOf(), { ageSeconds: 300 })), { paymentId: ID, status: 200 });
    assert.deepEqual(await read(signed(eventOf(), { ageSeconds: 301 })), REFUSED);
  });

  it('may have several signatures if one of them is right', async () => {
    const body = eventOf();
    const header = adapter.stripe.webhooks.sign(body)['stripe-signature'] ?? '';
    const [time, v1] = header.split(',');
    const wrong = `v1=${'0'.repeat(64)}`;
    assert.deepEqual(await read(adapter.notify(body, { 'stripe-signature': `${time},${wrong},${v1},v0=1` })), {
      paymentId: ID,
      status: 200,
    });
    assert.deepEqual(await read(adapter.notify(body, { 'stripe-signature': `${time},${wrong}` })), REFUSED);
  });

  it('forged, changed, cut off or empty is refused', async () => {
    const body = eventOf();
    const headers = adapter.stripe.webhooks.sign(body);
    const header = headers['stripe-signature'] ?? '';
    const attempts = [
      adapter.notify(body, {}),
      adapter.notify(body, { 'stripe-signature': '' }),
      adapter.notify(body, { 'stripe-signature': 't=,v1=' }),
      adapter.notify(body, { 'stripe-signature': header.replace('v1=', 'v0=') }),
      adapter.notify(`${body} `, headers),
      adapter.notify(body.slice(0, -1), headers),
      adapter.notify(body.replace(String(ID), String(ID + 1)), headers),
      adapter.notify('', adapter.stripe.webhooks.sign('')),
      signed(body, { secret: 'whsec_other' }),
      signed('not json'),
    ];
    for (const attempt of attempts) assert.deepEqual(await read(attempt), REFUSED);
  });

  it('about another object or an unknown payment gets a 200 and changes nothing', async () => {
    const LEFT = { paymentId: undefined, status: 200 };
    const charge = { id: 'ch_1', object: 'charge', metadata: { transaction_id: String(ID) } };
    for (const body of [
      eventOf({ type: 'charge.refunded', data: { object: charge } }),
      eventOf({ data: {} }),
      eventOf({}, { metadata: {} }),
      eventOf({}, { metadata: null }),
      eventOf({}, { metadata: { transaction_id: '1; DROP TABLE payments' } }),
      'null',
      '[]',
      '{}',
    ]) {
      assert.deepEqual(await read(signed(body)), LEFT, body);
    }
  });

  it('about a refund or a dispute names the PaymentIntent, and other events about money are ignored', async () => {
    const about = (type: string, object: Record<string, unknown>, changes = {}) =>
      signed(eventOf({ type, data: { object }, ...changes }));
    const named = async (notice: ReturnType<Adapter['notify']>) => {
      const { paymentId, paymentRef, isAboutReturns = false, isProven, verification, response } = await notice;
      assert.deepEqual(
        [paymentId, isProven, verification, response],
        [undefined, true, undefined, { status: 200, body: 'ok' }],
      );
      return [paymentRef, isAboutReturns];
    };
    const of = (object: string) => ({ id: 'x_1', object, payment_intent: 'pi_1', livemode: false });
    for (const type of ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed']) {
      assert.deepEqual(await named(about(type, of('dispute'))), ['pi_1', true]);
      assert.deepEqual(await named(about(type, { ...of('dispute'), livemode: true })), [undefined, false]);
    }
    assert.deepEqual(await named(about('charge.refunded', of('charge'))), ['pi_1', true]);
    for (const type of ['refund.updated', 'refund.failed']) {
      const { livemode: _livemode, ...refund } = of('refund');
      assert.deepEqual(await named(about(type, refund)), ['pi_1', true]);
      assert.deepEqual(await named(about(type, refund, { livemode: true })), [undefined, false]);
      assert.deepEqual(await named(about(type, { ...refund, payment_intent: null })), [undefined, true]);
      assert.deepEqual(await named(about(type, { ...refund, payment_intent: "pi_1'--" })), [undefined, true]);
    }
    for (const type of ['charge.succeeded', 'charge.dispute.of_next_year', 'review.closed']) {
      assert.deepEqual(await named(about(type, of('charge'))), [undefined, false]);
    }
  });

  it('is ignored if its mode differs from the mode of the keys', async () => {
    const LEFT = { paymentId: undefined, status: 200 };
    assert.deepEqual(await read(signed(eventOf({ livemode: true }))), LEFT);
    assert.deepEqual(await read(signed(eventOf({}, { livemode: true }))), LEFT);
  });

  it('is accepted only by POST to one path', async () => {
    const body = eventOf();
    const headers = adapter.stripe.webhooks.sign(body);
    for (const changes of [{ method: 'GET' }, { path: 'return' }, { path: '' }] as const) {
      assert.deepEqual(await read(adapter.notify(body, headers, changes)), { paymentId: undefined, status: 404 });
    }
  });

  for (const { secret, timestamp, body, v1 } of vectors.webhookSignatures) {
    it(`is accepted with the signature of the test vector of ${timestamp}`, () => {
      const statusAt = (seconds: number, signature: string) => {
        const { settings } = readCardSettings(
          settingsReader({ ...adapter.stripe.settings, STRIPE_WEBHOOK_SECRET: secret }, CARD_CREDENTIALS),
        );
        assert.ok(settings);
        const incoming = {
          path: 'webhook',
          method: 'POST' as const,
          query: new URLSearchParams(),
          headers: { 'stripe-signature': `t=${timestamp},v1=${signature}` },
          body: Buffer.from(body),
        };
        const stripe = stripeClient(settings, () => Promise.reject(new Error('no request is expected')));
        const { response } = readNotification(stripe, settings, { incoming, nowMs: seconds * 1000, log: adapter.log });
        return typeof response === 'object' && response.status;
      };
      assert.equal(statusAt(timestamp, v1), 200);
      assert.equal(statusAt(timestamp + 300, v1), 200);
      assert.equal(statusAt(timestamp + 301, v1), 400);
      assert.equal(
        statusAt(
          timestamp,
          v1.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        ),
        400,
      );
    });
  }
});
