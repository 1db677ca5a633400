import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  initialStatus,
  isFinal,
  isPaidInHtgOnly,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentStatus,
  TRANSITIONS,
} from '../../src/core/payment.ts';
import { markAsProcessing } from '../../src/features/payments/mark-as-processing.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { finishPayment, startProcessing } from '../../src/features/payments/store/finish-payment.ts';
import { onBothEngines } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { settling } from '../support/settling.ts';
import { assertSound } from '../support/soundness.ts';

/** The table of the contract, written again by hand. */
const ALLOWED = ['pending>processing', 'processing>completed', 'processing>failed', 'pending>failed'];
const MOVES = PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => ({ from, to })));

test('wallets take gourdes only', () => {
  assert.deepEqual(PAYMENT_METHODS.filter(isPaidInHtgOnly), ['moncash', 'natcash']);
});

describe('the state table', () => {
  // Contract: STATE-1
  test('has exactly the changes of status of the contract', () => {
    const held = MOVES.filter(({ from, to }) => TRANSITIONS[from].includes(to)).map(({ from, to }) => `${from}>${to}`);
    assert.deepEqual(held.sort(), [...ALLOWED].sort());
  });

  test('reaches every status from the first one', () => {
    const reached = new Set<PaymentStatus>(PAYMENT_METHODS.map(initialStatus));
    for (const status of reached) for (const next of TRANSITIONS[status]) reached.add(next);
    assert.deepEqual([...reached].sort(), [...PAYMENT_STATUSES].sort());
  });

  test('has no exit from a final status, and no other status without one', () => {
    for (const status of PAYMENT_STATUSES) assert.equal(isFinal(status), ['completed', 'failed'].includes(status));
  });
});

onBothEngines('moves between states', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
  });
  after(() => gateway.stop());

  for (const { from, to } of MOVES.filter((move) => move.to !== 'pending')) {
    const isAllowed = ALLOWED.includes(`${from}>${to}`);
    test(`one statement ${isAllowed ? 'moves' : 'refuses to move'} ${from} to ${to}`, async () => {
      const { db, clock } = gateway.store;
      const before = await paymentIn(gateway, from);
      const moved = await db
        .transaction(async (tx) => {
          const finish = {
            status: to as 'completed' | 'failed',
            failureReason: to === 'failed' ? 'declined' : null,
            finishedAtUs: clock(),
          } as const;
          const payment =
            to === 'processing'
              ? await startProcessing(tx, before.id)
              : (await finishPayment(tx, before.id, finish))?.payment;
          // The statement alone would make counts and events wrong, so this test rolls it back.
          throw new RolledBack(payment?.status);
        })
        .catch((error) => error);
      assert.ok(moved instanceof RolledBack, moved);
      assert.equal(moved.status, isAllowed ? to : undefined);
      assert.deepEqual(await findPayment(db, before.id), before);
    });
  }

  for (const { from, to } of MOVES.filter((move) => move.to !== 'pending')) {
    // A verb that finishes a pending card payment sets processing first, in the same transaction.
    const reaches = ALLOWED.includes(`${from}>${to}`) || (from === 'pending' && to === 'completed');
    test(`the verb for ${to} ${reaches ? 'moves' : 'leaves'} a payment that is ${from}`, async () => {
      const { store } = gateway;
      const before = await paymentIn(gateway, from);
      const events = await eventsOf(gateway, before.id);
      if (to === 'processing') await markAsProcessing(store, before);
      else {
        const settled = await settlePayment(
          settling(store),
          before,
          to === 'failed' ? { status: 'failed', failureReason: 'cancelled' } : { status: 'completed' },
        );
        assert.equal(settled?.status, reaches ? to : undefined);
      }
      const now = await findPayment(store.db, before.id);
      if (!reaches) assert.deepEqual(now, before);
      assert.equal(now?.status, reaches ? to : from);
      assert.equal(now?.finishedAtUs !== null, isFinal(now!.status));
      assert.equal(now?.failureReason !== null, now?.status === 'failed');
      assert.equal(await eventsOf(gateway, before.id), events + (reaches && to !== 'processing' ? 1 : 0));
      await assertSound(store.db);
    });
  }

  test('409 a helper cannot finish a final payment', async () => {
    for (const status of ['completed', 'failed'] as const) {
      const { id } = await paymentIn(gateway, status);
      const before = (await gateway.api.get(`/payments/${id}`)).text;
      for (const verb of ['complete', 'fail']) {
        const response = await gateway.api.post(`/test_helpers/payments/${id}/${verb}`);
        assert.equal(response.status, 409);
        assert.equal(response.json.error, 'payment_already_final');
      }
      assert.equal((await gateway.api.post(`/payments/${id}/verify`)).json.data.status, status);
      assert.equal((await gateway.api.get(`/payments/${id}`)).text, before);
    }
  });
});

class RolledBack extends Error {
  readonly status: PaymentStatus | undefined;

  constructor(status: PaymentStatus | undefined) {
    super('rolled back');
    this.status = status;
  }
}

async function paymentIn({ api, store }: TestGateway, status: PaymentStatus) {
  const method = status === 'pending' ? 'card' : 'moncash';
  const { json } = await api.post('/payments', paymentRequest({ payment_method: method }));
  const id = Number(json.transaction_id);
  if (status === 'completed') await api.post(`/test_helpers/payments/${id}/complete`);
  if (status === 'failed') await api.post(`/test_helpers/payments/${id}/fail`);
  const payment = await findPayment(store.db, id);
  assert.equal(payment?.status, status);
  return payment!;
}

async function eventsOf({ store }: TestGateway, id: number): Promise<number> {
  const [row] = await store.db.query<{ n: number }>('SELECT count(*) AS n FROM events WHERE payment_id = $1', [id]);
  return row!.n;
}
