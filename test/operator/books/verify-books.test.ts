import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { Payment } from '../../../src/core/payment.ts';
import { dayOf } from '../../../src/core/timestamps.ts';
import type { CheckoutSession } from '../../../src/features/checkout/session.ts';
import { insertSession, insertSessionPayment, reserveAttempt } from '../../../src/features/checkout/store/sessions.ts';
import { insertLinkPayment, reserveUnits } from '../../../src/features/links/store/link-payments.ts';
import { BOOK_FAULT_KINDS } from '../../../src/features/reconciliation/books/book-faults.ts';
import {
  type BooksReport,
  type VerifyOptions,
  verifyBooks,
} from '../../../src/features/reconciliation/books/verify-books.ts';
import { approveRefund, completeRefund } from '../../../src/features/refunds/decide-refund.ts';
import { requestRefund } from '../../../src/features/refunds/request-refund.ts';
import { ROOT } from '../../support/doc-fences.ts';
import { onBothEngines, takesTurn } from '../../support/engines.ts';
import { type BooksStore, DAY_US, DECLINED, MINUTE_US, type Owner, openBooksStore } from './books-store.ts';
import { LEDGER_SABOTAGES } from './ledger-sabotages.ts';
import { refundDepsOf } from './ledger-world.ts';
import { MORE_SABOTAGES, UNCHECKED } from './more-sabotages.ts';
import { fillMore, type More } from './more-world.ts';
import { deleted, type Sabotage, type World } from './sabotage.ts';

