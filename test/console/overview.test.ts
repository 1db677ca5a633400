import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { readFigures, readWebsiteTotals, type Totals } from '../../src/console/overview/figures.ts';
import { customPeriod, type Period, periodOf } from '../../src/console/overview/period.ts';
import { readUsualDay, usualMoney } from '../../src/console/overview/usual-day.ts';
import { leastIdFrom } from '../../src/core/ids.ts';
import { CURRENCIES, type Currency } from '../../src/core/money.ts';
import {
  FAILURE_REASONS,
  type FailureReason,
  PAYMENT_METHODS,
  type Payment,
  type PaymentMethod,
} from '../../src/core/payment.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { hourOf, insertSums, readPaymentSums, WAIT_ENDS } from '../../src/features/payments/store/payment-sums.ts';
import { deleteHourSums } from '../../src/features/payments/store/payment-sums-fill.ts';
import { updatePaymentSums } from '../../src/features/payments/update-payment-sums.ts';
import { insertManualRate } from '../../src/features/rates/store/manual-rates.ts';
import { listApiKeys } from '../../src/features/websites/store/api-keys.ts';
import { haitiDayOf, startOfHaitiDayUs } from '../../src/platform/clock/haiti-time.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { type Engine, onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { settling } from '../support/settling.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const SECOND_US = 1_000_000;
const HOUR_US = 3_600 * SECOND_US;
const NOW_US = Date.UTC(2026, 10, 22, 15) * 1000;

/** What happens to a payment. */
interface Journey {
  readonly method: PaymentMethod;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly endedUs: number;
  /** Seconds from the payment's creation to its end. */
  readonly waited: number;
  readonly reason: FailureReason | null;
}

const journeys: fc.Arbitrary<Journey[]> = fc.array(
  fc.record({
    method: fc.constantFrom(...PAYMENT_METHODS),
    currency: fc.constantFrom(...CURRENCIES),
    amountMinor: fc.integer({ min: 100, max: 10_000_000 }),
    endedUs: fc.integer({ min: 0, max: 8 * 24 * 3_600 }).map((seconds) => NOW_US - seconds * SECOND_US),
    waited: fc.constantFrom(0, 5, 10, 11, 44, 300, 301, 7_000),
    reason: fc.option(fc.constantFrom(...FAILURE_REASONS), { freq: 2 }),
  }),
  { minLength: 1, maxLength: 30 },
);

/** Wallets are paid in gourdes. */
function payment(sown: Seed, journey: Journey, number: number): Payment {
  const isWallet = journey.method === 'moncash' || journey.method === 'natcash';
  const createdAtUs = journey.endedUs - journey.waited * SECOND_US;
  return sown.payment({
    id: leastIdFrom(createdAtUs) + number,
    method: journey.method,
    amountMinor: journey.amountMinor,
    createdAtUs,
    currency: isWallet ? 'HTG' : journey.currency,
    expiresAtUs: createdAtUs + HOUR_US,
    nextCheckAtUs: createdAtUs,
  });
}

/** The sums of payments, counted one by one, by their names. */
function recount(journeys: readonly Journey[], by: 'hour' | 'day'): Record<string, unknown> {
  const counted: Record<string, { payments: number; amountMinor: number; waits: number[] }> = {};
  for (const journey of journeys) {
    const { method, reason, amountMinor, endedUs, waited } = journey;
    const currency = method === 'moncash' || method === 'natcash' ? 'HTG' : journey.currency;
    const period = by === 'hour' ? hourOf(endedUs) : haitiDayOf(endedUs);
    const name = `${period} ${method} ${currency} ${reason ?? 'completed'}`;
    counted[name] ??= { payments: 0, amountMinor: 0, waits: Array.from({ length: WAIT_ENDS.length + 1 }, () => 0) };
    counted[name].payments++;
    counted[name].amountMinor += amountMinor;
    const kind = WAIT_ENDS.filter((end) => end < waited).length;
    if (reason === null) counted[name].waits[kind] = (counted[name].waits[kind] ?? 0) + 1;
  }
  return counted;
}

const moneyOf = (totals: Totals | undefined) => Object.fromEntries(totals?.money ?? []);

