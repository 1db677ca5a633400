import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Payment } from '../../../src/core/payment.ts';
import { describeReply } from '../../../src/providers/natcash/verify.ts';
import { ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type NatcashRig, orderNumberOf, startNatcashRig } from './rig.ts';

describe('verifying a payment with NatCash', () => {
  let rig: NatcashRig;
  before(async () => {
    rig = await startNatcashRig();
  });
  afterEach(() => {
    rig.natcash.repair();
    rig.lines.length = 0;
  });
  after(() => rig.stop());

  const verify = (payment: Payment, settings: Record<string, string> = {}) =>
    rig.provider(settings).verify(payment, rig.log);
  const paid = async () => {
    const payment = await rig.created();
    rig.natcash.pay(orderNumberOf(payment));
    return payment;
  };

  it('an unpaid payment is open, in both ways in which NatCash may report it, and is verified again', async () => {
    const payment = await rig.created();
    for (const unpaidAs101 of [true, false]) {
      rig.natcash.faults.unpaidAs101 = unpaidAs101;
      const { outcome, response, nextCheckAtUs } = await verify(payment);
      assert.deepEqual(outcome, { status: 'open' });
      assert.equal(response.status, unpaidAs101 ? 101 : 0);
      assert.ok(nextCheckAtUs > rig.clock.now());
    }
  });

  it('a paid payment is completed with the amount and the number of NatCash, whether the amount is a number or a text', async () => {
    const payment = await rig.created({ amountMinor: 1_234_00 });
    rig.natcash.pay(orderNumberOf(payment));
    const entry = rig.natcash.book().find(({ reference }) => reference === orderNumberOf(payment));
    for (const amountAsText of [false, true]) {
      rig.natcash.faults.amountAsText = amountAsText;
      const { outcome, providerRef, response } = await verify(payment);
      assert.deepEqual(outcome, { status: 'completed', paid: { amountMinor: 1_234_00, currency: 'HTG' } });
      assert.equal(providerRef, entry?.providerRef);
      assert.equal(response.amount, amountAsText ? '1,234.00 HTG' : 1234);
    }
  });

  it('reports the paid amount, not the requested one', async () => {
    const payment = await paid();
    rig.natcash.faults.wrongAmountMinor = 499_99;
    const { outcome } = await verify(payment);
    assert.deepEqual(outcome, { status: 'completed', paid: { amountMinor: 499_99, currency: 'HTG' } });
  });

  it('a declined or cancelled payment fails as declined at its end, because NatCash reports both alike', async () => {
    for (const end of ['decline', 'cancel'] as const) {
      const payment = await rig.created();
      rig.natcash[end](orderNumberOf(payment));
      const { outcome, providerRef, word } = await verify(payment);
      assert.deepEqual(outcome, { status: 'open' });
      assert.ok(providerRef);
      assert.equal(word, 'responseCode -1');
      const over = await verify({ ...payment, expiresAtUs: rig.clock.now() });
      assert.deepEqual(over.outcome, { status: 'failed', failureReason: 'declined' });
    }
  });

  it('a declined payment is open, and the next attempt on the same page counts', async () => {
    rig.natcash.faults.canTryAgain = true;
    const payment = await rig.created();
    rig.natcash.decline(orderNumberOf(payment));
    assert.deepEqual((await verify(payment)).outcome, { status: 'open' });
    rig.natcash.pay(orderNumberOf(payment));
    assert.equal((await verify(payment)).outcome.status, 'completed');
  });

  it('a payment with responseCode -3 is open, and a later success counts', async () => {
    rig.natcash.faults.unknownChecks = 2;
    const payment = await paid();
    for (const expected of ['open', 'open', 'completed']) {
      assert.equal((await verify(payment)).outcome.status, expected);
    }
  });

  it('a payment with an unknown responseCode is open', async () => {
    const payment = await paid();
    for (const responseCode of [0, 2, -2, 77]) {
      rig.natcash.faults.status = responseCode;
      assert.deepEqual((await verify(payment)).outcome, { status: 'open' });
      // The payment is open at its end too, because the code may mean that it was paid.
      const over = await verify({ ...payment, expiresAtUs: rig.clock.now() });
      assert.deepEqual([over.outcome, over.word], [{ status: 'open' }, `responseCode ${responseCode}`]);
    }
  });

  it('a payment that is unpaid at its end expires, and a paid one completes', async () => {
    const [unpaid, inTime] = [await rig.created(), await paid()];
    rig.clock.forward((unpaid.expiresAtUs - rig.clock.now()) / 1e6 - 1);
    assert.deepEqual((await verify(unpaid)).outcome, { status: 'open' });
    assert.ok((await verify(unpaid)).nextCheckAtUs <= unpaid.expiresAtUs);
    rig.clock.forward(3);
    assert.deepEqual((await verify(unpaid)).outcome, { status: 'failed', failureReason: 'expired' });
    assert.equal((await verify(inTime)).outcome.status, 'completed');
  });

  it('an order that NatCash never got stays open until its end', async () => {
    const payment = rig.payment();
    assert.deepEqual((await verify(payment)).outcome, { status: 'open' });
    assert.deepEqual((await verify({ ...payment, expiresAtUs: rig.clock.now() })).outcome, {
      status: 'failed',
      failureReason: 'expired',
    });
  });

  it('a payment that is stored as failed is verified too', async () => {
    const payment = { ...(await paid()), status: 'failed', failureReason: 'expired' } as const;
    assert.equal((await verify(payment)).outcome.status, 'completed');
  });

  it('a refused request counts as unavailable, also at the end of the payment, and is logged as an error', async () => {
    const payment = { ...(await paid()), expiresAtUs: rig.clock.now() };
    for (const settings of [{ NATCASH_PARTNER_CODE: 'SOMEBODY' }, { NATCASH_PRIVATE_KEY: 'wrong' }]) {
      rig.lines.length = 0;
      await assert.rejects(verify(payment, settings), ProviderUnavailable);
      assert.ok(rig.lines.some((line) => JSON.parse(line).level === 50));
    }
  });

  for (const [fault, timeoutMs] of [
    ['hang', SILENCE_MS],
    ['endless', SILENCE_MS],
    ['drop', CALL_MS],
    ['error_500', CALL_MS],
    ['garbage', CALL_MS],
  ] as const) {
    it(`${fault}: no usable response`, async () => {
      const payment = await paid();
      rig.natcash.faults.query = fault;
      await assert.rejects(verify(payment, { NATCASH_TIMEOUT_MS: String(timeoutMs) }), ProviderUnavailable);
    });
  }

  it('shows no complete phone number in the stored response and in the log', async () => {
    const payment = await rig.created();
    rig.natcash.pay(orderNumberOf(payment), { phone: '50940123456' });
    const { response } = await verify(payment);
    assert.equal(response.toPhone, '…56');
    assert.doesNotMatch(JSON.stringify(response) + rig.lines.join(''), /40123456|sim_/);
  });
});

