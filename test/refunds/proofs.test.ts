import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Actor } from '../../src/core/actor.ts';
import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE, US_PER_SECOND } from '../../src/core/durations.ts';
import type { Payment } from '../../src/core/payment.ts';
import type { Refund } from '../../src/core/refund.ts';
import type { Database } from '../../src/database/database.ts';
import { listEntriesAbout } from '../../src/features/ledger/store/postings.ts';
import { closeDiscrepancy, recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { deletePayments } from '../../src/features/payments/store/old-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import {
  approveRefund,
  claimRefund,
  completeRefund,
  correctRefund,
  rejectRefund,
  requireRefund,
  resolveRefund,
} from '../../src/features/refunds/decide-refund.ts';
import type { RefundDeps } from '../../src/features/refunds/refund-deps.ts';
import { waitOf } from '../../src/features/refunds/refund-waits.ts';
import { requestRefund } from '../../src/features/refunds/request-refund.ts';
import { sendDueRefunds } from '../../src/features/refunds/send-refunds.ts';
import { recordPause } from '../../src/features/subscriptions/store/charging.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { NoResponse } from '../../src/platform/network/http.ts';
import {
  type Provider,
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundReport,
} from '../../src/providers/provider.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const OPERATOR: Actor = { kind: 'cli', id: null, name: 'marie', address: null };

