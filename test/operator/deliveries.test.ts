import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Transaction, Value } from '../../src/database/database.ts';
import { recordChange } from '../../src/features/audit/store/record-change.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { deliveryJson } from '../../src/features/webhooks/delivery-json.ts';
import { requireDelivery } from '../../src/features/webhooks/require-delivery.ts';
import { resendDeliveries } from '../../src/features/webhooks/resend-deliveries.ts';
import type { DeliveryStatus } from '../../src/features/webhooks/store/delivery-table.ts';
import { onBothEngines } from '../support/engines.ts';
import { insertDelivery } from '../support/insert-delivery.ts';
import { inStatus, seed } from '../support/store.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

const US_PER_DAY = 86_400_000_000;

onBothEngines('deliveries that an operator resends or deletes', (engine) => {
  let store: OperatorStore;
  before(async () => {
    store = await operatorStore(engine);
  });
  after(() => store?.close());

  /** A website with an ended delivery for each of these times. */
  const ended = async (...finishedAtUs: number[]) => {
    const { websiteId, payment } = await seed(store.db, { website: { callbackUrl: 'https://shop.example/' } });
    const payments = finishedAtUs.map((atUs) => payment({ ...inStatus('completed'), finishedAtUs: atUs }));
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      for (const each of payments) await insertDelivery(tx, each, 0);
      await tx.query("UPDATE deliveries SET status = 'exhausted', next_attempt_at_us = NULL WHERE website_id = $1", [
        websiteId,
      ]);
    });
    return { websiteId, ids: payments.map(({ id }) => `dlv_${id}`) };
  };
  const statuses = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await requireDelivery(store.db, id)).status));

  it('one delivery is sent again at once, whatever its status', async () => {
    const { ids } = await ended(1_000);
    const nowUs = store.deps.clock();
    for (const round of [1, 2]) {
      const delivery = await store.operator.resendDelivery(ids[0]!);
      assert.deepEqual([delivery.status, delivery.scheduleStep], ['pending', 0], `${round}`);
      assert.ok((delivery.nextAttemptAtUs ?? 0) > nowUs);
      const stored = await requireDelivery(store.db, ids[0]!);
      assert.deepEqual(stored, { ...delivery, mode: 'test' });
      assert.equal(deliveryJson(delivery).status, 'pending');
      assert.ok(!('tries' in deliveryJson(delivery)));
      assert.deepEqual(deliveryJson(delivery, []).tries, []);
    }
  });

  it('deliveries of a range of time are sent again, including its start, excluding its end, and only in the given status', async () => {
    const { websiteId, ids } = await ended(1_000, 2_000, 3_000);
    const range = { websiteId, fromUs: 1_000, toUs: 3_000 };
    assert.equal(await store.operator.resendDeliveries({ ...range, status: 'delivered' }), 0);
    assert.equal(await store.operator.resendDeliveries({ ...range, status: 'exhausted' }), 2);
    assert.deepEqual(await statuses(ids), ['pending', 'pending', 'exhausted']);
    assert.equal(await store.operator.resendDeliveries({ ...range, toUs: 3_001 }), 3);
  });

  // Contract: CONSOLE-8
  it('nothing is sent again if the number of deliveries differs from the confirmed number, or is above the maximum', async () => {
    const { websiteId, ids } = await ended(1_000, 2_000, 3_000);
    const range = { websiteId, fromUs: 1_000, toUs: 9_000 };
    const audited = await store.rows('audit_log');
    // The confirmed number is too low, then too high: the deliveries have changed since it was shown.
    for (const expected of [2, 4]) {
      await assertRefused(
        store.operator.resendDeliveries({ ...range, expected }),
        'conflict',
        'to',
        new RegExp(`changed from ${expected} to 3`),
      );
    }
    await assertRefused(store.operator.resendDeliveries({ ...range, most: 2 }), 'conflict', 'to', /More than 2/);
    assert.deepEqual(await statuses(ids), ['exhausted', 'exhausted', 'exhausted']);
    assert.deepEqual(await store.rows('audit_log'), audited);
    assert.equal(await store.operator.countResend({ ...range, most: 2 }), 3);
    assert.equal(await store.operator.countResend({ ...range, most: 3 }), 3);
    assert.equal(await store.operator.resendDeliveries({ ...range, most: 3, expected: 3 }), 3);
    assert.deepEqual(await statuses(ids), ['pending', 'pending', 'pending']);
  });

  it('a range with a maximum is sent in small batches, after the previous range has been sent, and within an hourly limit', async () => {
    const { websiteId, ids } = await ended(...Array.from({ length: 120 }, (_, at) => 1_000 + at));
    await store.db.transaction((tx) =>
      tx.query('UPDATE deliveries SET attempts = 3 WHERE website_id = $1', [websiteId]),
    );
    const sizes: number[] = [];
    const counting = {
      ...store.db,
      transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
        store.db.transaction((tx) =>
          work({
            ...tx,
            query: async (text: string, params?: readonly Value[]) => {
              const rows = await tx.query(text, params);
              if (text.startsWith('UPDATE deliveries')) sizes.push(rows.length);
              return rows;
            },
          } as Transaction),
        ),
    } as typeof store.db;
    const actor = { kind: 'cli', id: null, name: 'tests', address: null } as const;
    const range = { websiteId, fromUs: 0, toUs: 9_000, most: 10_000 };
    const resend = () =>
      resendDeliveries({ db: counting, clock: store.deps.clock, actor }, { ...range, expected: 120 });
    const results = await Promise.allSettled([resend(), resend()]);
    assert.deepEqual(
      // Either of the two calls may be the first.
      new Set(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))),
      new Set([120, 'Webhooks of this website are still being sent again. Wait until they are sent.']),
    );
    assert.deepEqual(sizes, [50, 50, 20]);
    assert.deepEqual(new Set(await statuses(ids)), new Set(['pending']));
    await assertRefused(resend(), 'conflict', 'website', /still being sent/);
    assert.equal(await store.operator.resendDeliveries({ ...range, most: undefined }), 120, 'the command line');
    const sent = () =>
      store.db.transaction((tx) =>
        tx.query(
          "UPDATE deliveries SET status = 'delivered', next_attempt_at_us = NULL, delivered_at_us = 5 WHERE website_id = $1",
          [websiteId],
        ),
      );
    await sent();
    assert.equal(await resend(), 120, 'after the last one was sent');
    await sent();
    await store.db.transaction((tx) =>
      recordChange(
        tx,
        { actor, clock: store.deps.clock },
        {
          action: 'deliveries.resend',
          subject: { kind: 'website', id: websiteId },
          websiteId,
          after: { count: 20_000 - 3 * 120 - 119 },
        },
      ),
    );
    await assertRefused(resend(), 'conflict', 'to', /At most 20000 webhooks of a website can be sent again in an hour/);
  });

  it('refuses a range that ends before it starts, an unknown status, and a website that does not exist', async () => {
    const { websiteId, ids } = await ended(1_000);
    const resend = (changes: object) =>
      store.operator.resendDeliveries({ websiteId, fromUs: 0, toUs: 9_000, ...changes });
    await assertRefused(resend({ toUs: 0 }), 'invalid', 'to', /end must be after the start/);
    await assertRefused(resend({ fromUs: 9_001 }), 'invalid', 'to');
    await assertRefused(resend({ status: 'failed' as DeliveryStatus }), 'invalid', 'status', /pending, delivered/);
    await assertRefused(resend({ websiteId: 'web_none' }), 'not_found', 'website_id');
    await assertRefused(store.operator.resendDelivery('dlv_none'), 'not_found', 'delivery_id', /no delivery dlv_none/);
    assert.deepEqual(await statuses(ids), ['exhausted']);
  });

  it('deletes ended deliveries older than a number of days, in batches, and no pending ones', async () => {
    const own = await operatorStore(engine);
    try {
      const { websiteId, payment } = await seed(own.db, { website: { callbackUrl: 'https://shop.example/' } });
      const nowUs = own.deps.clock();
      const old = Array.from({ length: 101 }, () =>
        payment({ ...inStatus('completed'), finishedAtUs: nowUs - 2 * US_PER_DAY }),
      );
      const [young, pending] = [nowUs - US_PER_DAY / 2, nowUs - 3 * US_PER_DAY].map((finishedAtUs) =>
        payment({ ...inStatus('completed'), finishedAtUs }),
      );
      await own.db.transaction(async (tx) => {
        await insertPayments(tx, [...old, young!, pending!]);
        for (const each of [...old, young!]) await insertDelivery(tx, each, 0);
        await tx.query("UPDATE deliveries SET status = 'exhausted', next_attempt_at_us = NULL");
        await insertDelivery(tx, pending!, 0);
      });
      const first = await own.operator.deleteOldDeliveries({ olderThanDays: 1 });
      assert.deepEqual(first, { removed: 100, isMoreWaiting: true }, 'more may be waiting');
      const second = await own.operator.deleteOldDeliveries({ olderThanDays: 1 });
      assert.deepEqual(second, { removed: 1, isMoreWaiting: false });
      const left = await own.db.query<{ id: string }>('SELECT id FROM deliveries WHERE website_id = $1', [websiteId]);
      assert.deepEqual(left.map(({ id }) => id).sort(), [`dlv_${young!.id}`, `dlv_${pending!.id}`].sort());
    } finally {
      await own.close();
    }
  });

  it('a new website has no deliveries to send again', async () => {
    const { website } = await store.operator.createWebsite({ name: 'Boutik' });
    assert.equal(await store.operator.resendDeliveries({ websiteId: website.id, fromUs: 0, toUs: 9_000 }), 0);
  });
});