const SABOTAGES: readonly Sabotage[] = [
  {
    what: 'a pending payment of a method other than card',
    by: ({ liveOpen }) => [`UPDATE payments SET status = 'pending' WHERE id = ${liveOpen.id}`],
    finds: ['state_impossible', 'counts_wrong'],
    names: ({ liveOpen }) => liveOpen.id,
  },
  {
    what: 'a payment of another website than its key',
    by: ({ liveOpen, quiet }) => [`UPDATE payments SET website_id = '${quiet.websiteId}' WHERE id = ${liveOpen.id}`],
    finds: ['key_mismatch'],
    names: ({ liveOpen }) => liveOpen.id,
  },
  {
    what: 'a payment of another mode than its key',
    by: ({ liveOpen }) => [`UPDATE payments SET mode = 'test' WHERE id = ${liveOpen.id}`],
    finds: ['key_mismatch'],
    names: ({ liveOpen }) => liveOpen.id,
  },
  {
    what: 'a payment that was created after its end',
    by: ({ paid }) => [`UPDATE payments SET created_at_us = finished_at_us + 20000000 WHERE id = ${paid.id}`],
    finds: ['time_order', 'delivery_mismatch'],
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a conversion at another rate',
    by: ({ converted }) => [`UPDATE payments SET rate_e4 = rate_e4 + 100 WHERE id = ${converted.id}`],
    finds: ['conversion_wrong'],
    names: ({ converted }) => converted.id,
  },
  {
    what: 'a missing event',
    by: ({ livePaid }) => [`DELETE FROM events WHERE payment_id = ${livePaid.id}`],
    finds: ['event_missing'],
    names: ({ livePaid }) => livePaid.id,
  },
  {
    what: 'a missing event of the feed',
    by: ({ paid }) => [`DELETE FROM events WHERE payment_id = ${paid.id}`],
    finds: ['event_missing', 'feed_broken'],
    names: ({ paid }) => paid.id,
  },
  {
    what: 'an event of an open payment',
    by: ({ liveOpen }) => [
      `INSERT INTO events (payment_id, website_id, kind, created_at_us)
        SELECT id, website_id, 'payment.success', created_at_us FROM payments WHERE id = ${liveOpen.id}`,
    ],
    finds: ['event_unfounded'],
    names: ({ liveOpen }) => liveOpen.id,
  },
  {
    what: 'an event of the wrong kind',
    by: ({ livePaid }) => [`UPDATE events SET kind = 'payment.failed' WHERE payment_id = ${livePaid.id}`],
    finds: ['event_mismatch'],
    names: ({ livePaid }) => livePaid.id,
  },
  {
    what: 'an event with the wrong time',
    by: ({ livePaid }) => [`UPDATE events SET created_at_us = created_at_us + 1 WHERE payment_id = ${livePaid.id}`],
    finds: ['event_mismatch'],
    names: ({ livePaid }) => livePaid.id,
  },
  {
    what: 'a live event in the feed',
    by: ({ livePaid }) => [`UPDATE events SET feed_position = 900 WHERE payment_id = ${livePaid.id}`],
    finds: ['event_mismatch', 'feed_broken'],
    names: ({ livePaid }) => livePaid.id,
  },
  {
    what: 'a feed with a position that no event has',
    by: ({ shop }) => [`UPDATE feeds SET last_position = last_position + 1 WHERE website_id = '${shop.websiteId}'`],
    finds: ['feed_broken'],
    names: ({ shop }) => shop.websiteId,
    detail: /^position \d+ is missing/,
  },
  {
    what: 'a feed that was set back',
    by: ({ shop }) => [`UPDATE feeds SET last_position = 1 WHERE website_id = '${shop.websiteId}'`],
    finds: ['feed_broken'],
    names: ({ shop }) => shop.websiteId,
    detail: /1 was the last assigned/,
  },
  {
    what: 'a gap in a feed',
    by: ({ failed }) => [`UPDATE events SET feed_position = NULL WHERE payment_id = ${failed.id}`],
    finds: ['event_mismatch', 'feed_broken'],
    names: ({ failed }) => failed.id,
  },
  {
    what: 'a missing delivery',
    by: ({ paid }) => [
      `DELETE FROM delivery_tries WHERE delivery_id = 'dlv_${paid.id}'`,
      `DELETE FROM deliveries WHERE payment_id = ${paid.id}`,
    ],
    finds: ['delivery_missing'],
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a delivery of an open payment',
    by: ({ liveOpen }) => [
      `INSERT INTO deliveries (id, payment_id, website_id, event, url, body, event_at_us, status, attempts, schedule_step,
         next_attempt_at_us, created_at_us)
        SELECT 'dlv_' || CAST(id AS TEXT), id, website_id, 'payment.success', '', '', 1, 'pending', 0, 0, 1, 1
          FROM payments WHERE id = ${liveOpen.id}`,
    ],
    finds: ['delivery_unfounded'],
    names: ({ liveOpen }) => liveOpen.id,
  },
  {
    what: 'a delivery with another amount',
    by: ({ paid }) => [`UPDATE deliveries SET body = REPLACE(body, '500.00', '50.00') WHERE payment_id = ${paid.id}`],
    finds: ['delivery_mismatch'],
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a delivery with another outcome',
    by: ({ failed }) => [
      `UPDATE deliveries SET body = REPLACE(body, '"status":"failed"', '"status":"completed"') WHERE payment_id = ${failed.id}`,
    ],
    finds: ['delivery_mismatch'],
    names: ({ failed }) => failed.id,
  },
  {
    what: 'a payment with another amount than its delivery',
    by: ({ paid }) => [`UPDATE payments SET amount_minor = 1 WHERE id = ${paid.id}`],
    finds: ['delivery_mismatch', 'sums_wrong', 'ledger_mismatch'],
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a missing attempt',
    by: ({ failed }) => [`DELETE FROM delivery_tries WHERE delivery_id = 'dlv_${failed.id}' AND attempt = 1`],
    finds: ['attempts_mismatch'],
    names: ({ failed }) => `dlv_${failed.id}`,
    detail: /^counted 2, found 1$/,
  },
  {
    what: 'a delivered delivery that no endpoint has accepted',
    by: ({ paid }) => [`UPDATE delivery_tries SET status_code = 500 WHERE delivery_id = 'dlv_${paid.id}'`],
    finds: ['attempts_mismatch'],
    names: ({ paid }) => `dlv_${paid.id}`,
  },
  {
    what: 'a wrong count of a day',
    by: ({ shop }) => [
      `UPDATE payment_counts SET payments = payments + 1
        WHERE api_key_id = '${shop.live}' AND days = 1 AND status = 'completed'`,
    ],
    finds: ['counts_wrong'],
    names: ({ shop }) => shop.live,
    detail: /^2027-01-11 UTC, moncash completed: stored 2, counted 1$/,
  },
  {
    what: 'a wrong count of a period',
    by: ({ shop }) => [
      `UPDATE payment_counts SET payments = payments - 1
        WHERE api_key_id = '${shop.live}' AND days = 32 AND status = 'completed'`,
    ],
    finds: ['counts_wrong'],
    names: ({ shop }) => shop.live,
    detail: /^the 32 days from/,
  },
  {
    what: 'a payment that is missing with all its rows',
    by: ({ livePaid }) => deleted(livePaid.id),
    finds: ['counts_wrong', 'sums_wrong'],
    names: ({ shop }) => shop.live,
    detail: /stored 1, counted 0/,
  },
  {
    what: 'a missing payment whose event and delivery exist',
    by: ({ livePaid }) => [`DELETE FROM payments WHERE id = ${livePaid.id}`],
    finds: ['event_unfounded', 'delivery_unfounded', 'counts_wrong', 'sums_wrong', 'ledger_unfounded'],
    names: ({ livePaid }) => livePaid.id,
    detail: /the payment does not exist/,
  },
  {
    what: 'a payment that no one created',
    by: ({ liveOpen }) => [
      `INSERT INTO payments (id, website_id, api_key_id, mode, method, status, amount_minor, currency, customer_name,
         created_at_us, expires_at_us, next_check_at_us)
        SELECT (SELECT MIN(id) FROM payments) - 1, website_id, api_key_id, mode, method, status, amount_minor, currency, customer_name, created_at_us,
          expires_at_us, next_check_at_us FROM payments WHERE id = ${liveOpen.id}`,
    ],
    finds: ['counts_wrong'],
    names: ({ shop }) => shop.live,
  },
  {
    what: 'a wrong amount of a day',
    by: ({ shop }) => [
      `UPDATE payment_sums SET amount_minor = amount_minor - 1
        WHERE website_id = '${shop.websiteId}' AND mode = 'live' AND hours = 24 AND outcome = 'completed'`,
    ],
    finds: ['sums_wrong'],
    names: ({ shop }) => shop.websiteId,
    detail: /2027-01-11 in Haiti, live moncash HTG completed: stored 1 of 499\.99, counted 1 of 500\.00/,
  },
  {
    what: 'a wrong number of payments in an hour',
    by: ({ shop }) => [
      `UPDATE payment_sums SET payments = payments + 1
        WHERE website_id = '${shop.websiteId}' AND mode = 'live' AND hours = 1 AND outcome = 'completed'`,
    ],
    finds: ['sums_wrong'],
    names: ({ shop }) => shop.websiteId,
    detail: /the hour of 2027-01-11T14:00Z, live moncash HTG completed: stored 2/,
  },
  {
    what: 'wrong waiting times of customers',
    by: ({ shop }) => [
      `UPDATE payment_sums SET wait_10 = 0, wait_20 = wait_10
        WHERE website_id = '${shop.websiteId}' AND mode = 'live' AND outcome = 'completed'`,
    ],
    finds: ['sums_wrong'],
    names: ({ shop }) => shop.websiteId,
    detail: /the waits differ/,
  },
  {
    what: 'wrong sums of all websites',
    by: () => [
      `UPDATE payment_sums SET payments = payments + 1 WHERE website_id = '' AND mode = 'live' AND hours = 24`,
    ],
    finds: ['sums_wrong'],
    names: () => 'all websites',
  },
  {
    what: 'a subscription of another website than its first payment',
    by: ({ quiet, subscription }) => [
      `UPDATE subscriptions SET website_id = '${quiet.websiteId}' WHERE id = '${subscription}'`,
    ],
    finds: ['recurring_mismatch'],
    names: ({ subscription }) => subscription,
  },
  {
    what: 'a charge of another amount than the first payment',
    by: ({ charge }) => [`UPDATE payments SET amount_minor = amount_minor + 1 WHERE id = ${charge.id}`],
    finds: ['charge_mismatch'],
    names: ({ charge }) => charge.id,
  },
  {
    what: 'a subscription that was set forward',
    by: ({ subscription }) => [`UPDATE subscriptions SET next_period = 9 WHERE id = '${subscription}'`],
    finds: ['period_missing'],
    names: ({ subscription }) => subscription,
    detail: /^4 of its cycles$/,
  },
  {
    what: 'a receipt of a payment that failed',
    by: ({ failed }) => [
      `INSERT INTO receipts (payment_id, status, attempts, created_at_us, ended_at_us) VALUES (${failed.id}, 'sent', 1, 1, 1)`,
    ],
    finds: ['receipt_unfounded'],
    names: ({ failed }) => failed.id,
  },
  {
    what: 'a paid payment with a late check that is still due',
    by: ({ livePaid }) => [
      `INSERT INTO late_checks (payment_id, method, checks, next_check_at_us) VALUES (${livePaid.id}, 'moncash', 0, 1)`,
    ],
    finds: ['late_check_unfounded'],
    names: ({ livePaid }) => livePaid.id,
  },
  {
    what: 'a paid payment that its link lists as open',
    by: ({ linkPaid }) => [`UPDATE link_payments SET state = 'open' WHERE payment_id = ${linkPaid.id}`],
    finds: ['link_mismatch', 'link_miscounted'],
    names: ({ linkPaid }) => linkPaid.id,
  },
  {
    what: 'two completed payments in a checkout session',
    by: ({ sessionFailed: { id } }) => [
      'DROP INDEX session_payments_paid',
      `UPDATE session_payments SET state = 'paid' WHERE payment_id = ${id}`,
      `UPDATE payments SET status = 'completed', failure_reason = NULL WHERE id = ${id}`,
    ],
    finds: ['event_mismatch', 'delivery_mismatch', 'counts_wrong', 'sums_wrong', 'ledger_missing', 'session_mismatch'],
    names: ({ sessionFailed }) => sessionFailed.id,
  },
  {
    what: 'a checkout session that names another payment as the one that paid it',
    by: ({ sessionId, sessionFailed }) => [
      `UPDATE checkout_sessions SET paid_payment_id = ${sessionFailed.id} WHERE id = '${sessionId}'`,
    ],
    finds: ['session_mismatch'],
    names: ({ sessionPaid }) => sessionPaid.id,
  },
  {
    what: 'a completed payment that its checkout session lists as open',
    by: ({ sessionPaid }) => [`UPDATE session_payments SET state = 'open' WHERE payment_id = ${sessionPaid.id}`],
    finds: ['session_mismatch'],
    names: ({ sessionPaid }) => sessionPaid.id,
  },
  {
    what: 'a link that has sold more than it counts',
    by: ({ linkId }) => [`UPDATE payment_links SET paid_payments = 0 WHERE id = '${linkId}'`],
    finds: ['link_miscounted'],
    names: ({ linkId }) => linkId,
  },
  {
    what: 'a link that has sold more units than it counts',
    by: ({ linkId }) => [`UPDATE payment_links SET paid_units = 0 WHERE id = '${linkId}'`],
    finds: ['link_miscounted'],
    names: ({ linkId }) => linkId,
  },
  {
    what: 'a payment that bought another quantity than it was paid for',
    by: ({ linkPaid, linkId }) => [
      `UPDATE link_payments SET quantity = 2 WHERE payment_id = ${linkPaid.id}`,
      `UPDATE payment_links SET paid_units = paid_units + 1 WHERE id = '${linkId}'`,
    ],
    finds: ['link_mismatch'],
    names: ({ linkPaid }) => linkPaid.id,
  },
  {
    what: 'a link whose payment is missing from its list',
    by: ({ linkPaid }) => [`DELETE FROM link_payments WHERE payment_id = ${linkPaid.id}`],
    finds: ['link_payment_missing', 'link_miscounted'],
    names: ({ linkId }) => linkId,
  },
  {
    what: 'a payment that was deleted with its counts, and an invented archive to explain that',
    by: ({ livePaid, shop }) => [
      ...deleted(livePaid.id),
      `UPDATE payment_counts SET payments = 0 WHERE api_key_id = '${shop.live}' AND method = 'moncash' AND status = 'completed'`,
      "INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ('none', 2000000000000000, 1, 2000000000000000)",
    ],
    finds: ['sums_wrong', 'archive_mismatch'],
    names: () => 'none',
    detail: /the list counts 1, but 0 were removed/,
  },
  {
    what: 'a change of the audit log',
    by: () => [`UPDATE audit_log SET actor_name = 'somebody else' WHERE position = 2`],
    finds: ['audit_broken'],
    names: () => 2,
  },
  {
    what: 'a secret that was sealed elsewhere',
    by: ({ quiet }) => [`UPDATE websites SET webhook_secret_sealed = 'v2.x' WHERE id = '${quiet.websiteId}'`],
    finds: ['secret_unreadable'],
    names: ({ quiet }) => quiet.websiteId,
  },
];

