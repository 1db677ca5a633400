import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import type { Payment } from '../../src/core/payment.ts';
import { applyVerification } from '../../src/features/payments/apply-verification.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { findSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import type { Verification } from '../../src/providers/provider.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { assertSound } from '../support/soundness.ts';
import { type ChargingStore, chargingStore } from './charging-store.ts';

const TOKEN = 'token-of-the-card-7';

onOneEngineByDay('the token of a recurring card', (engine) => {
  let charging: ChargingStore;
  let lines: string[];
  beforeEach(async () => {
    charging = await chargingStore(engine);
    lines = [];
  });
  afterEach(async () => {
    await assertSound(charging.store.db);
    await charging.close();
  });

  const recurring = { recurringInterval: 'monthly', recurringIntervalCount: 1 } as const;
  const reported = (payment: Payment, changes: Partial<Verification> = {}): Verification => ({
    outcome: { status: 'completed', paid: { amountMinor: payment.amountMinor, currency: payment.currency } },
    response: {},
    nextCheckAtUs: charging.now(),
    providerRef: 'charge-1',
    ...changes,
  });
  const apply = (payment: Payment, changes: Partial<Verification> = {}) => {
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    return applyVerification(charging.worker(), payment, reported(payment, changes), log);
  };
  const find = ({ id }: Payment) => findSubscription(charging.store.db, subscriptionId(id));

  // Contract: RECURRING-1
  test('that arrives with the completion is stored in the same transaction', async () => {
    const payment = await charging.open(recurring);
    assert.equal((await apply(payment, { cardToken: TOKEN })).status, 'completed');
    const subscription = await find(payment);
    assert.equal(
      charging.worker().box.open('card-token', subscription?.cardTokenSealed ?? '', subscription?.id ?? ''),
      TOKEN,
    );
    assert.deepEqual(lines, []);
  });

  test('that is missing prevents the subscription: the payment is completed, and an error is logged', async () => {
    const payment = await charging.open(recurring);
    assert.equal((await apply(payment)).status, 'completed');
    assert.equal(await find(payment), undefined);
    assert.equal(lines.length, 1);
    const line = JSON.parse(lines[0] ?? '{}');
    assert.deepEqual([line.level, line.transaction_id, line.provider_ref], [50, String(payment.id), 'charge-1']);
    assert.match(line.msg, /no card token/);
  });

  test('that arrives later, in a second notification, starts a subscription from the time of the completion', async () => {
    const payment = await charging.open(recurring);
    const completed = await apply(payment);
    charging.setNow(charging.now() + 3_600_000_000);
    assert.equal((await apply(payment, { cardToken: TOKEN })).status, 'completed');
    const subscription = await find(payment);
    assert.equal(subscription?.anchorAtUs, completed.finishedAtUs);
    assert.equal(subscription?.status, 'active');
    // A third notification changes nothing, even with another token.
    await apply(payment, { cardToken: 'another' });
    assert.deepEqual(await find(payment), subscription);
  });

  test('that arrives after the payment was read as completed is stored as well', async () => {
    const completed = await apply(await charging.open(recurring));
    await apply(completed, { cardToken: TOKEN });
    assert.equal((await find(completed))?.status, 'active');
  });

  test('from thirty concurrent results, some without it, starts one subscription', async () => {
    const payment = await charging.open(recurring);
    await Promise.all(Array.from({ length: 30 }, (_, index) => apply(payment, index % 3 ? { cardToken: TOKEN } : {})));
    const rows = await charging.store.db.query('SELECT id FROM subscriptions');
    assert.equal(rows.length, 1);
  });

  // Contract: RECURRING-1
  test('of a payment that failed, has another amount or does not recur, is not stored', async () => {
    const [declined, other, plain] = [
      await charging.open(recurring),
      await charging.open(recurring),
      await charging.open({}),
    ];
    await apply(declined, { cardToken: TOKEN, outcome: { status: 'failed', failureReason: 'declined' } });
    await apply(declined, { cardToken: TOKEN });
    const paid = { amountMinor: 1, currency: 'HTG' } as const;
    await apply(other, { cardToken: TOKEN, outcome: { status: 'completed', paid } });
    await apply(plain, { cardToken: TOKEN });
    await apply(plain, { cardToken: TOKEN });
    assert.deepEqual(await charging.store.db.query('SELECT id FROM subscriptions'), []);
    assert.doesNotMatch(lines.join(''), new RegExp(TOKEN));
  });

  // Contract: RECURRING-11
  test('is never stored as plain text', async () => {
    const payment = await charging.open(recurring);
    await apply(payment, { cardToken: TOKEN });
    await apply(payment, { cardToken: TOKEN });
    const { db } = charging.store;
    const everything = await Promise.all(
      ['payments', 'subscriptions', 'deliveries', 'events'].map((table) => db.query(`SELECT * FROM ${table}`)),
    );
    assert.doesNotMatch(JSON.stringify(everything), new RegExp(TOKEN));
  });
});