const added = (sums: Record<string, number>, more: Record<string, number>) => {
  for (const [name, value] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
};

/** A plain sum over the completed payments of a website: by currency, and their number. */
async function plainSums(store: TestStore, websiteId: string) {
  const rows = await store.db.query<{ currency: string; money: number; paid: number }>(
    `SELECT currency, CAST(SUM(amount_minor) AS BIGINT) AS money, COUNT(*) AS paid FROM payments
      WHERE website_id = $1 AND status = 'completed' GROUP BY currency`,
    [websiteId],
  );
  return {
    all: Object.fromEntries(rows.map(({ currency, money }) => [currency, money])),
    paid: rows.reduce((sum, { paid }) => sum + paid, 0),
  };
}

async function storedSums(store: TestStore, websiteId: string | undefined, by: 'hour' | 'day') {
  const websiteIds = websiteId === undefined ? undefined : [websiteId];
  const sums = await readPaymentSums(store.db, { websiteIds, mode: 'test', by, from: 0, to: 2 ** 40 });
  return Object.fromEntries(
    sums.map(({ period, method, currency, outcome, payments, amountMinor, waits }) => [
      `${period} ${method} ${currency} ${outcome}`,
      { payments, amountMinor, waits },
    ]),
  );
}

onOneEngineByDay('the sums of payments', (engine: Engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
  });
  after(() => store.close());

  /** Stores the sums of live payments that were paid at these times, each of as many gourdes as its number in the list, from 1. */
  async function paidAt(...moments: string[]): Promise<string> {
    const sown = await seed(store.db, { mode: 'live' });
    const payments = moments.map((moment, at) =>
      sown.payment({
        mode: 'live',
        status: 'completed',
        amountMinor: 100 * (at + 1),
        finishedAtUs: Date.parse(moment) * 1000,
      }),
    );
    await store.db.transaction((tx) => insertSums(tx, payments, engine));
    return sown.websiteId;
  }

  it('of a period are compared with as many days before it: of today, and of the last day before, the same complete hours', async () => {
    // At `NOW_US`, it is 10 o'clock in Haiti.
    const websiteId = await paidAt(
      '2026-11-22T14:30:00Z', // 1: today
      '2026-11-21T15:59:59Z', // 2: yesterday, in the hour that is not complete today
      '2026-11-21T16:00:00Z', // 3: yesterday, later
      '2026-11-20T23:00:00Z', // 4
      '2026-11-15T16:00:00Z', // 5: a week ago, later than today's hour
      '2026-11-15T12:00:00Z', // 6: a week ago
      '2026-10-23T12:00:00Z', // 7: thirty days ago
      '2026-10-20T12:00:00Z', // 8
      '2026-11-22T15:00:00Z', // 9: today, in the hour that is not complete
      '2026-11-21T14:59:59Z', // 10: yesterday, in the last complete hour
    );
    const scope = { websiteIds: [websiteId], mode: 'live' } as const;
    const moneyIn = async (period: Period) => {
      const { now, same, before } = await readFigures(store.db, scope, period);
      const sumOf = ({ money }: Totals) => (money.get('HTG') ?? 0) / 100;
      const partsOf = (each: readonly Totals[]) => each.reduce((sum, part) => sum + sumOf(part), 0);
      assert.equal(partsOf(now.each), sumOf(now), period.range);
      // A chart by the hour shows the whole of both days.
      const drawn = period.by === 'hour' ? now : same;
      assert.equal(partsOf(same.each), sumOf(drawn), period.range);
      return [now, same, before].map(sumOf);
    };
    assert.deepEqual(await moneyIn(periodOf('today', NOW_US)), [10, 1, 10]);
    assert.deepEqual(await moneyIn(periodOf('yesterday', NOW_US)), [15, 15, 4]);
    assert.deepEqual(await moneyIn(periodOf('7', NOW_US)), [29, 20, 6]);
    assert.deepEqual(await moneyIn(periodOf('30', NOW_US)), [40, 31, 15]);
    assert.deepEqual(await moneyIn(periodOf('month', NOW_US)), [40, 31, 7 + 8]);
    assert.deepEqual(await moneyIn(customPeriod('2026-10-20', '2026-10-23', NOW_US)!), [15, 15, 0]);
    assert.deepEqual(await moneyIn(customPeriod('2026-11-15', '2026-11-15', NOW_US)!), [11, 11, 0]);
  });

  it('of today are compared with the median of the same complete hours of the last four same weekdays', async () => {
    const sundays = ['2026-11-22', '2026-11-15', '2026-11-08', '2026-11-01', '2026-10-25'];
    // 8 o'clock in Haiti, and 10 o'clock, which is not complete at `NOW_US`.
    const moments = sundays.flatMap((day) => [`${day}T13:00:00Z`, `${day}T15:00:00Z`]);
    const whose = { websiteIds: [await paidAt(...moments)], mode: 'live' } as const;
    const usualOf = async (nowUs: number, firstDay: number | undefined) => {
      const usual = await readUsualDay(store.db, whose, { nowUs, firstDay });
      return usualMoney(usual, 'HTG');
    };
    const firstDay = haitiDayOf(Date.parse('2026-10-25T13:00:00Z') * 1000);
    // The Sundays before have 3, 5, 7 and 9 gourdes at 8 o'clock.
    assert.deepEqual(await usualOf(NOW_US, firstDay), { now: 100, median: 600, least: 300, most: 900 });
    assert.deepEqual(await usualOf(NOW_US, firstDay + 1), { now: 100, median: 500, least: 300, most: 700 });
    assert.equal(await usualOf(NOW_US, firstDay + 8), undefined, 'two days are too few');
    assert.equal(await usualOf(NOW_US, undefined), undefined);
    const justAfterMidnight = Date.parse('2026-11-22T05:20:00Z') * 1000;
    assert.equal(await usualOf(justAfterMidnight, firstDay), undefined, 'no hour of today is complete');
    // Days whose hours have been deleted do not count.
    const beforeUs = Date.parse('2026-11-12T00:00:00Z') * 1000;
    const [websiteId = ''] = whose.websiteIds;
    await store.db.transaction((tx) => deleteHourSums(tx, { websiteId, mode: 'live', beforeUs }));
    assert.equal(await usualOf(NOW_US, firstDay), undefined);
  });

  it('equal a recount of the payments, for each website, by the hour and by the day', async () => {
    let number = 0;
    const property = fc.asyncProperty(journeys, async (list) => {
      const sown = await seed(store.db);
      for (const journey of list) {
        const open = payment(sown, journey, ++number);
        await store.db.transaction((tx) => insertPayments(tx, [open]));
        const box = { seal: () => '', open: () => '' } as never;
        const outcome = journey.reason
          ? ({ status: 'failed', failureReason: journey.reason } as const)
          : ({ status: 'completed' } as const);
        const deps = settling({ db: store.db, box, clock: () => journey.endedUs });
        assert.ok(await settlePayment(deps, open, outcome));
        // A final payment is not counted again.
        assert.equal(await settlePayment(deps, open, outcome), undefined);
      }
      for (const by of ['hour', 'day'] as const) {
        assert.deepEqual(await storedSums(store, sown.websiteId, by), recount(list, by));
      }
      // What the page shows equals a plain sum over the payments.
      const whose = { websiteIds: [sown.websiteId], mode: 'test' } as const;
      const period = customPeriod('2026-11-10', '2026-11-22', NOW_US)!;
      const { now, before } = await readFigures(store.db, whose, period);
      const websites = await readWebsiteTotals(store.db, whose, period.now);
      const plain = await plainSums(store, sown.websiteId);
      assert.deepEqual(moneyOf(now), plain.all);
      assert.deepEqual(moneyOf(websites.get(sown.websiteId)), plain.all);
      assert.deepEqual([...now.methods.values()].map(moneyOf).reduce(added, {}), plain.all);
      assert.deepEqual(now.each.map(moneyOf).reduce(added, {}), plain.all);
      assert.equal(now.paid, plain.paid);
      assert.equal(now.paid + now.failed, list.length);
      assert.deepEqual(moneyOf(before), {});
    });
    await fc.assert(property, { numRuns: 8 });
  });

  it('of an older store are filled in afterwards, each payment once, while other payments become final', async () => {
    const own = await openTestStore(engine);
    try {
      const sown = await seed(own.db);
      const list: Journey[] = Array.from({ length: 450 }, (_, at) => ({
        method: PAYMENT_METHODS[at % 4]!,
        currency: 'HTG',
        amountMinor: 100 + at,
        waited: at % 400,
        endedUs: NOW_US - (at + 1) * 900 * SECOND_US,
        reason: at % 3 === 0 ? 'declined' : null,
      }));
      const ended = list.map((journey, at) => ({
        ...payment(sown, journey, at),
        finishedAtUs: journey.endedUs,
        nextCheckAtUs: null,
        status: journey.reason ? ('failed' as const) : ('completed' as const),
        failureReason: journey.reason,
      }));
      const open = payment(sown, { ...list[0]!, endedUs: NOW_US }, 1_000);
      await own.db.transaction(async (tx) => {
        await tx.query('UPDATE payment_sums_state SET begins_at_us = NULL');
        await insertPayments(tx, [...ended, open]);
      });
      let nowUs = NOW_US;
      const deps = { db: own.db, clock: () => nowUs };
      assert.deepEqual(await updatePaymentSums(deps, { beginAfterUs: SECOND_US }), { isMoreWaiting: false });
      // Nothing is filled in until `beginAfterUs` has passed.
      assert.deepEqual(await updatePaymentSums(deps, { beginAfterUs: SECOND_US }), { isMoreWaiting: false });
      nowUs += 3 * SECOND_US;
      const box = {} as never;
      await settlePayment(settling({ ...deps, box }), open, { status: 'completed' });
      while ((await updatePaymentSums(deps, { beginAfterUs: SECOND_US })).isMoreWaiting);
      const late = { ...list[0]!, endedUs: nowUs, waited: list[0]!.waited + 3, reason: null };
      const expected = recount([...list, late], 'day');
      assert.deepEqual(await storedSums(own, sown.websiteId, 'day'), expected);
      assert.deepEqual(await storedSums(own, undefined, 'day'), expected);
      assert.deepEqual(await storedSums(own, undefined, 'hour'), recount([...list, late], 'hour'));
      // Hours that no page shows are deleted, days stay.
      nowUs += 40 * 24 * HOUR_US;
      await updatePaymentSums(deps);
      assert.deepEqual(await storedSums(own, sown.websiteId, 'hour'), {});
      assert.deepEqual(await storedSums(own, sown.websiteId, 'day'), expected);
    } finally {
      await own.close();
    }
  });
});