onBothEngines('a fault in the stored data', (engine) => {
  let store: BooksStore;
  let world: World;
  let more: More;
  before(async () => {
    store = await openBooksStore(engine);
    world = await fill(store);
    more = await fillMore(store);
  });
  after(() => store?.close());

  const options = (): VerifyOptions => ({ box: store.box, nowUs: store.now() });
  const kindsOf = ({ faults }: BooksReport) => faults.map(({ kind }) => kind);

  it('is not found in a store that only Peye has written to', async () => {
    const readOnly = await store.openReadOnly();
    const report = await verifyBooks(readOnly, options());
    await readOnly.close();
    assert.deepEqual(report?.faults, []);
    assert.equal(report?.payments, 36);
    assert.deepEqual(report?.notJudged, []);
  });

  const own = [...SABOTAGES, ...MORE_SABOTAGES].filter((_, nth) => takesTurn(engine, nth));
  for (const { what, by, finds, names, detail } of own) {
    it(`is found: ${what}`, async () => {
      const all = { ...world, ...more };
      const report = (await store.sabotaged(by(all), (each) => verifyBooks(each, options()))) as BooksReport;
      assert.deepEqual(kindsOf(report), finds, JSON.stringify(report.faults));
      const examples = report.faults.flatMap((fault) => fault.examples);
      const named = examples.filter(({ id }) => id === String(names(all)));
      assert.ok(named.length > 0, JSON.stringify(examples));
      if (detail)
        assert.ok(
          named.some((example) => detail.test(example.detail ?? '')),
          JSON.stringify(examples),
        );
    });
  }

  it('of every kind is found for at least one of these changes', () => {
    const found = new Set([...SABOTAGES, ...MORE_SABOTAGES, ...LEDGER_SABOTAGES].flatMap(({ finds }) => finds));
    assert.deepEqual(
      BOOK_FAULT_KINDS.filter((kind) => !found.has(kind)),
      [],
    );
  });

  it('is looked for after at least sixty different changes by hand', () => {
    assert.ok(SABOTAGES.length + MORE_SABOTAGES.length + UNCHECKED.length >= 60);
  });

  it('is not found in values that are stored only once, which docs/consistency.md lists', async () => {
    const docs = readFileSync(join(ROOT, 'docs/consistency.md'), 'utf8');
    const section = docs.slice(docs.indexOf('## Not checked'), docs.indexOf('## Faults')).replaceAll(/\s+/g, ' ');
    for (const { what, by, listed } of UNCHECKED) {
      const report = (await store.sabotaged(by({ ...world, ...more }), (each) =>
        verifyBooks(each, options()),
      )) as BooksReport;
      assert.deepEqual(kindsOf(report), [], `${what} is found: move it to the changes that are found`);
      assert.ok(section.includes(listed), `${what}: docs/consistency.md does not list "${listed}"`);
    }
  });

  it('is counted, and the first few are named', async () => {
    const sabotage = `DELETE FROM events WHERE feed_position IS NULL AND website_id = '${world.shop.websiteId}'`;
    const broken = await store.sabotaged([sabotage], (each) => verifyBooks(each, { ...options(), mostExamples: 1 }));
    const [fault] = broken?.faults ?? [];
    assert.deepEqual([fault?.kind, fault?.count, fault?.examples.length], ['event_missing', 2, 1]);
  });

  it('is found by resumed runs too, and their report equals that of a run that was not stopped', async () => {
    const sabotage = [`DELETE FROM events WHERE payment_id IN (${world.livePaid.id}, ${world.liveFailed.id})`];
    await store.sabotaged(sabotage, async (each) => {
      const whole = await verifyBooks(each, options());
      let saved: string | undefined;
      const onSave = async (text: string) => void (saved = text);
      let runs = 0;
      for (let report: BooksReport | undefined; !report; runs++) {
        // Each run is stopped after two pages.
        let asked = 0;
        const isStopping = () => asked++ === 2;
        report = await verifyBooks(each, { ...options(), pageSize: 3, saved, onSave, isStopping });
        if (report) assert.deepEqual(report, whole);
      }
      assert.ok(runs >= 2, `${runs} runs`);
    });
  });

  it('is not looked for if the given state was not saved by a run', async () => {
    const text = JSON.stringify({ version: 1, store: 'x', startedAtUs: 1, afterId: 1, throughId: 2, payments: 1 });
    const readOnly = await store.openReadOnly();
    for (const saved of ['', '{}', text, `${text.slice(0, -1)},"keptBefore":[],"counted":[],"faults":[]}`]) {
      await assert.rejects(verifyBooks(readOnly, { ...options(), saved }), { name: 'OperatorError', field: 'state' });
    }
    await readOnly.close();
  });

  it('is looked for in a store that cannot be written to', async () => {
    const readOnly = await store.openReadOnly();
    for (const sql of ['UPDATE feeds SET last_position = 0', 'DELETE FROM receipts', 'CREATE TABLE mine (id TEXT)']) {
      await assert.rejects(
        readOnly.snapshot((reader) => reader.query(sql)),
        /read-?only/,
      );
    }
    await readOnly.close();
  });

  it('is reported with the days whose live payments were compared with the providers', async () => {
    const nowUs = store.now() + 2 * DAY_US;
    const compared = async (given: readonly string[]) =>
      (await store.sabotaged(given, (each) => verifyBooks(each, { ...options(), nowUs })))?.compared;
    const never = await compared([]);
    assert.deepEqual(never, {
      comparisons: 0,
      withDifferences: 0,
      differences: 0,
      comparedDays: [],
      neverCompared: ['2027-01-11'],
      openDiscrepancies: 4,
    });
    const run = (state: string, startedAtUs: number, method = 'NULL') =>
      `INSERT INTO reconcile_runs (id, slot, state, method, from_us, to_us, actor, asked_at_us, started_at_us, ended_at_us, compared,
         differences) VALUES ('rec_1', 1, '${state}', ${method}, 1, ${nowUs}, '{}', ${startedAtUs}, ${startedAtUs}, ${nowUs}, 3, 1)`;
    const done = await compared([run('done', nowUs)]);
    assert.deepEqual([done?.neverCompared, done?.comparisons, done?.withDifferences, done?.differences], [[], 1, 1, 1]);
    assert.deepEqual(done?.comparedDays, [{ from: '1970-01-01', to: '2027-01-12' }]);
    for (const other of [run('stopped', nowUs), run('done', 5), run('done', nowUs, "'card'")]) {
      assert.deepEqual((await compared([other]))?.neverCompared, ['2027-01-11'], other);
    }
  });
});

