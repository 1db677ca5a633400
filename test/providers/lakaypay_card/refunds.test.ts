import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { noFaults } from '../../../simulators/secure-acceptance/faults.ts';
import type { Payment } from '../../../src/core/payment.ts';
import type { RestApi } from '../../../src/providers/lakaypay_card/client.ts';
import { lakaypayCardRefunds } from '../../../src/providers/lakaypay_card/refunds.ts';
import type { LakaypayCardSettings } from '../../../src/providers/lakaypay_card/settings.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundOrder,
} from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type Adapter, startAdapter } from './adapter.ts';

const LOST = { reports: 'never', returns: 'never' } as const;
const DAY_S = 86_400;
const PAID_MINOR = 50_000;

describe('refunds of LakayPay card', () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  beforeEach(() => {
    Object.assign(adapter.simulator.faults, noFaults(), LOST);
    adapter.limitCalls(CALL_MS);
  });
  after(() => adapter.stop());

  const paid = async (changes: Partial<Payment> = {}): Promise<Payment> => {
    const payment = adapter.newPayment({ amountMinor: PAID_MINOR, ...changes });
    await adapter.simulator.pay(adapter.formOf(payment));
    const providerRef = adapter.simulator.transactions().at(-1)?.id ?? '';
    return { ...payment, status: 'completed', providerRef, finishedAtUs: adapter.clock.now() };
  };
  let orders = 0;
  const orderOf = (amountMinor: number): RefundOrder => ({
    id: `rfd_${String(++orders).padStart(32, '0')}`,
    money: { amountMinor, currency: 'HTG' },
    reason: null,
    attempts: 1,
  });
  const callsOf = (payment: Payment): RefundCalls & Required<Pick<RefundCalls, 'find'>> => {
    const calls = adapter.provider.refunds?.(payment);
    if (!calls?.find) throw new Error('the payment cannot be refunded');
    return { ...calls, find: calls.find };
  };
  const send = (payment: Payment, order: RefundOrder) => callsOf(payment).send(payment, order, adapter.log);
  const find = (payment: Payment, order: RefundOrder) => callsOf(payment).find(payment, order, adapter.log);
  const returnsOf = async (payment: Payment) => {
    const { outcome } = await adapter.verify(payment);
    assert.equal(outcome.status, 'completed');
    const { left, items = [] } = outcome.returns ?? {};
    return [left?.amountMinor ?? PAID_MINOR, ...items.map(({ how, providerRef }) => `${how} ${providerRef}`)];
  };
  const made = ({ providerRef }: Payment) =>
    adapter.simulator.transactions().filter(({ parentId }) => parentId === providerRef);
  const asked = ({ providerRef }: Payment) =>
    adapter.simulator.calls.flatMap(({ operation, subject }) => (subject === providerRef ? [operation] : []));

  it('are sent under their own name, in parts, and found by it; the payment shows the rest', async () => {
    const payment = await paid();
    const [first, second] = [orderOf(20_000), orderOf(30_000)];
    assert.equal(await find(payment, first), undefined);
    const sent = await send(payment, first);
    assert.deepEqual([sent.status, sent.word], ['pending', 'PENDING']);
    const found = await find(payment, first);
    assert.deepEqual([found?.status, found?.providerRef], ['succeeded', sent.providerRef]);
    assert.deepEqual(await returnsOf(payment), [30_000, `refunded ${sent.providerRef}`]);
    const rest = await send(payment, second);
    assert.deepEqual(
      made(payment).map(({ reference, amountMinor }) => [reference, amountMinor]),
      [
        [first.id, 20_000],
        [second.id, 30_000],
      ],
    );
    assert.deepEqual(await returnsOf(payment), [0, `refunded ${sent.providerRef}`, `refunded ${rest.providerRef}`]);
    assert.deepEqual(asked(payment), ['refund', 'refund'], 'a part is never a void');
  });

  it('of a stored card are found by the name of its charge', async () => {
    const stored = { subscriptionId: 'sub_915840412345678', subscriptionPeriod: 3, subscriptionTry: 1 };
    const first = adapter.newPayment({ recurringInterval: 'monthly', recurringIntervalCount: 1 });
    await adapter.simulator.pay(adapter.formOf(first));
    const token = (await adapter.verify(first)).cardToken ?? '';
    const payment = adapter.newPayment({ amountMinor: PAID_MINOR, ...stored });
    const { providerRef = null } = await adapter.chargeToken(payment, token);
    const completed = { ...payment, status: 'completed', providerRef } as const;
    const sent = await send(completed, orderOf(10_000));
    assert.deepEqual(await returnsOf(completed), [40_000, `refunded ${sent.providerRef}`]);
  });

  it('need the number of the charge: without it, a person has to pay', async () => {
    const payment = await paid();
    assert.equal(adapter.provider.refunds?.({ ...payment, providerRef: null }), undefined);
    assert.equal(adapter.provider.refunds?.({ ...payment, providerRef: '../voids' }), undefined);
    assert.equal(callsOf(payment).isRepeatable, false);
    assert.equal(callsOf(payment).lagUs, 900_000_000);
  });

  for (const [trouble, isMade] of [
    ['error_500', false],
    ['garbage', true],
    ['hang', false],
    ['drop', false],
    ['hang_after_effect', true],
    ['drop_after_effect', true],
    ['endless', true],
  ] as const) {
    it(`${trouble}: is unavailable, is sent once, and the records show the outcome`, async () => {
      const payment = await paid();
      const order = orderOf(PAID_MINOR);
      adapter.limitCalls(SILENCE_MS);
      adapter.simulator.faults.refund = trouble;
      await assert.rejects(send(payment, order), ProviderUnavailable);
      adapter.limitCalls(CALL_MS);
      assert.equal(asked(payment).filter((operation) => operation === 'refund').length, 1);
      assert.equal((await find(payment, order))?.status, isMade ? 'succeeded' : undefined);
    });
  }

  it('are not found while the records lag behind, and then are', async () => {
    const payment = await paid();
    const order = orderOf(10_000);
    adapter.simulator.faults.indexLagMs = 600_000;
    adapter.clock.forward(600);
    await send(payment, order);
    assert.equal(await find(payment, order), undefined);
    adapter.clock.forward(600);
    assert.equal((await find(payment, order))?.status, 'succeeded');
  });

  it('fail when CyberSource refuses them, with its reason', async () => {
    const payment = await paid();
    for (const [refundOutcome, reason] of [
      ['refused', /ACCOUNT_NOT_ALLOWED_CREDIT/],
      ['declined', /PROCESSOR_DECLINED/],
    ] as const) {
      adapter.simulator.faults.refundOutcome = refundOutcome;
      await assert.rejects(
        send(payment, orderOf(10_000)),
        (error) => error instanceof ProviderRefused && reason.test(error.message),
      );
    }
    assert.deepEqual(await returnsOf(payment), [PAID_MINOR]);
  });

  it('fail when the REST key may not refund: a request that is not authenticated is not executed', async () => {
    const payment = await paid();
    const wrong = adapter.another({ LAKAYPAY_CARD_MERCHANT_ID: 'somebody' }).refunds?.(payment);
    await assert.rejects(async () => wrong?.send(payment, orderOf(10_000), adapter.log), ProviderRefused);
    assert.deepEqual(made(payment), [], 'nothing was recorded');
  });

  it('that were declined while the response was lost fail only once all records of the request must be there', async () => {
    const payment = await paid();
    const order = orderOf(10_000);
    Object.assign(adapter.simulator.faults, { refundOutcome: 'declined', refund: 'drop_after_effect' });
    await assert.rejects(send(payment, order), ProviderUnavailable);
    assert.equal((await find(payment, order))?.status, 'pending');
    adapter.clock.forward(1_600);
    const found = await find(payment, order);
    assert.deepEqual([found?.status, found?.word], ['failed', 'refused 233']);
  });

  it('whose request was duplicated on its way are looked up, and an executed copy is shown with the returned money', async () => {
    const payment = await paid();
    const [order, doubled] = [orderOf(10_000), orderOf(20_000)];
    adapter.simulator.faults.refundOutcome = 'duplicate';
    await assert.rejects(send(payment, order), ProviderUnavailable);
    assert.equal((await find(payment, order))?.status, 'succeeded');
    adapter.simulator.faults.refundOutcome = 'doubled';
    const { providerRef } = await send(payment, doubled);
    assert.equal((await find(payment, doubled))?.providerRef, providerRef);
    const [left, ...items] = await returnsOf(payment);
    assert.deepEqual([left, items.length], [0, 3], 'the copy is a return that is not ours');
  });

  for (const isUnderPayment of [false, true]) {
    it(`that were voided in the Business Center have failed (reference of the payment: ${isUnderPayment})`, async () => {
      const payment = await paid();
      const order = orderOf(10_000);
      const { providerRef = '' } = await send(payment, order);
      assert.ok((await find(payment, order))?.nextCheckAtUs, 'it is watched');
      const reference = isUnderPayment ? { reference: String(payment.id) } : {};
      adapter.simulator.giveBack('', { kind: 'void', chargeId: providerRef, ...reference });
      const found = await find(payment, order);
      assert.deepEqual([found?.status, found?.providerRef], ['failed', providerRef]);
      assert.deepEqual(await returnsOf(payment), [PAID_MINOR]);
    });
  }

  it('are watched for three days', async () => {
    const payment = await paid();
    const order = orderOf(10_000);
    await send(payment, order);
    adapter.clock.forward(2 * DAY_S);
    assert.ok((await find(payment, order))?.nextCheckAtUs);
    adapter.clock.forward(2 * DAY_S);
    assert.deepEqual(Object.keys((await find(payment, order)) ?? {}), ['status', 'providerRef', 'word']);
  });

  describe('of the whole amount', () => {
    it('void a charge that the processor does not have yet', async () => {
      const payment = await paid();
      adapter.simulator.faults.voidableMs = DAY_S * 1000;
      const order = orderOf(PAID_MINOR);
      const sent = await send(payment, order);
      assert.deepEqual([sent.status, sent.word], ['succeeded', 'VOIDED']);
      assert.deepEqual(asked(payment), ['void']);
      assert.deepEqual(await find(payment, order), sent);
      assert.deepEqual(await returnsOf(payment), [0, `voided ${sent.providerRef}`]);
    });

    it('are refunds once the processor has the charge, and a void is not even tried after two days', async () => {
      const [payment, old] = [await paid(), await paid()];
      assert.equal((await send(payment, orderOf(PAID_MINOR))).status, 'pending');
      assert.deepEqual(asked(payment), ['void', 'refund']);
      adapter.clock.forward(2 * DAY_S);
      await send(old, orderOf(PAID_MINOR));
      assert.deepEqual(asked(old), ['refund']);
      for (const one of [payment, old]) assert.equal((await returnsOf(one))[0], 0);
    });

    for (const [trouble, isVoided] of [
      ['drop', false],
      ['error_500', false],
      ['garbage', true],
      ['drop_after_effect', true],
    ] as const) {
      it(`${trouble} on the void: no refund follows, and the records show the outcome`, async () => {
        const payment = await paid();
        const order = orderOf(PAID_MINOR);
        Object.assign(adapter.simulator.faults, { voidableMs: DAY_S * 1000, cancel: trouble });
        await assert.rejects(send(payment, order), ProviderUnavailable);
        assert.ok(!asked(payment).includes('refund'));
        assert.equal((await find(payment, order))?.status, isVoided ? 'succeeded' : undefined);
      });
    }

    it('are not sent when it is not clear whether the charge was voided', async () => {
      const payment = await paid();
      const calls: string[] = [];
      const settings = { searchLagSeconds: 0 } as LakaypayCardSettings;
      for (const [status, body] of [
        [201, { id: '1', status: 'PENDING' }],
        [201, { status: 'VOIDED' }],
        [400, { status: 'INVALID_REQUEST', reason: 'DUPLICATE_REQUEST' }],
        [404, { status: 'NOT_FOUND' }],
      ] as const) {
        const api: RestApi = async ({ operation }) => {
          calls.push(operation);
          return { status, body };
        };
        const { send: sendTo } = lakaypayCardRefunds({ api, settings, clock: adapter.clock.now }, payment) ?? {};
        await assert.rejects(async () => sendTo?.(payment, orderOf(PAID_MINOR), adapter.log), ProviderUnavailable);
      }
      assert.deepEqual(calls, ['void', 'void', 'void', 'void']);
    });

    it('are not found in the void of another charge of the payment', async () => {
      const payment = await paid();
      adapter.clock.forward(960);
      await adapter.simulator.pay(adapter.formOf({ ...payment, status: 'processing', providerRef: null }));
      const other = adapter.simulator.transactions().at(-1)?.id ?? '';
      adapter.simulator.giveBack('', { kind: 'void', chargeId: other });
      assert.equal(await find(payment, orderOf(PAID_MINOR)), undefined);
    });
  });
});
