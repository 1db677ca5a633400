import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { SYSTEM } from '../../src/core/actor.ts';
import type { Payment } from '../../src/core/payment.ts';
import { parseDay, startOfDayUs } from '../../src/core/timestamps.ts';
import { DatabaseUnavailable } from '../../src/database/database.ts';
import { archiveRow } from '../../src/features/archive/archive-format.ts';
import type { CheckoutSession } from '../../src/features/checkout/session.ts';
import {
  findSession,
  insertSession,
  insertSessionPayment,
  listPaymentsOfSession,
} from '../../src/features/checkout/store/sessions.ts';
import { deleteOldHistory } from '../../src/features/payments/delete-old-history.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertHistory } from '../../src/features/payments/history/store/write-history.ts';
import { readEvidence, shownState } from '../../src/features/payments/shown-state.ts';
import { insertEvent, listFeed, nextFeedPosition } from '../../src/features/payments/store/events.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { insertLateCheck } from '../../src/features/payments/store/late-checks.ts';
import { deletePayments } from '../../src/features/payments/store/old-payments.ts';
import { changeCounts, countPayments } from '../../src/features/payments/store/payment-counts.ts';
import { insertSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { restartDelivery } from '../../src/features/webhooks/store/restart-deliveries.ts';
import { newId } from '../../src/platform/secrets/secrets.ts';
import { testSession } from '../support/checkout.ts';
import { onBothEngines } from '../support/engines.ts';
import { insertDelivery } from '../support/insert-delivery.ts';
import { inStatus, type Seed, seed } from '../support/store.ts';
import { testSubscription } from '../support/subscriptions.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

const US_PER_DAY = 86_400_000_000;
/** The first time of the store's clock. */
const NOW_US = Date.UTC(2027, 0, 31) * 1000;
const BEFORE_DAY = parseDay('2026-07-01')!;
const daysAgo = (days: number) => NOW_US - days * US_PER_DAY;
/** Final `days` ago, and created a minute before. */
const finished = (days: number, status: 'completed' | 'failed' = 'completed'): Partial<Payment> => ({
  ...inStatus(status),
  createdAtUs: daysAgo(days) - 60_000_000,
  finishedAtUs: daysAgo(days),
});

onBothEngines('data retention of a store', (engine) => {
  let store: OperatorStore;
  const folders: string[] = [];
  before(async () => {
    store = await operatorStore(engine);
  });
  after(async () => {
    await store?.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'peye-archive-'));
    folders.push(folder);
    return join(folder, 'archive');
  };
  /** Stores payments as the gateway would: counted, with their events and their deliveries, which have ended. */
  const keep = async (payments: readonly Payment[]) => {
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      await changeCounts(
        tx,
        payments.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
      );
      for (const payment of payments.filter(({ finishedAtUs }) => finishedAtUs !== null)) {
        const position = payment.mode === 'test' ? await nextFeedPosition(tx, payment.websiteId) : null;
        await insertEvent(tx, payment, position);
        await insertDelivery(tx, payment, 0);
        await tx.query('UPDATE deliveries SET status = $2, next_attempt_at_us = NULL WHERE payment_id = $1', [
          payment.id,
          'exhausted',
        ]);
        await tx.query(
          'INSERT INTO delivery_tries (delivery_id, attempt, at_us, duration_ms) SELECT id, 1, 1, 1 FROM deliveries WHERE payment_id = $1',
          [payment.id],
        );
      }
    });
  };
  const shop = (mode: 'test' | 'live') => seed(store.db, { website: { callbackUrl: 'https://shop.example/' }, mode });
  const count = async ({ websiteId, apiKeyId }: Seed) => {
    const one = async (sql: string) => (await store.db.query<{ n: number }>(sql, [websiteId]))[0]!.n;
    return {
      payments: await one('SELECT count(*) AS n FROM payments WHERE website_id = $1'),
      counted: await countPayments(store.db, { apiKeyId }),
      events: await one('SELECT count(*) AS n FROM events WHERE website_id = $1'),
      deliveries: await one('SELECT count(*) AS n FROM deliveries WHERE website_id = $1'),
      tries: await one(
        'SELECT count(*) AS n FROM delivery_tries t JOIN deliveries d ON d.id = t.delivery_id WHERE d.website_id = $1',
      ),
    };
  };
  const all = (n: number) => ({ payments: n, counted: n, events: n, deliveries: n, tries: n });
  const dispute = (payment: Payment) =>
    store.db.transaction((tx) =>
      recordDiscrepancy(
        tx,
        `dsc_${payment.id}`,
        {
          kind: 'paid_after_failure',
          method: payment.method,
          paymentId: payment.id,
          providerRef: String(payment.id),
          reported: { amountMinor: 1, currency: 'HTG' },
        },
        1,
      ),
    );

  it('nothing is claimed about whether an open payment was opened once its history may be deleted', async () => {
    const live = await shop('live');
    const open = (days: number) => live.payment({ mode: 'live', createdAtUs: daysAgo(days) });
    const [opened, unopened, young] = [open(95), open(94), open(80)];
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [opened, unopened, young]);
      const step = { kind: 'step', step: { name: 'opened' } } as const;
      await insertHistory(tx, [{ ...step, paymentId: opened.id, atUs: opened.createdAtUs, id: newId('hst') }]);
    });
    const states = async () => {
      const evidence = await readEvidence(store.db, [opened, unopened, young]);
      return [opened, unopened, young].map((payment) => shownState(payment, evidence.get(payment.id)));
    };
    assert.deepEqual(await states(), ['waiting_customer', 'not_opened', 'not_opened']);
    const verb = { db: store.db, clock: () => NOW_US, actor: SYSTEM };
    assert.equal((await deleteOldHistory(verb, { olderThanDays: 90 })).removed, 1);
    assert.deepEqual(await states(), ['unfinished', 'unfinished', 'not_opened']);
  });

  it('old test payments are deleted with all their rows, in steps, and live ones never are', async () => {
    const [test, live] = [await shop('test'), await shop('live')];
    const old = Array.from({ length: 60 }, () => test.payment(finished(31)));
    const young = [test.payment(finished(29)), test.payment({ createdAtUs: daysAgo(400) })];
    const disputed = test.payment(finished(500, 'failed'));
    const undelivered = test.payment(finished(500));
    await keep([...old, ...young, disputed, undelivered]);
    await keep([live.payment({ ...finished(4000), mode: 'live' })]);
    await dispute(disputed);
    await store.db.transaction((tx) =>
      tx.query("UPDATE deliveries SET status = 'pending', next_attempt_at_us = 1 WHERE payment_id = $1", [
        undelivered.id,
      ]),
    );
    let rounds = 1;
    while ((await store.operator.deleteOldTestPayments({ olderThanDays: 30 })).isMoreWaiting) rounds++;
    assert.equal(rounds, 4, 'sixty in steps of twenty-five');
    // Four payments stay. One of them is open, so it has no event and no delivery.
    assert.deepEqual(await count(test), { ...all(3), payments: 4, counted: 4 });
    assert.deepEqual(await count(live), all(1));
    for (const { id } of [...young, disputed, undelivered]) assert.ok(await findPayment(store.db, id));
    assert.deepEqual(
      (await listFeed(store.db, { websiteId: test.websiteId, after: 0, limit: 100 }))?.items.map(
        ({ payment }) => payment.id,
      ),
      [young[0]!.id, disputed.id, undelivered.id],
    );
  });

  /** A session whose payments have been started, and that expired `days` ago. */
  const keepSession = async (
    shop: Seed,
    payments: readonly Payment[],
    { days, mode = 'test', ...changes }: { days: number } & Partial<CheckoutSession>,
  ) => {
    const paid = payments.find(({ status }) => status === 'completed');
    const session = testSession({
      websiteId: shop.websiteId,
      apiKeyId: shop.apiKeyId,
      mode,
      createdAtUs: daysAgo(days) - US_PER_DAY,
      attempts: payments.length,
      paidPaymentId: paid?.id ?? null,
      paidAtUs: paid?.finishedAtUs ?? null,
      ...changes,
    });
    await store.db.transaction(async (tx) => {
      await insertSession(tx, session);
      for (const { id, status } of payments) {
        await insertSessionPayment(tx, session.id, id);
        const state = status === 'completed' ? 'paid' : 'failed';
        await tx.query('UPDATE session_payments SET state = $2 WHERE payment_id = $1', [id, state]);
      }
    });
    return session;
  };
  const isKept = async ({ id }: CheckoutSession) => (await findSession(store.db, id)) !== undefined;

  it('old events are deleted without their payments', async () => {
    const test = await shop('test');
    await keep([test.payment({ ...finished(31), id: 112_233_445_566_778 }), test.payment(finished(29))]);
    assert.deepEqual(await store.operator.deleteOldEvents({ olderThanDays: 30 }), { removed: 1, isMoreWaiting: false });
    assert.deepEqual(await count(test), { ...all(2), events: 1 });
  });

  it('an archive has every old live payment that can be removed, counts the others, and changes nothing in the store', async () => {
    const live = await shop('live');
    const own = { mode: 'live' as const };
    const odd = live.payment({
      ...finished(300),
      ...own,
      reference: '=1+1",\r\n\'x',
      customerName: 'Mari Jozèf 🇭🇹',
      metadata: '{"n":12345678901234567890.10,"s":"a\\nb"}',
      originalAmountMinor: 1_000,
      rateE4: 1_305_000,
    });
    const old = [odd, ...Array.from({ length: 600 }, () => live.payment({ ...finished(300), ...own }))];
    const failed = live.payment({ ...finished(290, 'failed'), ...own });
    const disputed = live.payment({ ...finished(290, 'failed'), ...own });
    const late = live.payment({ ...finished(290, 'failed'), ...own });
    const open = live.payment({ ...own, createdAtUs: daysAgo(300) });
    const young = live.payment({ ...finished(100), ...own });
    await keep([...old, failed, disputed, late, open, young]);
    await dispute(disputed);
    await store.db.transaction((tx) => insertLateCheck(tx, late, 1));

    const tables = ['payments', 'events', 'deliveries', 'payment_counts', 'feeds', 'archives'];
    const before = await Promise.all(tables.map(store.rows));
    const folder = newFolder();
    const manifest = await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    assert.deepEqual(await Promise.all(tables.map(store.rows)), before);
    // This number includes the live payment of an earlier test, which is old enough too.
    assert.equal(manifest.payments, 603);
    assert.deepEqual(manifest.kept, { discrepancy: 1, late_check: 1, not_over: 1 });
    assert.equal(manifest.counted, 606);
    const mine = manifest.sums.filter((sum) => sum.website_id === live.websiteId);
    assert.deepEqual(
      mine.map(({ status, payments, amount }) => ({ status, payments, amount })),
      [
        { status: 'completed', payments: 601, amount: '300500.00' },
        { status: 'failed', payments: 1, amount: '500.00' },
      ],
    );
    const [file] = manifest.files;
    const path = join(folder, file!.name);
    const { data } = Papa.parse<string[]>(gunzipSync(readFileSync(path)).toString('utf8'), { skipEmptyLines: true });
    assert.deepEqual(data[0], manifest.columns);
    assert.equal(data.length, 604);
    assert.deepEqual(
      data.find((row) => row[0] === String(odd.id)),
      archiveRow(odd),
    );
    for (const name of [path, join(folder, 'manifest.json')]) assert.equal(statSync(name).mode & 0o077, 0, name);

    await assertRefused(
      store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder }),
      'invalid',
      'folder',
      /is not empty/,
    );
    const removed = await store.operator.removeArchived({ folder, isQuick: true });
    assert.deepEqual(removed, { removed: 603, gone: 0, kept: 0, changed: 0 });
    assert.deepEqual(await count(live), { ...all(3), payments: 4, counted: 4 });
    for (const { id } of [disputed, late, open, young]) assert.ok(await findPayment(store.db, id));
    assert.deepEqual(await store.operator.removeArchived({ folder, isQuick: true }), {
      removed: 0,
      gone: 603,
      kept: 0,
      changed: 0,
    });
    const [noted] = await store.db.query<{ before_us: number; payments: number }>('SELECT * FROM archives');
    assert.deepEqual([noted?.before_us, noted?.payments], [startOfDayUs(BEFORE_DAY), 603]);
  });

  it('two concurrent removals count each payment as removed only once', async () => {
    const live = await shop('live');
    await keep(Array.from({ length: 300 }, () => live.payment({ ...finished(300), mode: 'live' })));
    const folder = newFolder();
    const { payments } = await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    const remove = () => store.operator.removeArchived({ folder, isQuick: true });
    const [one, other] = await Promise.all([remove(), remove()]);
    assert.deepEqual(
      [one.removed + other.removed, one.removed + one.gone, other.removed + other.gone, one.kept + other.kept],
      [payments, payments, payments, 0],
    );
  });

  it('an active subscription keeps all its payments, and an ended one keeps only its first payment', async () => {
    const live = await shop('live');
    const card = { ...finished(300), mode: 'live' as const, method: 'lakaypay_card' as const };
    const begin = async (status: 'active' | 'cancelled') => {
      const first = live.payment({ ...card, recurringInterval: 'yearly', recurringIntervalCount: 1 });
      const id = `sub_${first.id}`;
      const charge = live.payment({ ...card, subscriptionId: id, subscriptionPeriod: 1, chargeAskedAtUs: 1 });
      await keep([first]);
      const isOver = status === 'cancelled';
      await store.db.transaction((tx) =>
        insertSubscription(
          tx,
          testSubscription({
            id,
            firstPaymentId: first.id,
            websiteId: live.websiteId,
            apiKeyId: live.apiKeyId,
            mode: 'live',
            interval: 'yearly',
            nextChargeAtUs: isOver ? null : 2,
            status,
            endedAtUs: isOver ? 2 : null,
            endReason: isOver ? 'cancelled' : null,
          }),
        ),
      );
      await keep([charge]);
      return { first, charge };
    };
    const [goesOn, ended] = [await begin('active'), await begin('cancelled')];
    const folder = newFolder();
    const manifest = await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    assert.equal(manifest.kept.recurring, 3);
    await store.operator.removeArchived({ folder, isQuick: true });
    for (const { id } of [goesOn.first, goesOn.charge, ended.first]) assert.ok(await findPayment(store.db, id));
    assert.equal(await findPayment(store.db, ended.charge.id), undefined);
    assert.deepEqual(await count(live), all(3));
  });

  it('files are short enough to be read, however long metadata is', async () => {
    const live = await shop('live');
    const metadata = JSON.stringify({ note: 'x'.repeat(40_000) });
    await keep(Array.from({ length: 600 }, () => live.payment({ ...finished(300), mode: 'live', metadata })));
    const folder = newFolder();
    const { files } = await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    for (const { name } of files) assert.ok(gunzipSync(readFileSync(join(folder, name))).length < 40 * 1024 * 1024);
    assert.ok(files.length > 1);
    const { removed } = await store.operator.removeArchived({ folder, isQuick: true });
    assert.ok(removed >= 600);
    assert.deepEqual(await count(live), all(0));
  });

  it('a checkout session is deleted with its last payment, which stays until the session is over for as long', async () => {
    const test = await shop('test');
    const old = (status: 'completed' | 'failed') => test.payment(finished(31, status));
    const [over, overToo] = [old('completed'), old('failed')];
    const [first, young] = [old('failed'), test.payment(finished(29))];
    const [early, disputed] = [old('failed'), old('failed')];
    await keep([over, overToo, first, young, early, disputed]);
    await dispute(disputed);
    const whole = await keepSession(test, [over, overToo], { days: 31 });
    const partly = await keepSession(test, [first, young], { days: 31 });
    const open = await keepSession(test, [early], { days: 29 });
    const contested = await keepSession(test, [disputed], { days: 400 });
    while ((await store.operator.deleteOldTestPayments({ olderThanDays: 30 })).isMoreWaiting);
    assert.equal(await isKept(whole), false);
    assert.deepEqual(await listPaymentsOfSession(store.db, whole.id), []);
    assert.deepEqual(await Promise.all([partly, open, contested].map(isKept)), [true, true, true]);
    for (const { id } of [young, early, disputed]) assert.ok(await findPayment(store.db, id));
    for (const { id } of [over, overToo, first]) assert.equal(await findPayment(store.db, id), undefined);

    const live = await shop('live');
    const archived = live.payment({ ...finished(300), mode: 'live' });
    await keep([archived]);
    const sold = await keepSession(live, [archived], { days: 300, mode: 'live' });
    const folder = newFolder();
    await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    assert.equal(await isKept(sold), true);
    await store.operator.removeArchived({ folder, isQuick: true });
    assert.equal(await isKept(sold), false);
  });

  it('checkout sessions without payments are deleted some time after they expired, in steps', async () => {
    const live = await shop('live');
    const unused = (days: number) => keepSession(live, [], { days, mode: 'live' });
    const young = await unused(89);
    const old = await Promise.all(Array.from({ length: 101 }, () => unused(91)));
    const payment = live.payment({ ...finished(300), mode: 'live' });
    await keep([payment]);
    const used = await keepSession(live, [payment], { days: 300, mode: 'live' });
    const step = () => store.operator.deleteUnusedSessions({ olderThanDays: 90 });
    assert.deepEqual(await step(), { removed: 100, isMoreWaiting: true });
    assert.deepEqual(await step(), { removed: 1, isMoreWaiting: false });
    assert.deepEqual(
      await Promise.all(old.map(isKept)),
      old.map(() => false),
    );
    assert.deepEqual([await isKept(young), await isKept(used)], [true, true]);
    await store.db.transaction((tx) => deletePayments(tx, [payment.id], NOW_US));
  });

  it('nothing counts as old while the clock is not trusted', async () => {
    const live = await shop('live');
    await keep([live.payment({ ...finished(300), mode: 'live' })]);
    const folder = newFolder();
    const inDoubt = (work: Promise<unknown>) => assertRefused(work, 'conflict', 'before', /clock is not trusted/);
    store.doubtTime(true);
    await inDoubt(store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder }));
    assert.ok(!existsSync(folder));
    store.doubtTime(false);
    await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    store.doubtTime(true);
    await inDoubt(store.operator.removeArchived({ folder, isQuick: true }));
    store.doubtTime(false);
    assert.deepEqual(await count(live), all(1));
    await store.operator.removeArchived({ folder, isQuick: true });
    assert.deepEqual(await count(live), all(0));
  });

  // SQLite has one writer at a time, so this race cannot happen there.
  if (engine === 'postgres') {
    it('a delivery that is resent while its payment is deleted is either sent or reported as deleted', async () => {
      const live = await shop('live');
      const payment = live.payment({ ...finished(300), mode: 'live' });
      await keep([payment]);
      const [delivery] = await store.db.query<{ id: string }>('SELECT id FROM deliveries WHERE payment_id = $1', [
        payment.id,
      ]);
      const other = store.open();
      const resend = () =>
        other.transaction(async (tx) => {
          await tx.query("SET LOCAL lock_timeout = '200ms'");
          return restartDelivery(tx, delivery!.id, 1);
        });
      let isJudged = false;
      const gone = await store.db.transaction((tx) => {
        const query: typeof tx.query = async (sql, params) => {
          const rows = await tx.query(sql, params);
          if (!isJudged && /kept_for/.test(sql)) {
            isJudged = true;
            await assert.rejects(resend(), DatabaseUnavailable);
          }
          return rows as never;
        };
        return deletePayments({ ...tx, query }, [payment.id], NOW_US);
      });
      assert.ok(isJudged);
      assert.deepEqual([...gone], [payment.id]);
      assert.equal(await resend(), undefined);
    });
  }

  it('discrepancies found after archiving keep their payments, and so do payments that differ from the archive', async () => {
    const live = await shop('live');
    const payments = Array.from({ length: 3 }, () => live.payment({ ...finished(300), mode: 'live' }));
    await keep(payments);
    const folder = newFolder();
    await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    await dispute(payments[0]!);
    await store.db.transaction((tx) =>
      tx.query("UPDATE payments SET description = 'x' WHERE id = $1", [payments[1]!.id]),
    );
    const changed: number[] = [];
    const onChanged = (id: number) => changed.push(id);
    assert.deepEqual(await store.operator.removeArchived({ folder, isQuick: true, onChanged }), {
      removed: 1,
      gone: 0,
      kept: 1,
      changed: 1,
    });
    assert.deepEqual(changed, [payments[1]!.id]);
    assert.deepEqual(await count(live), all(2));
  });

  it('nothing is removed when a file of the archive is missing, damaged, or differs from the manifest', async () => {
    const live = await shop('live');
    await keep(Array.from({ length: 3 }, () => live.payment({ ...finished(300), mode: 'live' })));
    const folder = newFolder();
    const manifest = await store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    const path = join(folder, manifest.files[0]!.name);
    const manifestPath = join(folder, 'manifest.json');
    const [bytes, text] = [readFileSync(path), readFileSync(manifestPath, 'utf8')];
    const refused = (message: RegExp) =>
      assertRefused(store.operator.removeArchived({ folder, isQuick: true }), 'invalid', 'folder', message);

    writeFileSync(path, bytes.subarray(0, -1));
    await refused(/was changed, or is damaged/);
    writeFileSync(path, bytes.with(bytes.length - 10, bytes.at(-10)! ^ 1));
    await refused(/was changed, or is damaged/);
    rmSync(path);
    await refused(/cannot be read/);
    writeFileSync(path, bytes);
    writeFileSync(manifestPath, text.replace('"amount": "', '"amount": "9'));
    await refused(/sums/);
    writeFileSync(manifestPath, text.replace('payments-0001', '../payments-0001'));
    await refused(/lists no files/);
    // Reconciliation later relies on this day.
    writeFileSync(manifestPath, text.replace('"before": "2026-07-01"', '"before": "2026-01-01"'));
    await refused(/younger than manifest\.json states/);
    writeFileSync(manifestPath, text.replace('"before": "2026-07-01"', '"before": "2999-01-01"'));
    await assertRefused(store.operator.removeArchived({ folder, isQuick: true }), 'invalid', 'before', /old enough/);
    writeFileSync(manifestPath, 'x');
    await refused(/not the manifest/);
    rmSync(manifestPath);
    await refused(/There is no archive/);
    assert.equal((await count(live)).payments, 3);
  });

  it('refuses a day that is too young, a folder without a parent, a day before the first payment, and counts that are wrong', async () => {
    const today = Math.floor(NOW_US / US_PER_DAY);
    const young = store.operator.makeArchive({ beforeDay: today - 89, folder: newFolder() });
    await assertRefused(young, 'invalid', 'before', /^Only payments from before 2026-11-02 are old enough/);
    const unmounted = store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder: join(newFolder(), 'archive') });
    await assertRefused(unmounted, 'invalid', 'folder', /^There is no folder [^\n]+ mount the disk/);
    const empty = store.operator.makeArchive({ beforeDay: parseDay('2001-01-01')!, folder: newFolder() });
    await assertRefused(empty, 'invalid', 'before', /no live payment of that age/);
    const live = await shop('live');
    const payment = live.payment({ ...finished(300), mode: 'live' });
    await keep([payment]);
    await store.db.transaction((tx) => changeCounts(tx, [{ payment, status: payment.status, by: 1 }]));
    const folder = newFolder();
    const miscounted = store.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
    await assertRefused(miscounted, 'conflict', 'before', /counts \d+ payments of that age, but \d+ were found/);
    assert.ok(!existsSync(join(folder, 'manifest.json')));
  });
});