onBothEngines('data that Peye deleted by its rules', (engine) => {
  let store: BooksStore;
  before(async () => {
    store = await openBooksStore(engine);
  });
  after(() => store?.close());

  it('is not reported as missing, but younger data that is missing is reported', async () => {
    const old = await fill(store);
    store.forward(60 * DAY_US);
    const younger = await fill(store);
    store.forward(40 * DAY_US);
    const young = await fill(store);
    const deleteOld = async (verb: () => Promise<{ removed: number; isMoreWaiting: boolean }>) => {
      let removed = 0;
      for (let isMore = true; isMore; ) {
        const step = await verb();
        removed += step.removed;
        isMore = step.isMoreWaiting;
      }
      assert.ok(removed > 0);
    };
    const readOnly = await store.openReadOnly();
    const look = async (from: typeof readOnly) => {
      const report = await verifyBooks(from, { box: store.box, nowUs: store.now() });
      return report?.faults.map(({ kind, examples }) => [kind, ...examples.map(({ id }) => id)]);
    };
    const { operator } = store;
    await deleteOld(() => operator.deleteOldDeliveries({ olderThanDays: 50 }));
    assert.deepEqual(await look(readOnly), [], 'deliveries');
    await deleteOld(() => operator.deleteOldEvents({ olderThanDays: 50 }));
    assert.deepEqual(await look(readOnly), [], 'events');
    await deleteOld(() => operator.deleteOldTestPayments({ olderThanDays: 50 }));
    assert.deepEqual(await look(readOnly), [], 'test payments');
    await operator.deleteOldHistory({ olderThanDays: 50 });
    const folder = join(store.place.folder, 'archive');
    const beforeDay = dayOf(store.now() - 95 * DAY_US);
    assert.equal((await operator.makeArchive({ beforeDay, folder })).payments, 1);
    assert.equal((await operator.removeArchived({ folder, isQuick: true })).removed, 1);
    assert.deepEqual(await look(readOnly), [], 'an archive');

    const isFound = async (sql: string | readonly string[]) => [
      ...new Set((await store.sabotaged([sql].flat(), look))?.flat()),
    ];
    assert.deepEqual(await isFound(`DELETE FROM events WHERE payment_id = ${young.livePaid.id}`), [
      ...['event_missing', String(young.livePaid.id)],
    ]);
    // Payments that are missing and not in the archive: one is too young for it, the others are old enough. And a changed amount.
    assert.deepEqual(await isFound(deleted(younger.livePaid.id)), [
      ...['counts_wrong', younger.shop.live],
      ...['sums_wrong', younger.shop.websiteId],
    ]);
    assert.deepEqual(await isFound(deleted(old.liveFailed.id)), [
      ...['counts_wrong', old.shop.live],
      ...['sums_wrong', 'all websites'],
    ]);
    assert.deepEqual(
      await isFound([`UPDATE payments SET amount_minor = amount_minor - 1 WHERE id = ${old.liveFailed.id}`]),
      ['sums_wrong', old.shop.websiteId],
    );
    assert.deepEqual(await isFound(`DELETE FROM payments WHERE id = ${old.liveOpen.id}`), [
      'counts_wrong',
      old.shop.live,
    ]);
    await readOnly.close();
  });
});

