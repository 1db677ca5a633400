import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { periodDueAtUs, providerReference, type Subscription } from '../../src/core/recurring.ts';
import { listAuditRowsOf } from '../../src/features/audit/store/audit-log.ts';
import { listDiscrepancies } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { reconcile } from '../../src/features/reconciliation/reconcile.ts';
import { cancelSubscription } from '../../src/features/subscriptions/change-subscription.ts';
import { resumeCharging } from '../../src/features/subscriptions/resume-charging.ts';
import { readChargeMark } from '../../src/features/subscriptions/store/charge-mark-file.ts';
import { readCharging } from '../../src/features/subscriptions/store/charging.ts';
import { ProviderUnavailable } from '../../src/providers/provider.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { assertSound } from '../support/soundness.ts';
import { type ChargingStore, chargingStore, everyJob, US_PER_DAY } from './charging-store.ts';

const DAILY = { interval: 'daily', intervalCount: 1 } as const;
const MINUTE_US = 60_000_000;
/** After this time the search of the card book finds every charge. */
const LAG_OVER_US = 10 * MINUTE_US;

onOneEngineByDay('a store that has lost charges', (engine) => {
  let charging: ChargingStore;
  let id: string;
  let before: Subscription;
  beforeEach(async () => {
    charging = await chargingStore(engine);
    ({ id } = await charging.begin(DAILY));
    before = await charging.subscription(id);
  });
  afterEach(async () => {
    await assertSound(charging.store.db);
    await charging.close();
  });

  /** Sets the store back to before the first period. The oldest `kept` payments stay. */
  const loseCharges = async (kept = 0) => {
    const { db } = charging.store;
    const lost = (await charging.payments(id)).slice(kept);
    await db.transaction(async (tx) => {
      for (const { id: payment, apiKeyId, method, status, createdAtUs } of lost) {
        await tx.query('DELETE FROM deliveries WHERE payment_id = $1', [payment]);
        await tx.query('DELETE FROM events WHERE payment_id = $1', [payment]);
        await tx.query('DELETE FROM late_checks WHERE payment_id = $1', [payment]);
        await tx.query('DELETE FROM payments WHERE id = $1', [payment]);
        for (const days of [1, 32]) {
          const day = Math.floor(createdAtUs / US_PER_DAY / days) * days;
          await tx.query(
            `INSERT INTO payment_counts (api_key_id, days, first_day, method, status, slot, payments)
              VALUES ($1, $2, $3, $4, $5, 99, -1) ON CONFLICT (api_key_id, days, first_day, method, status, slot)
              DO UPDATE SET payments = payment_counts.payments - 1`,
            [apiKeyId, days, day, method, status],
          );
        }
      }
      await tx.query(
        `UPDATE subscriptions SET next_period = $2, next_charge_at_us = $3, consecutive_failures = 0, periods_left_out = 0,
           status = 'active', ended_at_us = NULL, end_reason = NULL WHERE id = $1`,
        [id, before.nextPeriod, charging.now()],
      );
    });
  };
  const rounds = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await everyJob(charging.worker());
      charging.setNow(charging.now() + MINUTE_US);
    }
  };
  const statuses = async () =>
    (await charging.payments(id)).map(({ status, failureReason }) => failureReason ?? status);
  const names = async () => (await charging.payments(id)).map(providerReference);
  const references = () => charging.book.charges.map(({ reference }) => reference);
  /** Charges a period whose first request is lost, so that the first attempt fails and the second one succeeds. */
  const chargeBySecondAttempt = async () => {
    charging.book.fault = 'lost_request';
    charging.setNow(periodDueAtUs(before, 1));
    await everyJob(charging.worker());
    charging.book.fault = null;
    await charging.runPeriod(id);
    assert.deepEqual(await statuses(), ['expired', 'completed']);
    assert.deepEqual(references(), [`${id}_p1_t2`]);
  };

  test('a paid charge is found under its name, and completes the period', async () => {
    await charging.runPeriod(id);
    assert.deepEqual(references(), [`${id}_p1_t1`]);
    const [{ providerRef } = {}] = await charging.payments(id);
    await loseCharges();
    charging.setNow(charging.now() + LAG_OVER_US);
    await rounds(3);
    assert.deepEqual(await statuses(), ['completed']);
    assert.equal((await charging.payments(id))[0]?.providerRef, providerRef);
    assert.equal((await charging.subscription(id)).nextPeriod, 2);
    assert.equal(charging.book.charges.length, 1);
    await charging.runPeriod(id);
    assert.deepEqual(references(), [`${id}_p1_t1`, `${id}_p2_t1`]);
  });

  test('a declined charge fails the period, and is not repeated', async () => {
    charging.book.decide = () => 'declined';
    await charging.runPeriod(id);
    charging.book.decide = () => 'paid';
    await loseCharges();
    charging.setNow(charging.now() + LAG_OVER_US);
    await rounds(3);
    assert.deepEqual(await statuses(), ['declined']);
    assert.equal((await charging.subscription(id)).consecutiveFailures, 1);
    assert.equal(charging.book.charges.length, 1);
  });

  test('a charge without an outcome yet stays open', async () => {
    charging.book.decide = () => 'review';
    charging.setNow(periodDueAtUs(before, 1));
    await rounds(1);
    charging.book.decide = () => 'paid';
    await loseCharges();
    charging.setNow(charging.now() + LAG_OVER_US);
    await rounds(3);
    assert.deepEqual(await statuses(), ['processing']);
    assert.equal(charging.book.charges.length, 1);
  });

  for (const kept of [0, 1]) {
    test(`a paid second attempt is found if the store ${kept === 1 ? 'still has the first one' : 'has lost both attempts'}`, async () => {
      await chargeBySecondAttempt();
      await loseCharges(kept);
      charging.setNow(charging.now() + LAG_OVER_US);
      await rounds(3);
      assert.deepEqual(await statuses(), kept === 1 ? ['expired', 'completed'] : ['completed']);
      assert.equal((await names()).at(-1), `${id}_p1_t2`);
      assert.equal(charging.book.charges.length, 1);
    });
  }

  for (const returned of [1, 2]) {
    // Contract: OPERATOR-12
    test(`of two paid attempts, attempt ${returned} was returned: the other completes the period, and nothing is reported`, async () => {
      // Regression: the first attempt counted although it was returned, and returns of the second one were not read.
      await charging.runPeriod(id);
      const [paid] = charging.book.charges;
      assert.ok(paid);
      const second = { ...paid, reference: `${id}_p1_t2`, paymentId: paid.paymentId + 1 };
      charging.book.charges.push(second);
      charging.book.charges[returned - 1] = { ...(returned === 1 ? paid : second), returnedMinor: paid.amountMinor };
      await loseCharges();
      charging.setNow(charging.now() + LAG_OVER_US);
      await rounds(3);
      assert.deepEqual(await statuses(), ['completed']);
      assert.deepEqual(await names(), [`${id}_p1_t${3 - returned}`]);
      assert.deepEqual(
        (await listDiscrepancies(charging.store.db, { limit: 9 })).map(({ kind, reported }) => [kind, reported]),
        [],
      );
      assert.equal(charging.book.charges.length, 2);
    });
  }

  test('a charge of another amount than was requested fails with a discrepancy', async () => {
    await charging.runPeriod(id);
    const [paid] = charging.book.charges;
    assert.ok(paid);
    charging.book.charges[0] = { ...paid, amountMinor: paid.amountMinor - 1 };
    await loseCharges();
    charging.setNow(charging.now() + LAG_OVER_US);
    await rounds(3);
    assert.deepEqual(await statuses(), ['amount_mismatch']);
    assert.deepEqual(
      (await listDiscrepancies(charging.store.db, { limit: 9 })).map(({ kind }) => kind),
      ['amount_mismatch'],
    );
    assert.equal(charging.book.charges.length, 1);
  });

  test('nothing is charged while the provider records cannot be searched, and the same payment is charged afterwards', async () => {
    charging.book.isSearchable = false;
    charging.setNow(periodDueAtUs(before, 1));
    await rounds(5);
    assert.deepEqual(charging.book.asked, []);
    assert.deepEqual(await statuses(), ['processing']);
    charging.book.isSearchable = true;
    await rounds(3);
    await charging.assertEachPeriodOnce(id, 1);
  });

  test('provider records that cannot be searched are searched again only when the lease has expired', async () => {
    charging.setNow(periodDueAtUs(before, 1));
    const worker = charging.worker();
    let searches = 0;
    Object.assign(worker.providerFor('live', 'lakaypay_card') ?? {}, {
      findCharge: async () => {
        searches++;
        throw new ProviderUnavailable('no search today');
      },
    });
    await everyJob(worker);
    await everyJob(worker);
    assert.equal(searches, 1);
    charging.setNow(charging.now() + 2 * MINUTE_US);
    await everyJob(worker);
    assert.equal(searches, 2);
    assert.deepEqual(charging.book.asked, []);
  });

  test('a charge that was created before charges had names is named by the id of its payment', async () => {
    charging.book.isSearchable = false;
    charging.setNow(periodDueAtUs(before, 1));
    await rounds(1);
    await charging.store.db.transaction((tx) => tx.query('UPDATE payments SET subscription_try = NULL'));
    charging.book.isSearchable = true;
    await rounds(3);
    assert.deepEqual(
      references(),
      (await charging.payments(id)).map(({ id: payment }) => String(payment)),
    );
    assert.deepEqual(await statuses(), ['completed']);
  });

  const reportRestored = async () => {
    await charging.worker().restores.markRestored(SYSTEM);
    assert.match((await readCharging(charging.store.db)).pause?.reason ?? '', /restore --mark/);
  };
  const resume = () => resumeCharging(charging.worker(), charging.worker().log);

  // Contract: RECURRING-10
  test('a store that is marked as restored charges no card until the provider records were compared', async () => {
    for (let period = 1; period <= 6; period++) await charging.runPeriod(id);
    await loseCharges();
    await reportRestored();
    await rounds(3);
    assert.equal((await resume()).kind, 'too_early');
    assert.deepEqual(await statuses(), []);
    charging.setNow(charging.now() + LAG_OVER_US);
    charging.book.isSearchable = false;
    assert.equal((await resume()).kind, 'silent');
    charging.book.isSearchable = true;
    // All six charges are found, although after an outage only three periods would be charged.
    assert.deepEqual(await resume(), { kind: 'resumed', adopted: 6, unknown: 0, active: 1 });
    assert.equal((await resume()).kind, 'not_paused');
    await rounds(10);
    assert.equal((await charging.subscription(id)).nextPeriod, 7);
    assert.equal((await charging.subscription(id)).periodsLeftOut, 0);
    assert.equal(charging.book.charges.length, 6);
    await charging.runPeriod(id);
    assert.equal(new Set(references()).size, 7);
    assert.deepEqual(await statuses(), Array(7).fill('completed'));
  });

  // Contract: RECURRING-10, LIVE-10
  test('charges that were returned in the portal complete nothing', async () => {
    for (let period = 1; period <= 3; period++) await charging.runPeriod(id);
    const [whole, part, kept] = charging.book.charges;
    assert.ok(whole && part && kept);
    charging.book.charges[0] = { ...whole, returnedMinor: whole.amountMinor };
    charging.book.charges[1] = { ...part, returnedMinor: 20_000 };
    await loseCharges();
    await reportRestored();
    charging.setNow(charging.now() + LAG_OVER_US);
    assert.equal((await resume()).kind, 'resumed');
    assert.deepEqual(await statuses(), ['cancelled', 'amount_mismatch', 'completed']);
    const found = await listDiscrepancies(charging.store.db, { limit: 9 });
    assert.deepEqual(found.map(({ kind, reported }) => `${kind} ${reported?.amountMinor}`).toSorted(), [
      `amount_mismatch ${part.amountMinor - 20_000}`,
      `returned_before_completion ${whole.amountMinor}`,
    ]);
    await rounds(10);
    assert.equal(charging.book.asked.length, 3, 'no card was charged again');
    // After a failed period, the next missed one is charged 20 hours later.
    for (let day = 0; day < 4; day++) {
      charging.setNow(charging.now() + US_PER_DAY);
      await rounds(2);
    }
    assert.ok((await charging.subscription(id)).nextPeriod > 3);
  });

  test('charges of an unknown subscription that were completely returned open no discrepancy', async () => {
    await charging.runPeriod(id);
    const [charge] = charging.book.charges;
    assert.ok(charge);
    const stray = { ...charge, reference: 'sub_911607750261429_p1_t1' };
    charging.book.charges[0] = { ...stray, returnedMinor: charge.amountMinor };
    charging.book.charges.push({ ...stray, paymentId: charge.paymentId + 1, returnedMinor: 1 });
    await loseCharges();
    await reportRestored();
    charging.setNow(charging.now() + LAG_OVER_US);
    assert.deepEqual(await resume(), { kind: 'resumed', adopted: 0, unknown: 1, active: 1 });
    const found = await listDiscrepancies(charging.store.db, { limit: 9 });
    assert.deepEqual(
      found.map(({ reported }) => reported?.amountMinor),
      [charge.amountMinor - 1],
    );
  });

  test('without a provider to query, charging stays paused while a live subscription is active, and resumes when none is', async () => {
    await reportRestored();
    const worker = { ...charging.worker(), providerFor: () => undefined };
    assert.deepEqual(await resumeCharging(worker, worker.log), { kind: 'no_search' });
    assert.ok(await cancelSubscription(charging.worker(), id, 'the customer asked for it'));
    assert.deepEqual(await resumeCharging(worker, worker.log), { kind: 'resumed', adopted: 0, unknown: 0, active: 0 });
    assert.equal((await readCharging(charging.store.db)).pause, null);
  });

  test('charges of an unknown subscription are shown to the operator', async () => {
    await charging.runPeriod(id);
    const [charge] = charging.book.charges;
    assert.ok(charge);
    charging.book.charges[0] = { ...charge, reference: 'sub_911607750261429_p1_t1' };
    await loseCharges();
    await reportRestored();
    charging.setNow(charging.now() + LAG_OVER_US);
    assert.deepEqual(await resume(), { kind: 'resumed', adopted: 0, unknown: 1, active: 1 });
    const [found] = await listDiscrepancies(charging.store.db, { limit: 9 });
    assert.deepEqual([found?.kind, found?.providerRef], ['unknown_payment', `charge-${charge.paymentId}`]);
  });

  const reconcileAll = async () => {
    const worker = charging.worker();
    const range = { fromUs: periodDueAtUs(before, 1), toUs: charging.now() + US_PER_DAY };
    for await (const _ of reconcile(worker, { ...range, method: 'lakaypay_card' }, worker.log));
  };
  const cases = async (isOpen: boolean) =>
    (await listDiscrepancies(charging.store.db, { isOpen, limit: 9 })).map(
      ({ kind, providerRef, reported }) => `${kind} ${providerRef} ${reported?.amountMinor}`,
    );

  // Contract: RECURRING-10, OPERATOR-12
  test('a charge that reconcile reported as unknown is no longer an open case once its payment exists again', async () => {
    for (let period = 1; period <= 3; period++) await charging.runPeriod(id);
    const [paid, other, part] = charging.book.charges;
    assert.ok(paid && other && part);
    charging.book.charges[1] = { ...other, amountMinor: other.amountMinor - 1 };
    charging.book.charges[2] = { ...part, returnedMinor: 20_000 };
    await loseCharges();
    await reportRestored();
    charging.setNow(charging.now() + LAG_OVER_US);
    await reconcileAll();
    assert.equal((await cases(true)).filter((each) => each.startsWith('unknown_payment')).length, 3);
    assert.deepEqual(await resume(), { kind: 'resumed', adopted: 3, unknown: 0, active: 1 });
    assert.deepEqual(await statuses(), ['completed', 'amount_mismatch', 'amount_mismatch']);
    assert.deepEqual((await cases(true)).toSorted(), [
      `amount_mismatch charge-${other.paymentId} ${other.amountMinor - 1}`,
      `amount_mismatch charge-${part.paymentId} ${part.amountMinor - 20_000}`,
    ]);
    const [own] = await charging.payments(id);
    const resolved = (await listDiscrepancies(charging.store.db, { isOpen: false, limit: 9 })).find(
      ({ providerRef }) => providerRef === `charge-${paid.paymentId}`,
    );
    assert.equal(resolved?.note, `found: it is the money of payment ${own?.id}`);
    const [row] = await listAuditRowsOf(charging.store.db, {
      subjectIds: [resolved?.id ?? ''],
      actions: ['discrepancy.settle'],
    });
    assert.deepEqual([row?.actor, row?.websiteId], [SYSTEM, charging.websiteId]);
    await rounds(3);
    await reconcileAll();
    assert.equal((await cases(true)).length, 2);
  });

  test('a second charge that reconcile reported as unknown becomes one open case of the payment', async () => {
    await charging.runPeriod(id);
    const [paid] = charging.book.charges;
    assert.ok(paid);
    charging.book.charges.push({ ...paid, paymentId: paid.paymentId + 1, reference: `${id}_p1_t2` });
    await loseCharges();
    charging.setNow(charging.now() + LAG_OVER_US);
    await reconcileAll();
    assert.equal((await cases(true)).length, 2);
    await rounds(3);
    assert.deepEqual(await statuses(), ['completed']);
    assert.deepEqual(await cases(true), [`paid_twice charge-${paid.paymentId + 1} ${paid.amountMinor}`]);
  });

  test('a pause that starts while a charge is planned prevents the charge', async () => {
    charging.setNow(periodDueAtUs(before, 1));
    const worker = charging.worker();
    const { admit } = worker.restores;
    Object.assign(worker.restores, {
      admit: async (tx: Parameters<typeof admit>[0]) => {
        await tx.query("UPDATE charging SET paused_at_us = 1, pause_reason = 'a standby'");
        return admit(tx);
      },
    });
    await everyJob(worker);
    assert.deepEqual(charging.book.asked, []);
    assert.equal((await charging.payments(id))[0]?.chargeAskedAtUs, null);
  });

  if (engine === 'sqlite') {
    const markFile = () => join(charging.store.place.folder, 'charges.mark');

    test('the mark next to the store increases with each charge', async () => {
      await charging.runPeriod(id);
      await charging.runPeriod(id);
      const { storeId, mark } = await readCharging(charging.store.db);
      assert.deepEqual(readChargeMark(markFile()), { storeId, mark: 2 });
      assert.equal(mark, 2);
    });

    test('a card is not charged if the mark cannot be written', async () => {
      charging.setNow(periodDueAtUs(before, 1));
      const worker = charging.worker();
      Object.assign(worker.restores, {
        note: () => {
          throw new Error('no space left on device');
        },
      });
      await everyJob(worker);
      assert.deepEqual(charging.book.asked, []);
    });

    test('a missing mark counts as a restore', async () => {
      rmSync(markFile());
      charging.setNow(periodDueAtUs(before, 1));
      await rounds(2);
      assert.deepEqual(charging.book.asked, []);
      assert.match((await readCharging(charging.store.db)).pause?.reason ?? '', /mark next to the store is missing/);
      assert.ok(readChargeMark(markFile()));
    });
  } else {
    test('a server at another place than the stored one counts as a restore, and its place is stored', async () => {
      const { db } = charging.store;
      const { place } = await readCharging(db);
      assert.match(place ?? '', /^\d+\/[0-9A-F]{8}\/\d+\/\d+$/);
      await db.transaction((tx) => tx.query("UPDATE charging SET place = 'elsewhere'"));
      charging.setNow(periodDueAtUs(before, 1));
      await rounds(2);
      assert.deepEqual(charging.book.asked, []);
      const now = await readCharging(db);
      assert.equal(now.place, place);
      assert.match(now.pause?.reason ?? '', /another timeline/);
    });
  }
});
