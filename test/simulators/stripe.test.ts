import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type StripeSimulator, startStripeSimulator } from '../../simulators/stripe/stripe-simulator.ts';
import { webhookSignature } from '../../simulators/stripe/webhook-signature.ts';
import vectors from '../providers/card/vectors.json' with { type: 'json' };
import { until } from '../support/gateway.ts';

const NOW_MS = Date.UTC(2026, 10, 3, 17, 0, 0);
const VERSION = '2026-10-28.endive';

interface Delivery {
  readonly path: string;
  readonly signature: string;
  readonly body: string;
  readonly type: string;
}

describe('the Stripe simulator', () => {
  const received: Delivery[] = [];
  let respondWith = 200;
  const gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      received.push({ path: `${request.method} ${request.url}`, signature, body, type: JSON.parse(body).type });
      response.writeHead(respondWith).end();
    });
  });
  let gatewayUrl: string;
  let nowMs: number;
  let stripe: StripeSimulator;
  before(async () => {
    await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening));
    gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  });
  after(() => gateway.close());
  beforeEach(async () => {
    received.length = 0;
    respondWith = 200;
    nowMs = NOW_MS;
    stripe = await startStripeSimulator({ gatewayUrl, now: () => nowMs });
    stripe.faults.reports = 'never';
  });
  afterEach(() => stripe.stop());

  const call = async (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(`${stripe.url}${path}`, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${stripe.settings.STRIPE_SECRET_KEY}`,
        'stripe-version': VERSION,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: tests look into every shape of response
    const json: any = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };
  const form = (changes: Record<string, string> = {}) => ({
    amount: '50000',
    currency: 'htg',
    'allowed_payment_method_types[0]': 'card',
    'metadata[transaction_id]': '100',
    ...changes,
  });
  const create = async (changes: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    call('/v1/payment_intents', form(changes), headers);
  const errorOf = async (answer: ReturnType<typeof call>) => {
    const { status, json } = await answer;
    return [status, json.error.type, json.error.code ?? null];
  };
  const confirm = (intent: { id: string; client_secret: string }, number: string, changes = {}) =>
    call(
      `/v1/payment_intents/${intent.id}/confirm`,
      {
        key: stripe.settings.STRIPE_PUBLISHABLE_KEY ?? '',
        client_secret: intent.client_secret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': number.startsWith('3') ? '1234' : '123',
        ...changes,
      },
      { authorization: '' },
    );
  const statusOf = async (id: string) => (await call(`/v1/payment_intents/${id}`)).json.status;

  it('creates an intent that waits for a card', async () => {
    const { status, json, headers } = await create({ description: 'x' });
    assert.equal(status, 200);
    assert.match(json.id, /^pi_[A-Za-z0-9]+$/);
    assert.ok(json.client_secret.startsWith(`${json.id}_secret_`));
    assert.match(headers.get('request-id') ?? '', /^req_/);
    const { object, amount, currency, created, livemode, metadata, amount_received, payment_method_types } = json;
    assert.deepEqual(
      {
        object,
        status: json.status,
        amount,
        currency,
        created,
        livemode,
        metadata,
        amount_received,
        payment_method_types,
      },
      {
        object: 'payment_intent',
        status: 'requires_payment_method',
        amount: 50_000,
        currency: 'htg',
        created: NOW_MS / 1000,
        livemode: false,
        metadata: { transaction_id: '100' },
        amount_received: 0,
        payment_method_types: ['card'],
      },
    );
    assert.equal(stripe.creations('100'), 1);
    assert.deepEqual(stripe.book(), [
      { reference: '100', providerRef: json.id, amountMinor: 50_000, currency: 'HTG', status: 'open' },
    ]);
  });

  for (const [what, changes, code] of [
    ['an amount with decimals', { amount: '500.00' }, 'parameter_invalid_integer'],
    ['no amount', { amount: '' }, 'parameter_invalid_empty'],
    ['a negative amount', { amount: '-1' }, 'parameter_invalid_integer'],
    ['an amount of nine digits', { amount: '100000000' }, 'amount_too_large'],
    ['less than the minimum in dollars', { amount: '49', currency: 'usd' }, 'amount_too_small'],
    ['less than the minimum in gourdes', { amount: '6524' }, 'amount_too_small'],
    ['a currency in capitals', { currency: 'HTG' }, null],
    ['an unknown parameter', { customer_name: 'x' }, 'parameter_unknown'],
    [
      'a parameter that this version no longer has',
      { 'payment_method_types[0]': 'card' },
      'payment_method_types_no_longer_supported',
    ],
    [
      'two exclusive parameters for the payment methods',
      { 'automatic_payment_methods[enabled]': 'true' },
      'parameters_exclusive',
    ],
    ['metadata that is too long', { 'metadata[a]': 'x'.repeat(501) }, 'parameter_invalid'],
  ] as const) {
    it(`400 for ${what}`, async () => {
      assert.deepEqual(await errorOf(create(changes)), [400, 'invalid_request_error', code]);
      assert.equal(stripe.intents().length, 0);
    });
  }

  it('accepts the minimum amount, and the older parameter in an older version', async () => {
    assert.equal((await create({ amount: '50', currency: 'usd' })).status, 200);
    assert.equal((await create({ amount: '6525' })).status, 200);
    const { 'allowed_payment_method_types[0]': _new, ...old } = form({ 'payment_method_types[0]': 'card' });
    assert.equal((await call('/v1/payment_intents', old, { 'stripe-version': '2026-08-26.dahlia' })).status, 200);
  });

  it('401 for a wrong key, 400 without a version, a form or a known address', async () => {
    assert.equal((await create({}, { authorization: 'Bearer sk_test_x' })).status, 401);
    assert.equal((await create({}, { authorization: '' })).status, 401);
    assert.equal((await create({}, { 'stripe-version': '' })).status, 400);
    assert.equal((await create({}, { 'content-type': 'application/json' })).status, 400);
    assert.equal((await call('/v1/payment_intent')).status, 404);
    assert.deepEqual(await errorOf(call('/v1/payment_intents/pi_none')), [
      404,
      'invalid_request_error',
      'resource_missing',
    ]);
    assert.equal(stripe.intents().length, 0);
  });

  it('an idempotency key gives the same response again, and refuses other parameters', async () => {
    const key = { 'idempotency-key': 'peye-1' };
    const first = await create({}, key);
    const second = await create({}, key);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.text, first.text);
    assert.equal(stripe.intents().length, 1);
    assert.deepEqual(await errorOf(create({ amount: '50001' }, key)), [400, 'idempotency_error', null]);
    nowMs += 25 * 3_600_000;
    assert.notEqual((await create({}, key)).json.id, first.json.id);
  });

  it('a failure without an effect is not stored under its idempotency key', async () => {
    const key = { 'idempotency-key': 'peye-1' };
    assert.equal((await create({ amount: '1' }, key)).status, 400);
    assert.equal((await create({}, key)).status, 200);
  });

  it('lists a period, the newest first, page by page', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift((await create()).json.id);
      nowMs += 10_000;
    }
    const list = async (query: Record<string, string>) => {
      const { json } = await call(`/v1/payment_intents?${new URLSearchParams(query)}`);
      return [json.data.map(({ id }: { id: string }) => ids.indexOf(id)), json.has_more];
    };
    assert.deepEqual(await list({}), [[0, 1, 2, 3, 4], false]);
    assert.deepEqual(await list({ limit: '2' }), [[0, 1], true]);
    assert.deepEqual(await list({ limit: '2', starting_after: ids[1] ?? '' }), [[2, 3], true]);
    assert.deepEqual(await list({ limit: '2', starting_after: ids[3] ?? '' }), [[4], false]);
    const at = (index: number) => String(NOW_MS / 1000 + index * 10);
    assert.deepEqual(await list({ 'created[gte]': at(1), 'created[lt]': at(3) }), [[2, 3], false]);
    assert.deepEqual(await list({ 'created[gt]': at(1), 'created[lte]': at(3) }), [[1, 2], false]);
    assert.equal((await call('/v1/payment_intents?limit=101')).status, 400);
    assert.equal((await call('/v1/payment_intents?starting_after=pi_none')).status, 400);
  });

  it('a card pays, once', async () => {
    const { json } = await create();
    const paid = await confirm(json, '4242424242424242');
    assert.equal(paid.json.status, 'succeeded');
    assert.equal(paid.json.metadata, undefined, 'a browser is not shown the metadata');
    const { json: seen } = await call(`/v1/payment_intents/${json.id}`);
    assert.equal(seen.amount_received, 50_000);
    assert.match(seen.latest_charge, /^ch_/);
    assert.deepEqual(await errorOf(confirm(json, '4242424242424242')), [
      400,
      'invalid_request_error',
      'payment_intent_unexpected_state',
    ]);
    assert.equal(stripe.book()[0]?.status, 'paid');
  });

  for (const [card, code, declineCode] of [
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4242424242424241', 'incorrect_number', undefined],
    ['4111111111111111', 'card_declined', 'test_mode_live_card'],
  ] as const) {
    it(`${card} gets ${declineCode ?? code}, and the intent waits for another card`, async () => {
      const { json } = await create();
      const { status, json: answer } = await confirm(json, card);
      assert.equal(status, 402);
      assert.deepEqual(
        [answer.error.type, answer.error.code, answer.error.decline_code],
        ['card_error', code, declineCode],
      );
      assert.equal(answer.error.payment_intent.status, 'requires_payment_method');
      assert.equal((await call(`/v1/payment_intents/${json.id}`)).json.last_payment_error.code, code);
      assert.equal((await confirm(json, '5555555555554444')).json.status, 'succeeded');
    });
  }

  it('a card that is out of date, or whose CVC has the wrong length, is refused', async () => {
    const { json } = await create();
    const field = (name: string, value: string) => ({ [`payment_method_data[card][${name}]`]: value });
    for (const [changes, code] of [
      [{ ...field('exp_year', '26'), ...field('exp_month', '10') }, 'invalid_expiry_year'],
      [field('exp_month', '13'), 'invalid_expiry_month'],
      [field('cvc', '12'), 'invalid_cvc'],
    ] as const) {
      assert.deepEqual(await errorOf(confirm(json, '4242424242424242', changes)), [402, 'card_error', code]);
    }
    assert.equal((await confirm(json, '378282246310005')).json.status, 'succeeded');
  });

  it('confirming needs the publishable key and the client secret of this very intent', async () => {
    const [one, other] = [(await create()).json, (await create()).json];
    const card = '4242424242424242';
    assert.equal((await confirm(one, card, { key: 'pk_test_x' })).status, 401);
    assert.equal((await confirm(one, card, { key: stripe.settings.STRIPE_SECRET_KEY })).status, 401);
    assert.equal((await confirm(one, card, { client_secret: other.client_secret })).status, 404);
    const look = (key: string, secret: string) =>
      call(`/_browser/payment_intents/${one.id}?${new URLSearchParams({ key, client_secret: secret })}`);
    const key = stripe.settings.STRIPE_PUBLISHABLE_KEY ?? '';
    assert.equal((await look(key, other.client_secret)).status, 404);
    assert.equal((await look('pk_test_x', one.client_secret)).status, 401);
    assert.equal((await look(key, one.client_secret)).json.status, 'requires_payment_method');
  });

  it('3-D Secure: required, then completed, failed, or declined after all', async () => {
    for (const [card, outcome, status] of [
      ['4000002760003184', 'complete', 'succeeded'],
      ['4000002500003155', 'fail', 'requires_payment_method'],
      ['4000008260003178', 'complete', 'requires_payment_method'],
      ['4000008400001629', 'complete', 'requires_payment_method'],
    ] as const) {
      const { json } = await create();
      const asked = (await confirm(json, card)).json;
      assert.equal(asked.status, 'requires_action');
      const page = new URL(asked.next_action.use_stripe_sdk.stripe_js);
      const shown = await call(page.pathname + page.search);
      assert.match(shown.text, /Simulator: no real money/);
      assert.equal((await call(page.pathname)).status, 404);
      assert.equal((await call(page.pathname, { outcome, client_secret: 'x' })).status, 404);
      await call(page.pathname, { outcome, client_secret: json.client_secret });
      assert.equal(await statusOf(json.id), status, card);
    }
  });

  it('cancels an unpaid intent, and states the status of any other', async () => {
    const [open, paid] = [(await create()).json, (await create()).json];
    await confirm(paid, '4242424242424242');
    const cancel = (id: string, fields: Record<string, string> = {}) =>
      call(`/v1/payment_intents/${id}/cancel`, fields);
    assert.deepEqual(await errorOf(cancel(open.id, { cancellation_reason: 'expired' })), [
      400,
      'invalid_request_error',
      null,
    ]);
    const { json } = await cancel(open.id, { cancellation_reason: 'abandoned' });
    assert.deepEqual(
      [json.status, json.cancellation_reason, json.canceled_at],
      ['canceled', 'abandoned', NOW_MS / 1000],
    );
    for (const { id } of [open, paid]) {
      assert.deepEqual(await errorOf(cancel(id)), [400, 'invalid_request_error', 'payment_intent_unexpected_state']);
    }
    assert.equal((await cancel(paid.id)).json.error.payment_intent.status, 'succeeded');
    assert.deepEqual(await errorOf(confirm(open, '4242424242424242')), [
      400,
      'invalid_request_error',
      'payment_intent_unexpected_state',
    ]);
  });

  it('refunds no more than was paid', async () => {
    const { json } = await create();
    const refund = (fields: Record<string, string> = {}) => call('/v1/refunds', { payment_intent: json.id, ...fields });
    assert.equal((await refund()).status, 400);
    await confirm(json, '4242424242424242');
    assert.equal((await refund({ amount: '20000' })).json.amount, 20_000);
    assert.deepEqual(await errorOf(refund({ amount: '30001' })), [400, 'invalid_request_error', 'amount_too_large']);
    assert.equal((await refund()).json.amount, 30_000);
    assert.deepEqual(await errorOf(refund()), [400, 'invalid_request_error', 'charge_already_refunded']);
  });

  it('shows refunds and disputes only with the charge, and only if the request expands them', async () => {
    const { json } = await create();
    await confirm(json, '4242424242424242');
    const read = async (query: string) => (await call(`/v1/payment_intents/${json.id}${query}`)).json;
    assert.equal(typeof (await read('')).latest_charge, 'string');
    stripe.refund('100', 20_000);
    stripe.dispute('100', { amountMinor: 30_000 });
    const { status, amount_received: amount, latest_charge: charge } = await read('?expand[0]=latest_charge.refunds');
    assert.deepEqual([status, amount, charge.amount_refunded, charge.refunded], ['succeeded', 50_000, 20_000, false]);
    assert.deepEqual([charge.disputed, charge.refunds.data[0].amount], [true, 20_000]);
    assert.equal((await read('?expand[0]=latest_charge')).latest_charge.refunds, undefined);
    assert.equal((await call(`/v1/payment_intents/${json.id}?expand[0]=customer`)).status, 400);
    const disputes = async () =>
      (await call(`/v1/disputes?payment_intent=${json.id}`)).json.data.map((one: { status: string }) => one.status);
    assert.deepEqual(await disputes(), ['needs_response']);
    stripe.closeDispute('100', 'won');
    assert.deepEqual(await disputes(), ['won']);
    stripe.refund('100');
    assert.equal((await read('?expand[0]=latest_charge')).latest_charge.refunded, true);
  });

  it('a slow payment is processing until it is settled, and cannot be cancelled in the meantime', async () => {
    stripe.faults.slowCards = true;
    const { json } = await create();
    assert.equal((await confirm(json, '4242424242424242')).json.status, 'processing');
    assert.equal((await call(`/v1/payment_intents/${json.id}/cancel`, {})).status, 400);
    stripe.settle('100');
    assert.equal(await statusOf(json.id), 'succeeded');
  });

  describe('events', () => {
    const types = () => received.map(({ type }) => type.replace('payment_intent.', ''));

    it('are signed as the vectors say', () => {
      for (const { secret, timestamp, body, v1 } of vectors.webhookSignatures) {
        assert.equal(webhookSignature(secret, timestamp, body), `t=${timestamp},v1=${v1}`);
      }
    });

    it('are all sent to one address, each with its signature and the whole intent', async () => {
      stripe.faults.reports = 'after';
      const { json } = await create();
      await confirm(json, '4000000000000002');
      await confirm(json, '4242424242424242');
      await call('/v1/refunds', { payment_intent: json.id });
      await until('four events', () => received.length === 4);
      assert.deepEqual(types().sort(), ['charge.refunded', 'created', 'payment_failed', 'succeeded']);
      for (const { path, signature, body } of received) {
        assert.equal(path, 'POST /providers/card/webhook');
        const mac = createHmac('sha256', stripe.settings.STRIPE_WEBHOOK_SECRET ?? '');
        assert.equal(signature, `t=${NOW_MS / 1000},v1=${mac.update(`${NOW_MS / 1000}.${body}`).digest('hex')}`);
      }
      const paid = JSON.parse(received.find(({ type }) => type.endsWith('succeeded'))?.body ?? '');
      assert.equal(paid.data.object.metadata.transaction_id, '100');
      assert.equal(paid.livemode, false);
    });

    it('are sent again until they are accepted', async () => {
      stripe.faults.reports = 'after';
      respondWith = 500;
      await create();
      await until('a second attempt', () => received.length === 2);
      respondWith = 200;
      await until('a third attempt', () => stripe.webhooks.events[0]?.answers.length === 3);
      assert.deepEqual(stripe.webhooks.events[0]?.answers, [500, 500, 200]);
      assert.equal(new Set(received.map(({ body }) => body)).size, 1);
    });

    it('can be sent early, twice, late, in reverse order, forged, or never', async () => {
      const play = async () => confirm((await create()).json, '4242424242424242');
      stripe.faults.reports = 'before';
      await play();
      assert.deepEqual(types(), ['created', 'succeeded'], 'the events arrive before the responses');

      received.length = 0;
      stripe.faults.reports = 'twice';
      await play();
      await until('all of them', () => received.length === 4);

      for (const [mode, order] of [
        ['held', ['created', 'succeeded']],
        ['reversed', ['succeeded', 'created']],
      ] as const) {
        received.length = 0;
        stripe.faults.reports = mode;
        await play();
        assert.deepEqual(types(), []);
        await stripe.webhooks.release();
        assert.deepEqual(types(), order);
      }

      received.length = 0;
      stripe.faults.reports = 'forged';
      await play();
      await until('two forgeries', () => received.length === 2);
      const [{ signature, body } = { signature: '', body: '' }] = received;
      assert.notEqual(signature, webhookSignature(stripe.settings.STRIPE_WEBHOOK_SECRET ?? '', NOW_MS / 1000, body));

      received.length = 0;
      stripe.faults.reports = 'never';
      await play();
      assert.equal(await stripe.notify('100'), 200);
      assert.deepEqual(types(), ['succeeded']);
    });
  });

  describe('faults', () => {
    const TYPES = { error_500: 500, garbage: 200 } as const;
    for (const [fault, status] of Object.entries(TYPES)) {
      it(`${fault} gets ${status}`, async () => {
        stripe.faults.create = fault as keyof typeof TYPES;
        const answer = await create();
        assert.equal(answer.status, status);
        assert.equal(answer.text.startsWith('<'), fault === 'garbage');
      });
    }

    it('a request whose connection is cut has no effect, or its complete effect', async () => {
      for (const [fault, left] of [
        ['drop', 0],
        ['drop_after_effect', 1],
      ] as const) {
        stripe.faults.create = fault;
        await assert.rejects(create());
        assert.equal(stripe.intents().length, left);
      }
      assert.equal(stripe.creations('100'), 2);
    });

    it('a call that hangs gets a response, or is cut off, once the fault is switched off', async () => {
      stripe.faults.create = 'hang_after_effect';
      const held = create();
      await until('the payment is created', () => stripe.intents().length === 1);
      stripe.repair();
      assert.equal((await held).status, 200);
      stripe.faults.create = 'hang';
      const cut = assert.rejects(create());
      await until('the request has arrived', () => stripe.creations('100') === 2);
      stripe.repair();
      await cut;
      assert.equal(stripe.intents().length, 1);
    });

    it('an endless response does not end by itself', async () => {
      const { json } = await create();
      stripe.faults.query = 'endless';
      const response = await fetch(`${stripe.url}/v1/payment_intents/${json.id}`);
      const reader = response.body?.getReader();
      let bytes = 0;
      while (bytes < 5_000_000) bytes += (await reader?.read())?.value?.length ?? 0;
      await reader?.cancel();
    });

    it('wrong amounts, unknown statuses and refusals are reported', async () => {
      const { json } = await create();
      await confirm(json, '4242424242424242');
      stripe.faults.wrongAmountMinor = 49_999;
      assert.equal((await call(`/v1/payment_intents/${json.id}`)).json.amount_received, 49_999);
      stripe.faults.status = 'requires_divination';
      assert.equal(await statusOf(json.id), 'requires_divination');
      stripe.faults.refuseCreate = true;
      assert.equal((await create()).status, 400);
    });

    it('are switched over HTTP, and unknown names are refused', async () => {
      const turn = (changes: object) =>
        fetch(`${stripe.url}/_simulator/faults`, { method: 'POST', body: JSON.stringify(changes) });
      assert.equal((await turn({ create: 'error_500' })).status, 200);
      assert.equal((await create()).status, 500);
      assert.equal((await call('/v1/payment_intents')).status, 200);
      for (const wrong of [{ create: 'x' }, { reports: 'x' }, { nothing: true }, { wrongAmountMinor: 'x' }]) {
        assert.equal((await turn(wrong)).status, 400);
      }
      assert.equal((await call('/_simulator/faults')).json.create, 'error_500');
    });
  });

  it('has a page with the actions of a customer and a bank', async () => {
    const { json } = await create();
    const click = (fields: Record<string, string>) => call(`/_simulator/intents/${json.id}`, fields);
    assert.match((await call('/')).text, new RegExp(`Simulator: no real money[^]*${json.id}`));
    assert.equal((await click({ action: 'confirm', card: '4000000000000002' })).status, 303);
    assert.equal(await statusOf(json.id), 'requires_payment_method');
    await click({ action: 'confirm', card: '4000002760003184' });
    assert.equal(await statusOf(json.id), 'requires_action');
    await click({ action: 'authenticate' });
    assert.equal(await statusOf(json.id), 'succeeded');
    assert.match((await call('/')).text, /Customer disputes it/);
    for (const action of ['dispute', 'dispute_lost']) assert.equal((await click({ action })).status, 303);
    assert.equal((await click({ action: 'refund', amount: '20000' })).status, 303);
    await click({ action: 'refund' });
    assert.equal((await click({ action: 'refund_failed' })).status, 303);
    await click({ action: 'refund' });
    assert.equal((await call('/_simulator/book')).json[0].status, 'paid');
    assert.equal((await click({ action: 'x' })).status, 400);
  });
});