describe('describeReply', () => {
  const settings = {
    partnerCode: 'PARTNER01',
    username: 'merchant_user',
    password: 'merchant_pass',
    privateKey: 'test_private_key',
    functionCode: 'test_function_code',
  };
  const describeBody = (body: Record<string, unknown>) =>
    describeReply({ status: 0, body, clockAheadMs: undefined }, settings as Parameters<typeof describeReply>[1]);

  it('keeps only known fields', () => {
    const data = { transId: 12, responseCode: 1, secret: 'x', amount: { deep: true } };
    assert.deepEqual(describeBody({ code: 'MSG_SUCCESS', token: 'x', data }), {
      provider: 'natcash',
      status: 0,
      code: 'MSG_SUCCESS',
      transId: 12,
      responseCode: 1,
    });
  });

  it('hides phone numbers and credentials in texts of NatCash, and shortens the texts', () => {
    const { message } = describeBody({ message: 'User merchant_user, +509 40 12 3456 with merchant_pass' });
    assert.equal(message, 'User …, …56 with …');
    assert.equal(describeBody({ data: { toPhone: 50940123456 } }).toPhone, '…56');
    assert.equal(String(describeBody({ message: 'x'.repeat(5000) }).message).length, 200);
    const atTheCut = `${'x'.repeat(190)} 50940123456 merchant_pass`;
    assert.equal(describeBody({ message: atTheCut }).message, `${'x'.repeat(190)} …56 …`);
    assert.doesNotMatch(String(describeBody({ message: `${'x'.repeat(191)}merchant_pass` }).message), /mer/);
  });
});