onOneEngineByDay('the first page', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  const plainText = (markup = '') => markup.replaceAll(/<[^>]+>/g, '');
  /** The cards at the top: their values, by their labels. */
  const cardsOf = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<div><dt>([^<]*)<\/dt><dd><strong>([^<]*)</g)].map(([, name, value]) => [name, value]),
    );
  /** The rows of a table. */
  const rowsOf = (text: string, caption: string) => {
    const [, body = ''] = new RegExp(`<caption[^>]*>${caption}</caption>.*?<tbody>(.*?)</tbody>`, 's').exec(text) ?? [];
    return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => plainText(cell)),
    );
  };

  it('shows for a new gateway that nothing needs attention, and the next steps', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const { status, text } = await owner.get('');
    assert.equal(status, 200);
    assert.match(text, /All clear/);
    assert.match(text, /Next steps/);
    assert.doesNotMatch(text, /<svg viewBox="0 0 400/);
  });

  it('leads a merchant to the first live payment, and not a viewer; then the list ends for good', async () => {
    const { db, clock } = gateway.store;
    const sown = await seed(db, { mode: 'live' });
    const websiteIds = [sown.websiteId];
    const owner = await consolePerson(gateway, 'merchant_owner', { websiteIds });
    const viewer = await consolePerson(gateway, 'merchant_viewer', { websiteIds });
    const { text } = await owner.get('');
    assert.match(text, /Next steps/);
    assert.match(text, /✓ Create a live key/);
    assert.match(text, new RegExp(`<a href="/console/websites/${sown.websiteId}">Add your logo`));
    assert.doesNotMatch((await viewer.get('')).text, /Next steps/);
    // Hidden by one user, the list is hidden for all users of the merchant, and none of another's, until one of them shows it again.
    const path = `/overview/websites/${sown.websiteId}`;
    const developer = await consolePerson(gateway, 'merchant_developer', { websiteIds, language: 'fr' });
    assert.equal((await developer.submit('', `${path}/dismiss`, {})).status, 303);
    for (const user of [owner, developer]) {
      const { text: without } = await user.get('');
      assert.doesNotMatch(without, /Create a live key|Créer une clé/);
      assert.match(without, /<button[^>]*>(Show next steps|Afficher les prochaines étapes)</);
    }
    const outsider = await consolePerson(gateway, 'merchant_owner', { websiteIds: [gateway.website.id] });
    assert.match((await outsider.get('')).text, /Next steps<\/h2>/);
    for (const action of ['dismiss', 'restore']) {
      const forged = { kind: 'steps', ...(action === 'dismiss' && { seen: '1', note: 'x' }) };
      assert.equal((await outsider.post(`${path}/${action}`, forged)).status, 404, action);
    }
    // What the operator dismisses is the operator's.
    const operator = await consolePerson(gateway, 'owner');
    assert.equal((await operator.post(`${path}/restore`, { kind: 'steps' })).status, 303);
    assert.doesNotMatch((await owner.get('')).text, /Next steps<\/h2>/);
    assert.equal(
      (await owner.get(`${path}/dismiss?kind=steps`)).status,
      303,
      'there is no item to dismiss with a note',
    );
    assert.equal((await owner.submit('', `${path}/restore`, {})).status, 303);
    assert.match((await developer.get('')).text, /Prochaines étapes<\/h2>/);
    assert.equal((await owner.submit('', `${path}/dismiss`, {})).status, 303);
    const ofOthers = await consolePerson(gateway, 'merchant_viewer', { websiteIds });
    assert.doesNotMatch((await ofOthers.get('')).text, /Show next steps/);
    const paid = sown.payment({ ...inStatus('completed'), mode: 'live', createdAtUs: clock(), finishedAtUs: clock() });
    await db.transaction(async (tx) => {
      await insertPayments(tx, [paid]);
      await insertSums(tx, [paid], db.engine);
    });
    assert.doesNotMatch((await owner.get('')).text, /[Nn]ext steps/);
    const other = await consolePerson(gateway, 'merchant_owner', { websiteIds: [gateway.website.id] });
    assert.match((await other.get('')).text, /Next steps/, 'the payment of another merchant changes nothing');
  });

  it('has the sums that the API has, for each website alone and for all', async () => {
    const other = await gateway.newWebsite('Other shop');
    const clients = [gateway.api, gateway.client(other.testKey)];
    for (const [at, client] of clients.entries()) {
      for (let number = 0; number < 4; number++) {
        const { json } = await client.post('/payments', paymentRequest({ amount: 500 + at }));
        const end = number < 3 ? 'complete' : 'fail';
        const ended = await client.post(`/test_helpers/payments/${json.transaction_id}/${end}`, {});
        assert.equal(ended.status, 200, ended.text);
      }
    }
    const completed = await gateway.api.get('/payments?status=completed');
    assert.equal(completed.json.pagination?.total ?? completed.json.total ?? 3, 3);
    const owner = await consolePerson(gateway, 'owner');
    const { text } = await owner.get('?mode=test');
    assert.deepEqual(cardsOf(text), { 'Gross revenue (HTG)': '3,003', Paid: '6', 'Success rate': '75\u00a0%' });
    // The shop with more revenue is first. The gateway's first payments were today: no earlier day to compare with.
    assert.deepEqual(rowsOf(text, 'By website'), [
      ['Other shop', '1,503\u00a0HTG', '50\u00a0%', '3', '75\u00a0%'],
      ['Test shop', '1,500\u00a0HTG', '50\u00a0%', '3', '75\u00a0%'],
    ]);
    assert.deepEqual(rowsOf(text, 'By method'), [['MonCash', '3,003\u00a0HTG', '100\u00a0%', '6', '75\u00a0%']]);
    assert.match(text, /<strong>6<\/strong> <span>new<\/span>/);
    assert.match(text, /compared with .*, both until \d{1,2}:00<\/p><p class="soft">New: the first payment is from/);
    assert.match(text, /Not enough data yet/);
    const merchant = await consolePerson(gateway, 'merchant_viewer');
    for (const path of ['?mode=test', `?mode=test&range=7&website=${gateway.website.id}`, '?mode=test&range=30']) {
      const own = await merchant.get(path);
      assert.equal(cardsOf(own.text)['Gross revenue (HTG)'], '1,500', path);
      assert.doesNotMatch(own.text, /Other shop|By website/, path);
    }
    assert.equal(cardsOf((await merchant.get('?mode=test&range=yesterday')).text)['Gross revenue (HTG)'], '0');
    // Another merchant's website is not there.
    assert.equal((await merchant.get(`?website=${other.website.id}`)).status, 404);
  });

  it('prints the dates that it compares, and refuses custom days that are invalid', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const dated = (await owner.get('?mode=test&from=2026-01-05&to=2026-01-06')).text;
    assert.match(
      dated,
      /<p>5\u00a0Jan\u00a02026–6\u00a0Jan\u00a02026 compared with 3\u00a0Jan\u00a02026–4\u00a0Jan\u00a02026<\/p>|<p>5\u00a0Jan–6\u00a0Jan compared with 3\u00a0Jan–4\u00a0Jan<\/p>/,
    );
    const long = 'x'.repeat(5_000);
    for (const query of [
      'from=2026-01-06&to=2026-01-05',
      'from=2026-02-30&to=2026-03-01',
      'from=2020-01-01&to=2026-01-01',
      'from=2999-01-01&to=2999-01-02',
      'from=2026-01-05',
      'from=%27%3B--&to=%F0%9F%92%A5',
      'from=1900-01-01&to=1900-01-02',
      `from=${long}&to=2026-01-05`,
    ]) {
      const { status, text } = await owner.get(`?mode=test&${query}`);
      assert.equal(status, 200, query);
      assert.match(text, /aria-invalid="true"/, query);
      assert.match(text, /Choose a first and a last day/, query);
    }
    assert.equal((await owner.get('?range=eternity&range=7&mode=dead&from=&to=')).status, 200);
  });

  it('shows returned money next to every sum, to users who may see the payment', async () => {
    const { website, testKey } = await gateway.newWebsite('Giving back');
    const client = gateway.client(testKey);
    const paid = async (amount: number) => {
      const request = { amount, payment_method: 'lakaypay_card', customer_phone: '50931112222' };
      const { json } = await client.post('/payments', paymentRequest(request));
      await client.post(`/test_helpers/payments/${json.transaction_id}/complete`, {});
      return json.transaction_id as string;
    };
    const [first, second] = [await paid(700), await paid(300)];
    const words = async (who: ConsolePerson, path: string) => {
      const { status, text } = await who.get(path);
      assert.equal(status, 200, path);
      return plainText(text).replaceAll(/\s+/g, ' ');
    };
    const [operator, merchant] = [
      await consolePerson(gateway, 'owner'),
      await consolePerson(gateway, 'merchant_viewer', { websiteIds: [website.id] }),
    ];
    const pages = [
      [`?mode=test&range=7&website=${website.id}`, /Gross revenue \(HTG\) ?1,000 .*?200 returned/],
      ['/payments?mode=test&q=31112222', /1,000 HTG paid of 1,000 HTG · 200 HTG returned/],
      [`/payments?mode=test&website=${website.id}`, /1,000 HTG paid of 1,000 HTG · 200 HTG returned/],
      [`/payments/${second}/customer`, /Paid in total ?1,000 HTG ?Returned to the customer ?200 HTG \(1 payment\)/],
      [`/websites/${website.id}?mode=test`, /Gross revenue since [^<]*?1,000 HTG ?200 HTG returned to customers/],
    ] as const;
    for (const [path] of pages)
      assert.doesNotMatch(await words(merchant, path), /returned to|HTG returned|200 returned/);
    const url = `${gateway.url}/api/refunds/v1/refunds/back-1`;
    assert.equal((await client.request('PUT', url, { transaction_id: first, amount: 200 })).status, 201);
    await until('the refund succeeds', async () => (await client.get(url)).json.data.status === 'succeeded');
    for (const who of [operator, merchant]) {
      for (const [path, text] of pages) assert.match(await words(who, path), text, `${who.user.role} ${path}`);
    }
    assert.match(await words(operator, '?mode=test'), /Returned \(HTG\)/);
    const outsider = await consolePerson(gateway, 'merchant_viewer');
    for (const path of ['?mode=test&range=7', '/payments?mode=test', `/websites/${gateway.website.id}?mode=test`]) {
      assert.doesNotMatch(await words(outsider, path), /Returned \(HTG|HTG returned|200 returned/, path);
    }
  });

  it('draws each chart with a title, a description and a table of its numbers', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const { text } = await owner.get('?mode=test&range=30');
    const charts = text.match(/<figure class="chart sheet">.*?<\/figure>/gs) ?? [];
    assert.equal(charts.length, 5);
    for (const chart of charts) {
      assert.match(
        chart,
        /<svg [^>]*role="img" aria-labelledby="[^"]+"><title[^>]*>[^<]+<\/title><desc[^>]*>[^<]+<\/desc>/,
      );
      assert.match(chart, /<details><summary>Show data<\/summary>.*<tbody><tr>/s);
      assert.doesNotMatch(chart, /NaN|undefined|Infinity/);
    }
  });

  it('counts the items that need attention, and each line leads to a list that the user may see', async () => {
    const { db } = gateway.store;
    const nowUs = gateway.store.clock();
    const sown = await seed(db, { mode: 'live', website: { name: 'Late shop' } });
    const late = [1, 2, 3].map((number) =>
      sown.payment({
        id: leastIdFrom(nowUs) + number,
        mode: 'live',
        createdAtUs: nowUs - 9 * HOUR_US,
        expiresAtUs: nowUs - 3 * HOUR_US,
        nextCheckAtUs: nowUs + 9 * HOUR_US,
      }),
    );
    await db.transaction((tx) => insertPayments(tx, late));
    const owner = await consolePerson(gateway, 'owner');
    const { text } = await owner.get('');
    assert.match(text, /<a href="\/console\/overview\/overdue"><strong>3<\/strong>/);
    const list = (await owner.get('/overview/overdue')).text;
    for (const { id } of late) assert.ok(list.includes(String(id)));
    const dayOld = { ...late[0]!, id: leastIdFrom(nowUs) + 4, createdAtUs: nowUs - 25 * HOUR_US };
    await db.transaction((tx) => insertPayments(tx, [dayOld]));
    const waiting = (await owner.get('/overview/waiting')).text;
    for (const { id } of late) assert.ok(waiting.includes(String(id)));
    assert.ok(!waiting.includes(String(dayOld.id)), 'the list has only payments of the last day');
    const merchant = await consolePerson(gateway, 'merchant_owner');
    assert.doesNotMatch((await merchant.get('')).text, /overview\/overdue/);
    assert.doesNotMatch((await merchant.get('/overview/overdue')).text, new RegExp(String(late[0]!.id)));
    // A merchant's overdue payment is found, however many payments of other merchants were due before it.
    const others = Array.from({ length: 1001 }, (_, number) => ({ ...late[0]!, id: leastIdFrom(nowUs) + 10 + number }));
    const own = { ...late[0]!, id: leastIdFrom(nowUs) + 9, nextCheckAtUs: nowUs + 10 * HOUR_US };
    const [key] = await listApiKeys(db, gateway.website.id);
    const mine = { ...own, websiteId: gateway.website.id, apiKeyId: key!.id };
    await db.transaction((tx) => insertPayments(tx, [...others, mine]));
    assert.ok((await merchant.get('/overview/overdue')).text.includes(String(mine.id)));
    // And however many younger payments that are theirs are due before it.
    const young = Array.from({ length: 1001 }, (_, number) => {
      const id = leastIdFrom(nowUs) + 2000 + number;
      return { ...mine, id, createdAtUs: nowUs, expiresAtUs: nowUs + HOUR_US, nextCheckAtUs: nowUs + HOUR_US };
    });
    await db.transaction((tx) => insertPayments(tx, young));
    assert.ok((await merchant.get('/overview/overdue')).text.includes(String(mine.id)));
    assert.match((await merchant.get('')).text, /overview\/overdue"><strong>1</);
    await db.transaction((tx) =>
      tx.query('DELETE FROM payments WHERE id >= $1 AND id <= $2', [young[0]!.id, young.at(-1)!.id]),
    );
  });

  it('reports a provider to users who run the gateway, if more payments failed with its errors than were paid', async () => {
    const { db } = gateway.store;
    const sown = await seed(db, { mode: 'live', website: { name: 'Unlucky shop' } });
    const ended = (failureReason: FailureReason | null, count: number) =>
      db.transaction((tx) => {
        const status = failureReason === null ? 'completed' : 'failed';
        const one = sown.payment({
          mode: 'live',
          status,
          failureReason,
          method: 'natcash',
          finishedAtUs: gateway.store.clock(),
        });
        return insertSums(
          tx,
          Array.from({ length: count }, () => one),
          engine,
        );
      });
    const notice =
      /<a href="([^"]+)"><strong>(\d+)<\/strong> <span>live NatCash payments failed with a provider error since \d+ \w+ \d{4}, \d+:00 [ap]m,/;
    const owner = await consolePerson(gateway, 'owner');
    await ended('provider_error', 4);
    await ended('declined', 20);
    assert.doesNotMatch(
      (await owner.get('')).text,
      notice,
      'four errors may be an accident, and customers are declined every day',
    );
    await ended('provider_error', 3);
    const [, href = '', count] = notice.exec((await owner.get('')).text) ?? [];
    assert.equal(count, '7');
    assert.equal((await owner.get(href.replaceAll('&amp;', '&').replace('/console', ''))).status, 200);
    const merchant = await consolePerson(gateway, 'merchant_owner');
    const own = (await merchant.get('')).text;
    assert.doesNotMatch(own, notice, 'the number is of other merchants');
    const advice = /mode&#61;live&#38;method&#61;natcash"><strong>!<\/strong> <span>Many NatCash payments are failing/;
    assert.match(own, advice);
    assert.doesNotMatch(own, /All clear/);
    const system = (await owner.get('/system')).text;
    assert.match(system, /Trouble<\/span> 7 live NatCash payments failed with a provider error/);
    assert.match(system, /No trouble seen/);
    await gateway.store.operator.changeWebsite(gateway.website.id, { methods: ['moncash'] });
    assert.doesNotMatch(
      (await merchant.get('')).text,
      /NatCash payments are failing/,
      'a method that the shop does not offer',
    );
    await gateway.store.operator.changeWebsite(gateway.website.id, { methods: [...PAYMENT_METHODS] });
    await ended(null, 7);
    assert.doesNotMatch((await merchant.get('')).text, /NatCash payments are failing/);
    assert.doesNotMatch((await owner.get('')).text, notice, 'as many payments were paid as failed');
  });

  it('shows the age and the last error of webhooks, and dismisses them with a note until another one fails', async () => {
    const { db, clock } = gateway.store;
    const nowUs = clock();
    const { websiteId, ...sown } = await seed(db, { mode: 'live', website: { name: 'Dead shop' } });
    let number = 0;
    /** A webhook that was created days ago, and whose last attempt failed at a time. */
    const exhausted = async (days: number, failedAtUs: number) => {
      const paid = sown.payment({ id: leastIdFrom(nowUs) + 5_000 + ++number, mode: 'live', status: 'completed' });
      await db.transaction(async (tx) => {
        await insertPayments(tx, [{ ...paid, finishedAtUs: nowUs, nextCheckAtUs: null }]);
        await tx.query(
          `INSERT INTO deliveries (id, payment_id, website_id, event, url, body, event_at_us, status, attempts, schedule_step,
             last_status_code, created_at_us)
            VALUES ($1, $2, $3, 'payment.success', 'https://shop.example/callback', '{}', $4, 'exhausted', 9, 9, 503, $4)`,
          [`dlv_dead_${number}`, paid.id, websiteId, nowUs - days * 24 * HOUR_US],
        );
        await tx.query('INSERT INTO delivery_tries (delivery_id, attempt, at_us, duration_ms) VALUES ($1, 9, $2, 5)', [
          `dlv_dead_${number}`,
          failedAtUs,
        ]);
      });
    };
    await exhausted(3, nowUs - HOUR_US);
    const owner = await consolePerson(gateway, 'owner');
    const item =
      /<strong>(\d)<\/strong> <span>webhooks? to Dead shop failed after all retries <span class="soft">([^<]*)<bdi>503/;
    const before = (await owner.get('')).text;
    assert.deepEqual(item.exec(before)?.slice(1), ['1', 'for 3 days · Last error: ']);
    const page = `/overview/websites/${websiteId}/dismiss?kind=exhausted`;
    assert.ok(before.includes(`href="/console${page.replace('=', '&#61;')}"`));
    // Another user dismisses the item while this one has the page open: the second note is not stored.
    const support = await consolePerson(gateway, 'support');
    const opened = await owner.get(page);
    const [, seen = ''] = /name="seen" value="(\d+)"/.exec(opened.text) ?? [];
    const refused = await support.submit(page, '/dismiss', { note: ' ' });
    assert.equal(refused.status, 422);
    assert.equal((await support.submit(page, '/dismiss', { note: 'The shop <b>closed</b>' })).status, 303);
    const path = page.replace(/\?.*/, '');
    const late = await owner.post(path, { kind: 'exhausted', seen, note: 'Mine', form_page: page });
    // The item is not open any more: the page leads to the overview, which shows the first note.
    assert.equal(late.status, 303);
    const after = (await owner.get('')).text;
    const [open = '', dismissed = ''] = after.split('Dismissed (1)');
    assert.doesNotMatch(open, item);
    assert.match(dismissed, item);
    assert.match(dismissed, /Dismissed by <bdi>[^<]+<\/bdi>.*<bdi>The shop &#60;b&#62;closed&#60;\/b&#62;<\/bdi>/s);
    assert.doesNotMatch(after, /Mine|All clear/);
    // Merchants see and dismiss the items of their side.
    const merchant = await consolePerson(gateway, 'merchant_owner', { websiteIds: [websiteId] });
    const openOf = async (user: ConsolePerson) => (await user.get('')).text.split('Dismissed (')[0] ?? '';
    assert.match(await openOf(merchant), item);
    const other = await consolePerson(gateway, 'merchant_owner');
    assert.equal((await other.get(page)).status, 404);
    assert.equal((await other.post(path, { kind: 'exhausted', seen: '1', note: 'Not mine' })).status, 404);
    // Forged forms change nothing.
    for (const forged of [
      { kind: 'discrepancies', seen },
      { kind: 'exhausted', seen: '-1' },
      { kind: 'exhausted', seen: '1e99' },
    ]) {
      assert.equal((await merchant.post(path, { ...forged, note: 'Forged' })).status, 303);
    }
    assert.equal((await merchant.post(path, { kind: 'exhausted', seen, note: 'x'.repeat(256) })).status, 422);
    assert.match(await openOf(merchant), item);
    // A forged time of the future hides nothing that happens later.
    assert.equal((await merchant.post(path, { kind: 'exhausted', seen: String(2 ** 52), note: 'Ours' })).status, 303);
    assert.doesNotMatch(await openOf(merchant), item);
    assert.equal((await owner.post(path.replace('dismiss', 'restore'), { kind: 'exhausted' })).status, 303);
    assert.match(await openOf(owner), item);
    assert.equal((await owner.submit(page, '/dismiss', { note: 'Again' })).status, 303);
    // An older webhook fails for good.
    await exhausted(5, clock() + 1);
    for (const user of [owner, merchant]) {
      assert.deepEqual(item.exec(await openOf(user))?.slice(1), ['2', 'for 5 days · Last error: ']);
    }
    const audit = await db.query<{ action: string; after_json: string | null }>(
      `SELECT action, after_json FROM audit_log WHERE action LIKE 'item.%' AND website_id = $1 ORDER BY position`,
      [websiteId],
    );
    assert.deepEqual(
      audit.map(({ action }) => action),
      ['item.dismiss', 'item.dismiss', 'item.restore', 'item.dismiss'],
    );
    assert.match(audit[0]?.after_json ?? '', /"kind":"exhausted","note":"The shop <b>closed<\/b>"/);
  });

  it('reports to users who may set the rate that the source of the rate does not respond, until a manual rate is set', async () => {
    const settings = { EXCHANGE_RATE_SOURCE: 'brh', EXCHANGE_RATE_URL: 'http://127.0.0.1:1/', ROLES: 'api,console' };
    const silent = await startTestGateway(engine, { settings });
    try {
      const owner = await consolePerson(silent, 'owner');
      const notice = /<a href="\/console\/rates"><strong>!<\/strong> <span>the exchange rate is out of date/;
      assert.match((await owner.get('')).text, notice);
      assert.doesNotMatch((await (await consolePerson(silent, 'merchant_owner')).get('')).text, notice);
      const { db, clock } = silent.store;
      const manualRate = { number: 1, setAtUs: clock(), rateE4: 1_320_000, setBy: 'Person' };
      await db.transaction((tx) => insertManualRate(tx, manualRate));
      assert.doesNotMatch((await owner.get('')).text, notice);
    } finally {
      await silent.stop();
    }
  });

  it('starts a day at midnight in Haiti', () => {
    const day = haitiDayOf(NOW_US);
    assert.equal(haitiDayOf(startOfHaitiDayUs(day)), day);
    assert.equal(haitiDayOf(startOfHaitiDayUs(day) - 1), day - 1);
  });
});
