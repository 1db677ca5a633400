import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Database, Transaction } from '../../src/database/database.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { webhookBody } from '../../src/features/webhooks/sign.ts';
import { claimDeliveries } from '../../src/features/webhooks/store/claim-deliveries.ts';
import { deleteOldDeliveries } from '../../src/features/webhooks/store/delete-old-deliveries.ts';
import type { Delivery } from '../../src/features/webhooks/store/delivery-table.ts';
import { type AttemptRecord, listAttempts, recordAttempts } from '../../src/features/webhooks/store/delivery-tries.ts';
import { websitesWithDueDeliveries } from '../../src/features/webhooks/store/due-websites.ts';
import { findDelivery, listDeliveries } from '../../src/features/webhooks/store/list-deliveries.ts';
import {
  listDeliveryRange,
  restartDeliveries,
  restartDelivery,
} from '../../src/features/webhooks/store/restart-deliveries.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { insertDelivery } from '../support/insert-delivery.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const NOW_US = 1_700_000_100_000_000;
const LEASE_US = 45_000_000;

onBothEngines('deliveries', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
  });
  after(() => store.close());

  const newWebsite = async (callbackUrl: string | null = 'https://shop.example/'): Promise<Seed> => {
    const owner = await seed(store.db);
    await store.db.transaction((tx) =>
      tx.query('UPDATE websites SET callback_url = $2 WHERE id = $1', [owner.websiteId, callbackUrl]),
    );
    return owner;
  };
  /** Deliveries of a website whose events happened a microsecond after each other. */
  const insert = async (owner: Seed, count: number, finishedAtUs = NOW_US - count): Promise<string[]> => {
    const payments = Array.from({ length: count }, (_, index) =>
      owner.payment({ ...inStatus('completed'), finishedAtUs: finishedAtUs + index }),
    );
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      for (const payment of payments) await insertDelivery(tx, payment, 0);
    });
    return payments.map((payment) => `dlv_${payment.id}`);
  };
  const claim = (db: Database, { websiteId }: Seed, limit: number, nowUs = NOW_US) =>
    db.transaction((tx) =>
      claimDeliveries(tx, {
        websites: [{ websiteId, limit }],
        nowUs,
        leaseUntilUs: nowUs + LEASE_US,
        skipLocked: db.skipLocked,
      }),
    );
  const attempt = (delivery: Delivery, changes: Partial<AttemptRecord> = {}): AttemptRecord => ({
    delivery,
    url: delivery.url,
    tried: { atUs: NOW_US, durationMs: 5, statusCode: 500, error: null, responseStart: 'no', signature: null },
    status: 'pending',
    nextAttemptAtUs: NOW_US + 30_000_000,
    deliveredAtUs: null,
    ...changes,
  });
  const record = (...records: AttemptRecord[]) => store.db.transaction((tx) => recordAttempts(tx, records));
  const found = async (id: string): Promise<Delivery & { readonly mode: string }> => {
    const delivery = await findDelivery(store.db, id);
    assert.ok(delivery, id);
    return delivery;
  };
  const delivered = { status: 'delivered', nextAttemptAtUs: null, deliveredAtUs: NOW_US } as const;
  const ids = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id).sort();

  it('are stored for live and for test payments, with the bytes that will be sent', async () => {
    const owner = await newWebsite();
    const live = await seed(store.db);
    await store.db.transaction((tx) => tx.query("UPDATE api_keys SET mode = 'live' WHERE id = $1", [live.apiKeyId]));
    const key = { websiteId: owner.websiteId, apiKeyId: live.apiKeyId };
    const payments = [
      owner.payment({ ...inStatus('failed'), metadata: '{"b":1.0,"a":[]}', reference: '\\"\u2028' }),
      owner.payment({ ...inStatus('completed'), ...key, mode: 'live' }),
    ];
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      for (const payment of payments) await insertDelivery(tx, payment, 7_000_000);
    });
    for (const payment of payments) {
      assert.deepEqual(await found(`dlv_${payment.id}`), {
        id: `dlv_${payment.id}`,
        mode: payment.mode,
        paymentId: payment.id,
        refundId: null,
        websiteId: owner.websiteId,
        event: payment.status === 'failed' ? 'payment.failed' : 'payment.success',
        url: 'https://shop.example/',
        body: webhookBody(payment),
        eventAtUs: payment.finishedAtUs,
        status: 'pending',
        attempts: 0,
        scheduleStep: 0,
        lastError: null,
        lastStatusCode: null,
        nextAttemptAtUs: (payment.finishedAtUs ?? 0) + 7_000_000,
        createdAtUs: payment.finishedAtUs,
        deliveredAtUs: null,
      });
    }
  });

  it('are not stored for a website without a callback URL', async () => {
    const owner = await newWebsite(null);
    await insert(owner, 2);
    assert.deepEqual(await listDeliveries(store.db, { websiteId: owner.websiteId }, 10), []);
  });

  it('are claimed for several websites at once, up to the limit of each, the longest due first', async () => {
    const shops = [await newWebsite(), await newWebsite(), await newWebsite()];
    const inserted = await Promise.all([3, 5, 1].map((count, index) => insert(shops[index]!, count)));
    const websites = [2, 3, 4].map((limit, index) => ({ websiteId: shops[index]!.websiteId, limit }));
    const due = { websites, nowUs: NOW_US, leaseUntilUs: NOW_US + LEASE_US, skipLocked: store.db.skipLocked };
    const claimed = await store.db.transaction((tx) => claimDeliveries(tx, due));
    const expected = inserted.flatMap((all, index) => all.slice(0, [2, 3, 4][index]));
    assert.deepEqual(ids(claimed), expected.sort());
    assert.ok(claimed.every(({ nextAttemptAtUs }) => nextAttemptAtUs === NOW_US + LEASE_US));
    const rest = await store.db.transaction((tx) => claimDeliveries(tx, due));
    assert.deepEqual(ids(rest), inserted.flatMap((all, index) => all.slice([2, 3, 4][index])).sort());
  });

  it('that are due name their websites, the longest waiting first', async () => {
    const websites = [await newWebsite(), await newWebsite(), await newWebsite()];
    await insert(websites[0]!, 3, 2_000);
    await insert(websites[1]!, 300, 1_000);
    await insert(websites[2]!, 1, 5_000);
    const due = async (nowUs: number) =>
      (await websitesWithDueDeliveries(store.db, nowUs)).map((row) => [row.website_id, row.due_at_us]);
    const expected = [1_000, 2_000, 5_000].map((at, index) => [
      [1, 0, 2].map((n) => websites[n]?.websiteId)[index],
      at,
    ]);
    assert.deepEqual(await due(5_000), expected);
    assert.deepEqual(await due(4_999), expected.slice(0, 2));
    assert.deepEqual(await due(999), []);
    for (const website of websites) await claim(store.db, website, 1_000, 10_000);
    assert.deepEqual(await due(10_000), []);
  });

  it('are claimed longest due first, under a lease, and again when the lease has expired', async () => {
    const owner = await newWebsite();
    const inserted = await insert(owner, 5);
    const first = await claim(store.db, owner, 2);
    assert.deepEqual(ids(first), inserted.slice(0, 2).sort());
    assert.ok(first.every((delivery) => delivery.nextAttemptAtUs === NOW_US + LEASE_US));
    assert.deepEqual(ids(await claim(store.db, owner, 10)), inserted.slice(2).sort());
    assert.deepEqual(await claim(store.db, owner, 10, NOW_US + LEASE_US - 1), []);
    assert.equal((await claim(store.db, owner, 10, NOW_US + LEASE_US)).length, 5);
  });

  it('are never claimed by two workers', async () => {
    const owner = await newWebsite();
    const inserted = await insert(owner, 300);
    const nodes = engine === 'sqlite' ? [store.db, store.db] : [store.db, store.open()];
    const claimed: Delivery[] = [];
    const work = async (db: Database) => {
      for (let batch = await claim(db, owner, 7); batch.length > 0; batch = await claim(db, owner, 7)) {
        assert.ok(batch.length <= 7);
        claimed.push(...batch);
      }
    };
    await Promise.all([...nodes, ...nodes].map(work));
    assert.deepEqual(ids(claimed), inserted.sort());
  });

  it('keep every attempt and the result of the last one', async () => {
    const owner = await newWebsite();
    const [id = ''] = await insert(owner, 1);
    const [first] = await claim(store.db, owner, 1);
    await record(attempt(first!, { url: 'https://moved.example/' }));
    const pending = await found(id);
    assert.deepEqual(
      [pending.status, pending.attempts, pending.scheduleStep, pending.lastStatusCode, pending.url],
      ['pending', 1, 1, 500, 'https://moved.example/'],
    );
    const [second] = await claim(store.db, owner, 1, pending.nextAttemptAtUs ?? 0);
    const tried = {
      atUs: NOW_US + 9,
      durationMs: 7,
      statusCode: null,
      error: 'reset',
      responseStart: null,
      signature: null,
    };
    await record(attempt(second!, { tried, status: 'exhausted', nextAttemptAtUs: null }));
    const ended = await found(id);
    assert.deepEqual(
      [ended.status, ended.attempts, ended.scheduleStep, ended.lastStatusCode, ended.lastError, ended.nextAttemptAtUs],
      ['exhausted', 2, 2, null, 'reset', null],
    );
    assert.deepEqual(await listAttempts(store.db, id), [
      { attempt: 1, ...attempt(first!).tried, url: 'https://moved.example/' },
      { attempt: 2, ...tried, url: second?.url },
    ]);
  });

  it('follow the plan of the worker with the lease: a late attempt of another worker is only added to the log', async () => {
    const owner = await newWebsite();
    const [id = ''] = await insert(owner, 1);
    const [late] = await claim(store.db, owner, 1);
    const [current] = await claim(store.db, owner, 1, NOW_US + LEASE_US);
    await record(attempt(late!, delivered));
    const leased = await found(id);
    assert.deepEqual([leased.status, leased.attempts, leased.scheduleStep], ['pending', 1, 0]);
    assert.equal(leased.nextAttemptAtUs, NOW_US + 2 * LEASE_US);
    await record(attempt(current!));
    const after = await found(id);
    assert.deepEqual([after.status, after.attempts, after.scheduleStep], ['pending', 2, 1]);
    assert.equal((await listAttempts(store.db, id)).length, 2);
  });

  it('restart by hand in every status, also while an attempt is on its way', async () => {
    const owner = await newWebsite();
    const endings: Partial<AttemptRecord>[] = [
      delivered,
      { status: 'refused', nextAttemptAtUs: null },
      { status: 'exhausted', nextAttemptAtUs: null },
      {},
    ];
    for (const ending of endings) {
      const [id = ''] = await insert(owner, 1);
      const [claimed] = await claim(store.db, owner, 1);
      await record(attempt(claimed!, ending));
      const before = await found(id);
      const again = await store.db.transaction((tx) => restartDelivery(tx, id, NOW_US + 5));
      const { mode: _, ...now } = await found(id);
      assert.deepEqual(again, now);
      const { mode: __, ...rest } = before;
      assert.deepEqual(again, {
        ...rest,
        status: 'pending',
        scheduleStep: 0,
        nextAttemptAtUs: NOW_US + 5,
        deliveredAtUs: null,
      });
      assert.equal((await listAttempts(store.db, id)).length, 1, 'earlier attempts stay');
      await claim(store.db, owner, 1, NOW_US + 5);
    }
    const [id = ''] = await insert(owner, 1);
    const [running] = await claim(store.db, owner, 1);
    await store.db.transaction((tx) => restartDelivery(tx, id, NOW_US + 5));
    await record(attempt(running!, delivered));
    const restarted = await found(id);
    assert.deepEqual([restarted.status, restarted.nextAttemptAtUs, restarted.attempts], ['pending', NOW_US + 5, 1]);
    assert.equal(await store.db.transaction((tx) => restartDelivery(tx, 'dlv_none', NOW_US)), undefined);
  });

  it('restart for one website and a range of time, which includes its start and excludes its end', async () => {
    const [owner, other] = [await newWebsite(), await newWebsite()];
    const mine = await insert(owner, 10, 1_000);
    await insert(other, 10, 1_000);
    for (const delivery of await claim(store.db, owner, 10)) {
      const isFailed = mine.indexOf(delivery.id) % 2 === 0;
      await record(attempt(delivery, isFailed ? { status: 'exhausted', nextAttemptAtUs: null } : delivered));
    }
    const restart = (range: { fromUs: number; toUs: number; status?: 'exhausted' }) =>
      store.db.transaction(async (tx) =>
        restartDeliveries(tx, await listDeliveryRange(tx, { websiteId: owner.websiteId, ...range }), NOW_US + 5),
      );
    const pending = async () =>
      ids(await listDeliveries(store.db, { websiteId: owner.websiteId, status: 'pending' }, 99));
    assert.equal(await restart({ fromUs: 1_002, toUs: 1_005, status: 'exhausted' }), 2);
    assert.deepEqual(await pending(), [mine[2], mine[4]].sort());
    assert.equal(await restart({ fromUs: 1_006, toUs: 1_008 }), 2);
    assert.deepEqual(await pending(), [mine[2], mine[4], mine[6], mine[7]].sort());
    assert.equal(await restart({ fromUs: 1_010, toUs: 2_000 }), 0);
    const theirs = await listDeliveries(store.db, { websiteId: other.websiteId }, 99);
    assert.ok(theirs.every((delivery) => delivery.nextAttemptAtUs === delivery.eventAtUs));
  });

  it('are listed newest first, by website, status and payment', async () => {
    const owner = await newWebsite();
    const inserted = await insert(owner, 4);
    const list = async (filter: object, limit = 10) =>
      (await listDeliveries(store.db, { websiteId: owner.websiteId, ...filter }, limit)).map(({ id }) => id);
    assert.deepEqual(await list({}), [...inserted].reverse());
    assert.deepEqual(await list({}, 2), [inserted[3], inserted[2]]);
    assert.deepEqual(await list({ paymentId: Number(inserted[1]?.slice(4)) }), [inserted[1]]);
    assert.deepEqual(await list({ status: 'delivered' }), []);
  });

  it('are deleted with their attempts when they are old and have ended, a batch at a time', async () => {
    await store.db.transaction(async (tx) => {
      await tx.query('DELETE FROM delivery_tries');
      await tx.query('DELETE FROM deliveries');
    });
    const owner = await newWebsite();
    const old = await insert(owner, 5, 1_000);
    for (const delivery of await claim(store.db, owner, 4)) await record(attempt(delivery, delivered));
    const [young = ''] = await insert(owner, 1, 2_000);
    const [stillOld, claimed] = await claim(store.db, owner, 2);
    assert.deepEqual([stillOld?.id, claimed?.id].sort(), [old[4], young].sort());
    await record(attempt(stillOld?.id === young ? stillOld : claimed!, delivered));
    const deleteOld = (beforeUs: number, limit: number) =>
      store.db.transaction((tx) => deleteOldDeliveries(tx, beforeUs, limit));
    assert.equal(await deleteOld(1_003, 2), 2);
    assert.equal(await deleteOld(1_003, 2), 1);
    assert.equal(await deleteOld(1_003, 2), 0);
    assert.equal(await deleteOld(2_000, 100), 1, 'the pending delivery is not deleted');
    const left = await listDeliveries(store.db, {}, 99);
    assert.deepEqual(ids(left), [old[4], young].sort());
    const tries = await store.db.query<{ delivery_id: string }>('SELECT delivery_id FROM delivery_tries');
    assert.deepEqual(
      tries.map((row) => row.delivery_id),
      [young],
    );
  });

  it('are complete or deleted after a resend that runs while old deliveries are deleted; the resend returns which', async () => {
    const owner = await newWebsite();
    const [id = ''] = await insert(owner, 1, 500);
    for (const delivery of await claim(store.db, owner, 1)) await record(attempt(delivery, delivered));
    let resent: Promise<Delivery | undefined> | undefined;
    const isWaiting = async () =>
      (
        await store.db.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length > 0;
    await store.db.transaction(async (tx) => {
      const query: Transaction['query'] = async (sql, params) => {
        const rows = await tx.query(sql, params);
        if (resent === undefined) {
          resent = store.db.transaction((other) => restartDelivery(other, id, NOW_US));
          // In the embedded store, which has one writer, the resend waits for this transaction from the start.
          if (engine === 'postgres') await Promise.race([resent, until('it waits', isWaiting)]);
        }
        return rows as never;
      };
      await deleteOldDeliveries({ ...tx, query }, 501, 100);
    });
    const restarted = await resent;
    const left = await findDelivery(store.db, id);
    assert.equal(restarted?.id, left?.id);
    const tries = await store.db.query('SELECT 1 FROM delivery_tries WHERE delivery_id = $1', [id]);
    assert.equal(tries.length, left?.attempts ?? 0);
  });
});