onBothEngines('callback URLs', (engine) => {
  let store: BooksStore;
  before(async () => {
    store = await openBooksStore(engine);
  });
  after(() => store?.close());

  it('require a delivery for each payment that became final while a callback URL was set, and for no other', async () => {
    const owner = await store.website(null);
    await store.end(owner, 'test');
    store.forward(10 * MINUTE_US);
    await store.operator.changeWebsite(owner.websiteId, { callbackUrl: 'https://shop.example/' });
    store.forward(10 * MINUTE_US);
    const notified = await store.end(owner, 'test');
    await store.operator.changeWebsite(owner.websiteId, { callbackUrl: 'https://shop.example/other' });
    await store.operator.changeWebsite(owner.websiteId, { name: 'Another name' });
    const look = async (from: Parameters<typeof verifyBooks>[0]) =>
      (await verifyBooks(from, { box: store.box, nowUs: store.now() }))?.faults.map(({ kind }) => kind);
    const gone = [`DELETE FROM deliveries WHERE payment_id = ${notified.id}`];
    assert.deepEqual(await store.sabotaged([], look), []);
    assert.deepEqual(await store.sabotaged(gone, look), ['delivery_missing']);
    await store.operator.changeWebsite(owner.websiteId, { callbackUrl: null });
    await store.end(owner, 'test');
    assert.deepEqual(await store.sabotaged([], look), []);
    await store.operator.changeWebsite(owner.websiteId, { callbackUrl: 'https://shop.example/' });
    assert.deepEqual(await store.sabotaged([], look), []);
  });
});