onBothEngines('the proof of a refund', (engine) => {
  let store: TestStore;
  let shop: Seed;
  let nowUs = 1_800_000_000_000_000;
  before(async () => {
    store = await openTestStore(engine);
    shop = await seed(store.db, { mode: 'live' });
  });
  after(() => store?.close());

  /** Without `calls`, a person pays. */
  const depsOf = (calls?: Partial<RefundCalls>) => {
    const refunds: RefundCalls | undefined = calls && {
      canRefundParts: true,
      isRepeatable: false,
      lagUs: US_PER_MINUTE,
      send: () => Promise.reject(new ProviderUnavailable('timed out')),
      ...calls,
    };
    const provider: Provider = {
      name: 'bank',
      open: () => ({ providerData: null, expiresAtUs: 0, nextCheckAtUs: 0, fields: {} }),
      verify: async ({ amountMinor, currency }) => {
        return { outcome: { status: 'completed', paid: { amountMinor, currency } }, response: {}, nextCheckAtUs: 0 };
      },
      refunds: () => refunds,
    };
    return {
      db: store.db,
      clock: () => nowUs,
      log: createLog('silent'),
      actor: OPERATOR,
      providerFor: () => provider,
      secondPersonAbove: { HTG: null, USD: null },
      restores: { check: async () => null, admit: async () => ({ mark: 0, storeId: null }), note: () => {} },
    } satisfies RefundDeps & { log: unknown };
  };
  const paid = async (): Promise<Payment> => {
    const payment = shop.payment({ ...inStatus('completed'), mode: 'live', providerRef: `paid-${nowUs++}` });
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      await changeCounts(tx, [{ payment, status: payment.status, by: 1 }]);
    });
    return payment;
  };
  const request = async (deps: RefundDeps, { id, websiteId, mode }: Payment, amount?: string): Promise<Refund> => {
    const owner = { websiteId, mode };
    const asked = { owner, name: `of-${nowUs++}`, transactionId: String(id), amount, keyId: 'key_1' };
    return (await requestRefund(deps, asked)).refund;
  };

  // Contract: REFUND-3
  it('that no money moved is a search after the request could arrive last, however long the search takes', async () => {
    let searchUs = 0;
    const deps = depsOf({
      find: async () => {
        nowUs += searchUs;
        return undefined;
      },
    });
    const { id } = await request(deps, await paid());
    await approveRefund(deps, id);
    await sendDueRefunds(deps, 'live');
    const { status, askedAtUs } = await requireRefund(store.db, id);
    assert.equal(status, 'unknown');
    // The records may lag for a minute, and the request may be on its way for ten.
    nowUs = Number(askedAtUs) + 11 * US_PER_MINUTE - US_PER_SECOND;
    searchUs = 5 * US_PER_SECOND;
    await assert.rejects(resolveRefund(deps, id, { notMoved: 'not in the portal' }), /may still arrive/);
    assert.equal((await requireRefund(store.db, id)).status, 'unknown');
    await resolveRefund(deps, id, { notMoved: 'not in the portal' });
    assert.equal((await requireRefund(store.db, id)).status, 'failed');
  });

  // Contract: REFUND-3
  it('that no money moved needs a search, because the refund may have been sent again since a person has looked', async () => {
    let isDown = true;
    const deps = depsOf({
      find: async () => {
        if (isDown) throw new ProviderUnavailable('connection refused');
        return undefined;
      },
    });
    const { id } = await request(deps, await paid());
    await approveRefund(deps, id);
    await assert.rejects(resolveRefund(deps, id, { notMoved: 'not in the portal' }), /cannot be searched/);
    assert.equal((await requireRefund(store.db, id)).status, 'approved');
    isDown = false;
    await resolveRefund(deps, id, { notMoved: 'not in the portal' });
    assert.equal((await requireRefund(store.db, id)).status, 'failed');
  });

  // Contract: REFUND-3
  it('that it was never sent survives the search of another worker', async () => {
    let isReachable = false;
    const deps = depsOf({
      find: async () => undefined,
      send: async () => {
        if (isReachable) return { status: 'succeeded', providerRef: `re-${nowUs}` };
        // The connection takes so long that another worker takes the refund, and finds nothing.
        nowUs += 5 * US_PER_MINUTE;
        await sendDueRefunds(deps, 'live');
        isReachable = true;
        throw new ProviderUnavailable('connection refused', { cause: new NoResponse('connection refused', false) });
      },
    });
    const { id } = await request(deps, await paid());
    await approveRefund(deps, id);
    await sendDueRefunds(deps, 'live');
    const { status, attempts, askedAtUs } = await requireRefund(store.db, id);
    assert.deepEqual([status, attempts, askedAtUs], ['approved', 0, null]);
    nowUs += US_PER_HOUR;
    await sendDueRefunds(deps, 'live');
    assert.equal((await requireRefund(store.db, id)).status, 'succeeded');
  });

  // Contract: REFUND-3
  it('that it failed is no refusal of one copy of its request, if another copy was executed', async () => {
    let isExecuted = false;
    const deps = depsOf({
      isRepeatable: true,
      send: async () => {
        isExecuted = true;
        throw new ProviderRefused('no', 'declined', 'the wallet is full');
      },
      find: async () => (isExecuted ? { status: 'succeeded', providerRef: `found-${nowUs}` } : undefined),
    });
    const { id } = await request(deps, await paid());
    await approveRefund(deps, id);
    await sendDueRefunds(deps, 'live');
    const { status, failureReason } = await requireRefund(store.db, id);
    assert.deepEqual([status, failureReason], ['succeeded', null]);
  });

  it('is of a payment of the mode and the website of the request', async () => {
    const deps = depsOf();
    const { id, websiteId } = await paid();
    const transactionId = String(id);
    const { websiteId: foreign } = await seed(store.db, { mode: 'live' });
    for (const owner of [
      { websiteId, mode: 'test' },
      { websiteId: foreign, mode: 'live' },
    ] as const) {
      await assert.rejects(requestRefund(deps, { owner, name: 'other', transactionId }), /There is no payment/);
    }
  });

  // Contract: REFUND-9
  it('that a person paid it is not the number of the payment itself', async () => {
    const deps = depsOf();
    const payment = await paid();
    const { id } = await request(deps, payment, '100');
    await approveRefund(deps, id);
    await assert.rejects(completeRefund(deps, id, ` ${payment.providerRef} `), /is the payment itself/);
    assert.equal((await requireRefund(store.db, id)).status, 'manual');
    await claimRefund(deps, id);
    await completeRefund(deps, id, '2284013977');
    assert.equal((await requireRefund(store.db, id)).status, 'succeeded');
  });

  // Contract: REFUND-9
  it('that an unknown refund succeeded is not the number of the payment itself', async () => {
    const deps = depsOf();
    const payment = await paid();
    const { id } = await request(deps, payment, '100');
    await store.db.transaction((tx) =>
      tx.query("UPDATE refunds SET status = 'unknown', approved_by = 'x', asked_at_us = 1 WHERE id = $1", [id]),
    );
    const resolve = (succeeded: string) => resolveRefund(deps, id, { succeeded });
    await assert.rejects(resolve(String(payment.providerRef)), /is the payment itself/);
    assert.equal((await resolve('2284013978')).status, 'succeeded');
  });

  // Contract: REFUND-3
  it('one person at a time pays a refund by hand, and no other rejects it in that time', async () => {
    const deps = depsOf();
    const [marie, jean] = ['marie', 'jean'].map((name) => ({ ...deps, actor: { ...OPERATOR, name } })) as [
      typeof deps,
      typeof deps,
    ];
    const { id } = await request(deps, await paid(), '100');
    await approveRefund(deps, id);
    await assert.rejects(completeRefund(marie, id, 'TX-1'), /Claim it before you pay/);
    const claims = await Promise.allSettled([claimRefund(marie, id), claimRefund(jean, id)]);
    assert.deepEqual(claims.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const [payer, other] = claims[0]?.status === 'fulfilled' ? [marie, jean] : [jean, marie];
    const isPaying = new RegExp(`${payer.actor.name} is paying refund ${id} by hand until`);
    await assert.rejects(claimRefund(other, id), isPaying);
    await assert.rejects(rejectRefund(other, id, 'not wanted'), isPaying);
    await assert.rejects(completeRefund(other, id, 'TX-1'), isPaying);
    await claimRefund(payer, id);
    nowUs += 31 * US_PER_MINUTE;
    assert.equal((await claimRefund(other, id)).payer, other.actor.name);
    await assert.rejects(completeRefund(payer, id, 'TX-1'), /is paying refund/);
    assert.equal((await completeRefund(payer, id, 'TX-1', { isUnclaimed: true })).status, 'succeeded');
  });

  it('that a person claimed while the clock was far ahead is free once the clock is right again', async () => {
    const deps = depsOf();
    const jean = { ...deps, actor: { ...OPERATOR, name: 'jean' } };
    const { id } = await request(deps, await paid(), '100');
    await approveRefund(deps, id);
    nowUs += 10 * US_PER_DAY;
    await claimRefund(deps, id);
    nowUs -= 10 * US_PER_DAY;
    assert.equal((await claimRefund(jean, id)).payer, 'jean');
  });

  // Contract: REFUND-3
  it('needs a second person only above the limit, by all refunds of the payment together', async () => {
    const deps = { ...depsOf(), secondPersonAbove: { HTG: 200_00, USD: null } };
    const payment = await paid();
    const owner = { websiteId: payment.websiteId, mode: payment.mode };
    const own = (name: string, amount: string) =>
      requestRefund(deps, { owner, name: `${name}-${payment.id}`, transactionId: String(payment.id), amount });
    const { refund: most } = await own('most', '200');
    assert.equal((await approveRefund(deps, most.id)).status, 'manual', 'at the limit');
    const { refund: more } = await own('more', '0.01');
    await assert.rejects(approveRefund(deps, more.id), /Above 200\.00 HTG/);
    await assert.rejects(completeRefund(deps, most.id, 'TX-OWN', { isUnclaimed: true }), /Above 200\.00 HTG/);
  });

  it('is the same request with an empty amount: all that is left', async () => {
    const deps = depsOf();
    const payment = await paid();
    const owner = { websiteId: payment.websiteId, mode: payment.mode };
    const asked = { owner, name: `rest-${payment.id}`, transactionId: String(payment.id), amount: '' };
    const first = await requestRefund(deps, asked);
    assert.deepEqual([first.isNew, first.refund.amountMinor], [true, payment.amountMinor]);
    assert.deepEqual(await requestRefund(deps, asked), { refund: first.refund, isNew: false });
  });

  // Contract: REFUND-9
  it('a wrong number that a person entered is corrected, and then keeps no other refund from its own', async () => {
    const deps = depsOf();
    const payment = await paid();
    const [one, other] = [await request(deps, payment, '100'), await request(deps, payment, '100')];
    const complete = (id: string, number: string) => completeRefund(deps, id, number, { isUnclaimed: true });
    for (const { id } of [one, other]) await approveRefund(deps, id);
    await complete(one.id, `${payment.id}-2`);
    await assert.rejects(complete(other.id, `${payment.id}-2`), /already paid another refund/);
    const note = 'typed the number of another one';
    await assert.rejects(
      correctRefund(deps, one.id, { succeeded: payment.providerRef ?? '', note }),
      /is the payment itself/,
    );
    await assert.rejects(correctRefund(deps, other.id, { succeeded: 'TX-9', note }), /is manual/);
    const corrected = await correctRefund(deps, one.id, { succeeded: `${payment.id}-1`, note });
    assert.deepEqual([corrected.status, corrected.providerRef], ['succeeded', `${payment.id}-1`]);
    assert.equal((await complete(other.id, `${payment.id}-2`)).status, 'succeeded');
    // It was another customer's: the customer of this payment has nothing.
    const reversed = await correctRefund(deps, other.id, { notMoved: true, note });
    assert.deepEqual([reversed.status, reversed.providerRef], ['reversed', other.id]);
    const entries = (await listEntriesAbout(store.db, payment.id)).filter(({ event }) => event.includes(other.id));
    const sums = entries.flatMap(({ lines }) => lines).filter(({ account }) => account === 'refunds');
    assert.equal(
      sums.reduce((sum, { money }) => sum + money.amountMinor, 0),
      0,
    );
    const again = await request(deps, payment);
    assert.equal(again.amountMinor, payment.amountMinor - 10_000);
    await approveRefund(deps, again.id);
    assert.equal((await complete(again.id, `${payment.id}-2`)).status, 'succeeded');
  });

  // Contract: REFUND-9
  it('a number that a person entered for another refund is corrected before the provider reports whose it is', async () => {
    const number = `tx-${nowUs++}`;
    const deps = depsOf({
      isRepeatable: true,
      send: async () => ({ status: 'succeeded', providerRef: number }),
      find: async (_payment, { id }) => (id === sent.id ? { status: 'succeeded', providerRef: number } : undefined),
    });
    const byHand = depsOf();
    const payment = await paid();
    const [wrong, sent] = [await request(byHand, payment, '100'), await request(deps, payment, '100')];
    await approveRefund(byHand, wrong.id);
    await completeRefund(byHand, wrong.id, number, { isUnclaimed: true });
    await approveRefund(deps, sent.id);
    await sendDueRefunds(deps, 'live');
    const { status, word } = await requireRefund(store.db, sent.id);
    assert.equal(status, 'succeeded' === status ? 'not yet' : status);
    assert.match(word ?? '', /entered for another refund/);
    assert.equal(waitOf(word), 'numberTaken');
    await correctRefund(byHand, wrong.id, { succeeded: `${number}-own`, note: 'typed another number' });
    nowUs += US_PER_HOUR;
    await sendDueRefunds(deps, 'live');
    const ended = await requireRefund(store.db, sent.id);
    assert.deepEqual([ended.status, ended.providerRef], ['succeeded', number]);
    await assert.rejects(
      correctRefund(deps, sent.id, { succeeded: 'TX-77', note: 'no' }),
      /its provider reported it/,
      'what the provider reports is not corrected',
    );
  });

  // Contract: REFUND-9
  it('a number that its provider has reported since is not corrected', async () => {
    let found: string | undefined;
    const deps = depsOf({
      find: async () => (found === undefined ? undefined : { status: 'succeeded', providerRef: found }),
    });
    const { id } = await request(deps, await paid());
    await approveRefund(deps, id);
    await sendDueRefunds(deps, 'live');
    await resolveRefund(deps, id, { succeeded: `typed-${id}` });
    found = `re-${id}`;
    nowUs += US_PER_HOUR;
    await sendDueRefunds(deps, 'live');
    assert.equal((await requireRefund(store.db, id)).providerRef, found);
    await assert.rejects(correctRefund(deps, id, { succeeded: 'TX-78', note: 'no' }), /its provider reported it/);
    assert.equal((await requireRefund(store.db, id)).providerRef, found);
  });

  // Contract: REFUND-6
  it('an open dispute holds the money of the payment, and one that was won holds none', async () => {
    const deps = depsOf();
    const payment = await paid();
    const { id: paymentId, method, amountMinor, currency } = payment;
    const dispute = { kind: 'disputed', method, paymentId, providerRef: `dp_${paymentId}`, word: 'disputed' } as const;
    const caseId = `dsc_${paymentId}`;
    await store.db.transaction((tx) =>
      recordDiscrepancy(tx, caseId, { ...dispute, reported: { amountMinor, currency } }, nowUs),
    );
    await assert.rejects(request(deps, payment), /0\.00 HTG/);
    await store.db.transaction((tx) => closeDiscrepancy(tx, caseId, 'won', nowUs));
    assert.equal((await request(deps, payment)).amountMinor, amountMinor);
  });

  // Contract: REFUND-3
  it('a success is watched until it can no longer be reversed, also after empty searches and after an operator ended it', async () => {
    let found: RefundReport | undefined;
    const records = { watchUs: 3 * US_PER_DAY, find: async () => found };
    const deps = depsOf(records);
    const payment = await paid();
    const [sent, ended] = [await request(deps, payment, '100'), await request(deps, payment, '100')];
    const answering = depsOf({
      ...records,
      send: async (_payment, { id }) => ({ status: 'succeeded', providerRef: `of-${id}`, nextCheckAtUs: nowUs }),
    });
    await approveRefund(deps, sent.id);
    await sendDueRefunds(answering, 'live');
    await approveRefund(deps, ended.id);
    await sendDueRefunds(deps, 'live');
    await resolveRefund(deps, ended.id, { succeeded: `portal-${ended.id}` });
    const statuses = async () =>
      Promise.all([sent, ended].map(async ({ id }) => (await requireRefund(store.db, id)).status));
    for (let day = 0; day < 2; day++) {
      nowUs += US_PER_DAY;
      await sendDueRefunds(deps, 'live');
    }
    assert.deepEqual(await statuses(), ['succeeded', 'succeeded']);
    found = { status: 'failed' };
    nowUs += US_PER_DAY;
    await sendDueRefunds(deps, 'live');
    assert.deepEqual(await statuses(), ['reversed', 'reversed']);
    // Nothing is searched for for ever.
    found = undefined;
    const old = await request(deps, payment, '100');
    await approveRefund(deps, old.id);
    await sendDueRefunds(answering, 'live');
    nowUs += 4 * US_PER_DAY;
    await sendDueRefunds(deps, 'live');
    assert.equal((await requireRefund(store.db, old.id)).nextStepAtUs, null);
  });

  it('an approved refund that cannot be searched or sent now is tried again at once, and then every five minutes', async () => {
    const down = async () => Promise.reject(new ProviderUnavailable('connection refused'));
    const unreachable = async () => {
      const cause = new NoResponse('connection refused', false);
      throw new ProviderUnavailable('connection refused', { cause });
    };
    for (const calls of [{ find: down }, { send: unreachable }]) {
      const deps = depsOf(calls);
      const { id } = await request(deps, await paid());
      await approveRefund(deps, id);
      const waits = [];
      for (let attempt = 0; attempt < 4; attempt++) {
        await sendDueRefunds(deps, 'live');
        const { status, nextStepAtUs } = await requireRefund(store.db, id);
        assert.equal(status, 'approved');
        waits.push((Number(nextStepAtUs) - nowUs) / US_PER_SECOND);
        nowUs = Number(nextStepAtUs);
      }
      assert.deepEqual(waits, [10, 300, 300, 300], Object.keys(calls)[0]);
      await resolveRefund(depsOf({}), id, { notMoved: 'it was never sent' });
    }
  });

  it('a refund that cannot be sent says why', async () => {
    const { id } = await request(depsOf({}), await paid());
    await approveRefund(depsOf({}), id);
    await sendDueRefunds(depsOf(), 'live');
    const { status, word } = await requireRefund(store.db, id);
    assert.deepEqual([status, word], ['approved', 'its provider is not set up, or takes no such refund']);
  });

  it('is not requested of a payment that is moved to an archive at the same moment', async () => {
    const payment = await paid();
    const deps = depsOf();
    const db: Database = {
      ...store.db,
      transaction: async (work) => {
        await store.db.transaction((tx) => deletePayments(tx, [payment.id], nowUs));
        return store.db.transaction(work);
      },
    };
    await assert.rejects(request({ ...deps, db }, payment), /There is no payment/);
    const rows = await store.db.query('SELECT id FROM refunds WHERE payment_id = $1', [payment.id]);
    assert.deepEqual(rows, []);
  });

  // Contract: REFUND-3
  it('a store that was restored after the payment may have lost that a person paid its refund, and says so', async () => {
    const deps = depsOf();
    const payment = await paid();
    const [before, later] = [await request(deps, payment, '100'), await request(deps, payment, '100')];
    assert.equal((await approveRefund(deps, before.id)).word, null);
    nowUs += US_PER_HOUR;
    await store.db.transaction((tx) =>
      recordPause(tx, deps, { reason: 'restored', storeId: null, mark: 0, place: null }),
    );
    await assert.rejects(rejectRefund(deps, later.id, 'not wanted'), /may already have been sent/);
    assert.match((await approveRefund(deps, later.id)).word ?? '', /the store was restored after the payment/);
    assert.equal((await rejectRefund(deps, later.id, 'not in the portal')).status, 'failed');
  });

  // Contract: REFUND-3
  it('a refund that the lost part of a store has sent is found before a person has to pay it', async () => {
    let isLost = true;
    const deps = depsOf({
      isRepeatable: true,
      hidesRefunds: true,
      find: async (_payment, { id }) => (isLost ? { status: 'succeeded', providerRef: `lost-${id}` } : undefined),
    });
    const payment = await paid();
    await store.db.transaction((tx) =>
      recordPause(tx, deps, { reason: 'restored', storeId: null, mark: 0, place: null }),
    );
    const [sent, never] = [await request(deps, payment, '100'), await request(deps, payment, '100')];
    await approveRefund(deps, sent.id);
    await sendDueRefunds(deps, 'live');
    assert.equal((await requireRefund(store.db, sent.id)).status, 'succeeded');
    isLost = false;
    nowUs += US_PER_HOUR;
    await approveRefund(deps, never.id);
    await sendDueRefunds(deps, 'live');
    const { status, word } = await requireRefund(store.db, never.id);
    assert.equal(status, 'manual');
    assert.match(word ?? '', /the store was restored after the payment/);
  });

  // Contract: REFUND-3
  it('after a restore, no refund is sent or ended before a request from before it must have arrived', async () => {
    let sent = 0;
    const deps = depsOf({
      find: async () => undefined,
      send: async () => {
        sent++;
        return { status: 'succeeded', providerRef: `after-${nowUs}` };
      },
    });
    const payment = await paid();
    const [one, other] = [await request(deps, payment, '100'), await request(deps, payment, '100')];
    await approveRefund(deps, one.id);
    await store.db.transaction((tx) =>
      recordPause(tx, deps, { reason: 'restored', storeId: null, mark: 0, place: null }),
    );
    // Charging has resumed, the records may lag for a minute, and a request from before may be on its way for ten.
    nowUs += 11 * US_PER_MINUTE - US_PER_SECOND;
    await sendDueRefunds(deps, 'live');
    const { status, word } = await requireRefund(store.db, one.id);
    assert.deepEqual(
      [sent, status, word],
      [0, 'approved', 'the store was restored: a request from before may still arrive'],
    );
    await assert.rejects(rejectRefund(deps, other.id, 'not wanted'), /may already have been sent/);
    await assert.rejects(resolveRefund(deps, one.id, { notMoved: 'not in the portal' }), /may still arrive/);
    nowUs += 6 * US_PER_MINUTE;
    await rejectRefund(deps, other.id, 'not wanted');
    await sendDueRefunds(deps, 'live');
    assert.deepEqual([sent, (await requireRefund(store.db, one.id)).status], [1, 'succeeded']);
  });
});
