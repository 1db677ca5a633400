import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readQueryResponse } from '../../../src/providers/moncash/found-payment.ts';
import { type Outcome, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type Adapter, startAdapter } from './adapter.ts';

const EXPIRED: Outcome = { status: 'failed', failureReason: 'expired' };

describe('verifying a payment with MonCash', () => {
  let adapter: Adapter;
  beforeEach(async () => {
    adapter = await startAdapter();
  });
  afterEach(() => adapter.stop());

  const paid = (amountMinor: number): Outcome => ({ status: 'completed', paid: { amountMinor, currency: 'HTG' } });

  it('404 is "not yet" while the customer still types the PIN', async () => {
    const payment = await adapter.created();
    const { outcome, response, nextCheckAtUs } = await adapter.verify(payment);
    assert.deepEqual(outcome, { status: 'open' });
    assert.deepEqual(response, { status: 404, error: 'Not Found: Transaction Not Found' });
    assert.ok(nextCheckAtUs > adapter.clock.now() && nextCheckAtUs <= payment.expiresAtUs);
  });

  it('404 after the end and the grace period is expired, and not a moment before', async () => {
    const payment = await adapter.created();
    adapter.clock.forward((payment.expiresAtUs - adapter.clock.now()) / 1e6 - 5);
    assert.deepEqual((await adapter.verify(payment)).outcome, { status: 'open' });
    adapter.clock.forward(5);
    assert.deepEqual((await adapter.verify(payment)).outcome, EXPIRED);
  });

  it('404 is expired only when the request was sent after the end, not when its response came after it', async () => {
    const payment = await adapter.created();
    // The request starts a second before the end, and the response comes a second after it.
    adapter.clock.forward((payment.expiresAtUs - adapter.clock.now()) / 1e6 - 1);
    await adapter.provider.checkCredentials?.(adapter.log);
    adapter.onRequest = () => adapter.clock.forward(2);
    assert.deepEqual((await adapter.verify(payment)).outcome, { status: 'open' });
    adapter.onRequest = () => {};
    assert.deepEqual((await adapter.verify(payment)).outcome, EXPIRED);
  });

  it('a payment that was paid at the last moment is found after the end', async () => {
    const payment = await adapter.created();
    await adapter.simulator.pay(String(payment.id));
    adapter.clock.forward(3_600);
    assert.deepEqual((await adapter.verify(payment)).outcome, paid(50_000));
  });

  it("a paid payment has MonCash's transaction id and message, and not the customer's whole phone number", async () => {
    const payment = await adapter.created();
    const transactionId = await adapter.simulator.pay(String(payment.id));
    const verification = await adapter.verify(payment);
    assert.deepEqual(verification.outcome, paid(50_000));
    assert.equal(verification.providerRef, transactionId);
    assert.deepEqual(verification.response, {
      reference: String(payment.id),
      transaction_id: transactionId,
      cost: 500,
      message: 'successful',
      payer: '*********94',
    });
  });

  for (const costAs of ['number', 'string'] as const) {
    it(`the cost is read to the centime as a ${costAs}, and reported whatever it is`, async () => {
      adapter.simulator.faults.costAs = costAs;
      const payment = await adapter.created();
      await adapter.simulator.pay(String(payment.id));
      for (const costMinor of [50_000, 49_999, 10, 7_500_000, 100_000_001]) {
        adapter.simulator.faults.wrongAmountMinor = costMinor;
        assert.deepEqual((await adapter.verify(payment)).outcome, paid(costMinor));
      }
    });
  }

  it('"successful" counts in any letter case; other messages leave the payment open, and at its end only "failed" fails it', async () => {
    const payment = await adapter.created();
    await adapter.simulator.pay(String(payment.id));
    const outcomeWith = async (message: string) => {
      adapter.simulator.faults.status = message;
      return (await adapter.verify(payment)).outcome;
    };
    assert.deepEqual(await outcomeWith('SUCCESSFUL'), paid(50_000));
    const others = ['pending', 'failed', 'reversed', 'unsuccessful', 'successfully', ''];
    for (const message of others) assert.deepEqual(await outcomeWith(message), { status: 'open' }, message);
    adapter.clock.forward(3_600);
    for (const message of others.filter((word) => word !== 'failed')) {
      assert.deepEqual(await outcomeWith(message), { status: 'open' }, message);
    }
    assert.deepEqual(await outcomeWith('failed'), { status: 'failed', failureReason: 'declined' });
  });

  it('a paid payment whose cost cannot be read counts as unavailable: it is neither completed nor failed', async () => {
    const payment = await adapter.created();
    await adapter.simulator.pay(String(payment.id));
    adapter.simulator.faults.wrongAmountMinor = 0;
    await assert.rejects(adapter.verify(payment), /paid, but the cost cannot be read/);
    adapter.clock.forward(3_600);
    await assert.rejects(
      adapter.verify({ ...payment, status: 'failed', failureReason: 'expired' }),
      ProviderUnavailable,
    );
  });

  it('a response about another order counts as unavailable', async () => {
    const payment = await adapter.created();
    await adapter.simulator.pay(String(payment.id));
    adapter.simulator.faults.reference = String(payment.id + 1);
    await assert.rejects(adapter.verify(payment), ProviderUnavailable);
    adapter.simulator.faults.reference = '1559796839';
    await assert.rejects(adapter.verify(payment), ProviderUnavailable);
  });

  for (const fault of ['error_500', 'garbage', 'drop', 'hang', 'endless'] as const) {
    it(`${fault} proves nothing about the payment, whether it was paid or has long expired`, async () => {
      const payment = await adapter.created();
      await adapter.simulator.pay(String(payment.id));
      adapter.limitCalls(SILENCE_MS);
      adapter.simulator.faults.query = fault;
      await assert.rejects(adapter.verify(payment), ProviderUnavailable);
      adapter.clock.forward(3_600);
      await assert.rejects(adapter.verify(payment), ProviderUnavailable);
      adapter.simulator.faults.query = 'none';
      assert.deepEqual((await adapter.verify(payment)).outcome, paid(50_000));
    });
  }

  it('leaves no credential, token or phone number in the log or in an error', async () => {
    const { simulator, lines } = adapter;
    const payment = await adapter.created();
    const errors: string[] = [];
    const failing = async (run: () => Promise<unknown>) => {
      await assert.rejects(run, (error: Error) => {
        errors.push(`${error.stack} ${(error.cause as Error | undefined)?.stack}`);
        return true;
      });
    };
    await simulator.pay(String(payment.id));
    await adapter.verify(payment);
    simulator.faults.rejectBearers = 2;
    await failing(() => adapter.verify(payment));
    adapter.limitCalls(SILENCE_MS);
    simulator.faults.query = 'hang';
    await failing(() => adapter.verify(payment));
    adapter.limitCalls(CALL_MS);
    simulator.faults.refuseCreate = 'no money for 509 3700 7294';
    await failing(() => adapter.create(adapter.newPayment()));
    simulator.faults.token = 'error_500';
    adapter.clock.forward(60);
    await failing(() => adapter.verify(payment));
    assert.ok(lines.length >= 8, lines.join(''));
    const text = lines.join('') + errors.join('');
    for (const secret of [
      ...Object.values(simulator.settings).slice(0, 2),
      'Bearer',
      'Basic',
      'eyJ',
      '50937007294',
      '3700 7294',
    ]) {
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    }
    assert.match(
      lines[1] ?? '',
      /"provider":"moncash","operation":"CreatePayment","transaction_id":"\d+","status_code":202/,
    );
  });
});