onBothEngines('events of refunds', (engine) => {
  let store: BooksStore;
  before(async () => {
    store = await openBooksStore(engine);
  });
  after(() => store?.close());

  it('are required for each refund that ended while a callback URL for refunds was set, and for no other', async () => {
    const owner = await store.website('https://shop.example/');
    const ended = async (mode: 'test' | 'live') => {
      const payment = await store.end(owner, mode, undefined, { method: 'moncash' });
      const deps = refundDepsOf(store);
      const of = { owner: { websiteId: owner.websiteId, mode }, transactionId: String(payment.id), keyId: owner[mode] };
      const { id } = (await requestRefund(deps, { ...of, name: `of-${payment.id}` })).refund;
      if (mode === 'live') await approveRefund(deps, id);
      await completeRefund(deps, id, `TX-${payment.id}`, { isUnclaimed: true });
      return id;
    };
    const look = async (from: Parameters<typeof verifyBooks>[0]) =>
      (await verifyBooks(from, { box: store.box, nowUs: store.now() }))?.faults.flatMap(({ kind, examples }) =>
        examples.map(({ id, detail }) => [kind, id, detail]),
      );
    await ended('live');
    store.forward(10 * MINUTE_US);
    const refundCallbackUrl = 'https://shop.example/refunds';
    await store.operator.changeWebsite(owner.websiteId, { refundCallbackUrl });
    store.forward(10 * MINUTE_US);
    const [live, test] = [await ended('live'), await ended('test')];
    assert.deepEqual(await store.sabotaged([], look), []);
    const gone = `DELETE FROM deliveries WHERE refund_id = '${live}'`;
    assert.deepEqual(await store.sabotaged([gone], look), [['refund_event_missing', live, 'no webhook']]);
    const unlisted = await store.sabotaged([`DELETE FROM refund_events WHERE refund_id = '${test}'`], look);
    assert.ok(
      unlisted?.some(
        ([kind, id, detail]) => `${kind} ${id} ${detail}` === `refund_event_missing ${test} no event in the feed`,
      ),
    );
    await store.operator.changeWebsite(owner.websiteId, { refundCallbackUrl: null });
    assert.deepEqual(await store.sabotaged([gone], look), []);
  });
});

/** Payments of every kind, with every outcome that each can have. */
async function fill(store: BooksStore): Promise<World> {
  const [shop, quiet] = [await store.website('https://shop.example/webhooks'), await store.website(null)];
  store.forward(10 * MINUTE_US);
  const paid = await store.end(shop, 'test');
  await store.attempts(paid, [200]);
  const failed = await store.end(shop, 'test', DECLINED);
  await store.attempts(failed, [503, 200]);
  await store.open(shop, 'test', { method: 'card', status: 'pending' });
  const converted = await store.end(shop, 'test', undefined, {
    originalAmountMinor: 1_000,
    rateE4: 1_305_050,
    amountMinor: 130_505,
  });
  const livePaid = await store.end(shop, 'live');
  await store.attempts(livePaid, [500, 410], 'exhausted');
  const liveFailed = await store.end(shop, 'live', DECLINED);
  await store.attempts(liveFailed, [200]);
  const liveOpen = await store.open(shop, 'live');
  const { id: subscription, open: charge } = await store.recurring(shop);
  await store.end(quiet, 'test');
  const { linkId, linkPaid } = await sellByLink(store, shop);
  const session = await payInSession(store, shop);
  return {
    shop,
    quiet,
    paid,
    failed,
    converted,
    livePaid,
    liveFailed,
    liveOpen,
    subscription,
    charge,
    linkId,
    linkPaid,
    ...session,
  };
}