describe('readQueryResponse', () => {
  const read = (payment: unknown) =>
    readQueryResponse({ status: 200, headers: {}, text: JSON.stringify({ payment, status: 200 }) }, 'x');
  const costOf = (cost: unknown) => read({ cost }).found?.costMinor;

  it('reads a cost exactly, or not at all', () => {
    for (const [cost, expected] of [
      [250, 25_000],
      ['250', 25_000],
      [' 250.00 ', 25_000],
      [10.1, 1_010],
      ['0.01', 1],
      [1e-7, undefined],
      ['10.005', undefined],
      ['1,000.00', undefined],
      ['250 HTG', undefined],
      [0, undefined],
      [-5, undefined],
      ['', undefined],
      [null, undefined],
      [true, undefined],
      [[250], undefined],
    ] as const) {
      assert.equal(costOf(cost), expected, JSON.stringify(cost));
    }
  });

  it('accepts ids as numbers too, and stores nothing that is not an id', () => {
    const { found } = read({ reference: 170_000_000_000_001, transaction_id: 2_185_608_546 });
    assert.equal(found?.paymentId, 170_000_000_000_001);
    assert.equal(found?.transactionId, '2185608546');
    const odd = read({ reference: { a: 1 }, transaction_id: 'x\0y', message: 7, payer: 'Marie Joseph', cost: 'lots' });
    assert.deepEqual(odd, {
      found: { paymentId: undefined, transactionId: undefined, message: '', costMinor: undefined, payer: undefined },
      response: { reference: null, transaction_id: null, cost: null, message: null, payer: null },
    });
  });

  it('stores messages shortened, without characters that cannot be stored, and without phone numbers', () => {
    const { message } = read({ message: `a\0b\ud800 ${'x'.repeat(300)}` }).response;
    assert.match(String(message), /^a b\ufffd x+$/);
    assert.ok(String(message).length <= 200);
    assert.equal(read({ message: 'of 50937007294' }).response.message, 'of *********94');
    for (const [payer, shown] of [
      ['50937007294', '*********94'],
      ['+509 37 00 7294', '*********94'],
      [50937007294, '*********94'],
    ] as const) {
      assert.equal(read({ payer }).response.payer, shown);
    }
  });

  it('treats every response that is neither a payment nor "not found" as unavailable', () => {
    for (const [status, text] of [
      [200, 'System Error'],
      [200, '{}'],
      [200, '[]'],
      [200, '{"payment":"successful"}'],
      [200, '{"payment":null}'],
      [202, '{"payment":{"message":"successful"}}'],
      [404, '<html>Not Found</html>'],
      [404, '{}'],
      [403, '{"error":"Forbidden","message":"x","status":403}'],
      [500, '{"error":"Internal Server Error","status":500}'],
      [302, ''],
    ] as const) {
      assert.throws(
        () => readQueryResponse({ status, headers: {}, text }, 'x'),
        ProviderUnavailable,
        `${status} ${text}`,
      );
    }
    const rejected = '{"error":"Not Found","message":"Identity Type factor of the credit party","status":404}';
    assert.equal(readQueryResponse({ status: 404, headers: {}, text: rejected }, 'x').found, undefined);
  });
});