/** A link with two payments: one was paid, one failed. */
async function sellByLink(store: BooksStore, shop: Owner): Promise<{ linkId: string; linkPaid: Payment }> {
  const { id: linkId, code } = await store.operator.createLink({
    websiteId: shop.websiteId,
    mode: 'test',
    name: 'Mango',
    descriptions: { ht: 'Yon panye mango' },
    amount: '500',
  });
  const sell = async (outcome: 'completed' | 'failed') => {
    const metadata = JSON.stringify({ link: code });
    const payment = await store.open(shop, 'test', { metadata, description: 'Mango' });
    await store.db.transaction(async (tx) => {
      assert.ok(await insertLinkPayment(tx, payment, { linkId, formId: `form-${payment.id}`, quantity: 1 }));
      assert.ok(await reserveUnits(tx, { linkId, quantity: 1, nowUs: store.now() }));
    });
    const ended = await store.settle(payment, outcome === 'failed' ? DECLINED : { status: 'completed' });
    await store.attempts(ended, [200]);
    return ended;
  };
  await sell('failed');
  return { linkId, linkPaid: await sell('completed') };
}

let sessionsMade = 0;

/** A checkout session whose first payment failed, and whose second one was completed. */
async function payInSession(
  store: BooksStore,
  shop: Owner,
): Promise<{ sessionId: string; sessionFailed: Payment; sessionPaid: Payment }> {
  sessionsMade++;
  const sessionId = `cos_${sessionsMade}`;
  const pay = async (outcome: 'completed' | 'failed') => {
    const payment = await store.open(shop, 'test', { metadata: `{"checkout_session":"${sessionId}"}` });
    await store.db.transaction(async (tx) => {
      if (outcome === 'failed') await insertSession(tx, sessionFor(payment, sessionId));
      await insertSessionPayment(tx, sessionId, payment.id);
      assert.ok(await reserveAttempt(tx, { sessionId, mostOpen: 0, nowUs: store.now() }));
    });
    const ended = await store.settle(payment, outcome === 'failed' ? DECLINED : { status: 'completed' });
    await store.attempts(ended, [200]);
    return ended;
  };
  return { sessionId, sessionFailed: await pay('failed'), sessionPaid: await pay('completed') };
}

function sessionFor({ websiteId, apiKeyId, amountMinor, createdAtUs }: Payment, id: string): CheckoutSession {
  return {
    ...{ id, code: id.padEnd(22, 'x'), websiteId, apiKeyId, mode: 'test', amountMinor, currency: 'HTG', createdAtUs },
    ...{ reference: null, description: null, metadata: null, returnUrl: null, cancelUrl: null, cancelledAtUs: null },
    ...{ customerName: null, customerEmail: null, customerPhone: null, paidPaymentId: null, paidAtUs: null },
    ...{ methods: ['moncash'], expiresAtUs: createdAtUs + DAY_US, attempts: 0, openPayments: 0 },
  };
}
