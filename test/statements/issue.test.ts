import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Entry } from '../../src/features/ledger/entry.ts';
import { insertEntries } from '../../src/features/ledger/store/postings.ts';
import { issueStatements } from '../../src/features/statements/issue-statements.ts';
import { daysOf, type Month, monthOf, monthsLater, parseMonth, periodOf } from '../../src/features/statements/month.ts';
import { readStatement } from '../../src/features/statements/statement.ts';
import { listStatements } from '../../src/features/statements/store/statements.ts';
import { type BooksStore, MINUTE_US, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { onBothEngines } from '../support/engines.ts';

it('months are those of Haiti, whose daylight saving time ends in November', () => {
  const iso = (us: number) => new Date(us / 1000).toISOString().slice(0, 16);
  const { fromUs, toUs } = periodOf('2026-11');
  assert.deepEqual([iso(fromUs), iso(toUs)], ['2026-11-01T04:00', '2026-12-01T05:00']);
  assert.deepEqual([monthOf(fromUs - 1), monthOf(fromUs), monthOf(toUs - 1)], ['2026-10', '2026-11', '2026-11']);
  assert.deepEqual([monthsLater('2026-11', 2), monthsLater('2027-01', -1)], ['2027-01', '2026-12']);
  assert.deepEqual(
    [daysOf('2028-02'), daysOf('2026-12')],
    [
      ['2028-02-01', '2028-02-29'],
      ['2026-12-01', '2026-12-31'],
    ],
  );
  for (const text of ['2026-13', '2026-00', '2026-1', '26-11', '1999-12', '2026-11-01', ' 2026-11', '']) {
    assert.equal(parseMonth(text), undefined, text);
  }
});

onBothEngines('issued statements', (engine) => {
  let store: BooksStore;
  let [shop, other]: Owner[] = [];
  before(async () => {
    store = await openBooksStore(engine);
    [shop, other] = [await store.website(null), await store.website(null)];
  });
  after(() => store?.close());

  const until = (us: number) => store.forward(us - store.now());
  const issue = async () => {
    const deps = { db: store.db, clock: () => store.now() };
    while ((await issueStatements(deps)).isMoreWaiting);
  };
  const monthsOf = async ({ websiteId }: Owner) =>
    (await listStatements(store.db, { websiteId, limit: 100 })).map(({ month }) => month);
  const read = (month: Month, mode: 'live' | 'test' = 'live') =>
    readStatement(store.db, { websiteId: shop!.websiteId, mode, month }, store.now());

  // Contract: LEDGER-6
  it('are issued once, an hour after the end of the month, by any number of workers', async () => {
    await store.end(shop!, 'live', undefined, { amountMinor: 100_000 });
    assert.equal((await read('2027-01')).state, 'running');
    until(periodOf('2027-02').fromUs + 59 * MINUTE_US);
    await Promise.all([issue(), issue()]);
    assert.deepEqual(await monthsOf(shop!), []);
    assert.equal((await read('2027-01')).state, 'open');
    store.forward(2 * MINUTE_US);
    await Promise.all([issue(), issue(), issue()]);
    assert.deepEqual([await monthsOf(shop!), await monthsOf(other!)], [['2027-01'], ['2027-01']]);
    const { state, issuedAtUs, changes } = await read('2027-01');
    assert.deepEqual([state, changes], ['issued', []]);
    await issue();
    assert.equal((await read('2027-01')).issuedAtUs, issuedAtUs);
  });

  // Contract: LEDGER-6
  it('show what was posted later with a time in their month, in that statement and in the next', async () => {
    const late: Entry = {
      event: 'discrepancy:dsc_late:1',
      about: 1,
      websiteId: shop!.websiteId,
      mode: 'live',
      atUs: periodOf('2027-01').toUs - 1,
      lines: [
        { account: 'due:moncash', money: { currency: 'HTG', amountMinor: -500 } },
        { account: 'discrepancies', money: { currency: 'HTG', amountMinor: 500 } },
      ],
    };
    until(periodOf('2027-03').fromUs + 61 * MINUTE_US);
    await issue();
    assert.deepEqual(await monthsOf(shop!), ['2027-02', '2027-01']);
    await store.db.transaction((tx) => insertEntries(tx, [late]));
    const changesOf = async (month: Month) => {
      const { state, changes } = await read(month);
      const lines = changes.map(
        ({ account, kind, entries, amountMinor }) => `${account} ${kind} ${entries} ${amountMinor}`,
      );
      return [state, ...lines.sort()];
    };
    assert.deepEqual(await changesOf('2027-01'), [
      'changed',
      'discrepancies discrepancy 1 500',
      'due:moncash discrepancy 1 -500',
    ]);
    assert.deepEqual(await changesOf('2027-02'), ['changed', 'discrepancies null 1 500', 'due:moncash null 1 -500']);
    const [sheet] = (await read('2027-01')).sheets;
    assert.deepEqual(
      sheet?.due.moves.map(({ kind, amountMinor }) => [kind, amountMinor]),
      [
        ['payment_completed', 100_000],
        ['discrepancy', -500],
      ],
    );
  });

  it('wait for the ledger of older payments, and no month is missing after a pause', async () => {
    until(periodOf('2027-06').fromUs + 61 * MINUTE_US);
    await store.db.transaction((tx) => tx.query('UPDATE ledger_fill SET before_id = 1'));
    await issue();
    assert.deepEqual(await monthsOf(shop!), ['2027-02', '2027-01']);
    assert.equal((await read('2027-01')).state, 'incomplete');
    await store.db.transaction((tx) => tx.query('UPDATE ledger_fill SET before_id = NULL'));
    await issue();
    assert.deepEqual(await monthsOf(shop!), ['2027-05', '2027-04', '2027-03', '2027-02', '2027-01']);
    for (const month of ['2027-03', '2027-04', '2027-05'] as const) {
      const { state, sheets } = await read(month);
      assert.deepEqual([state, sheets[0]?.due.openingMinor, sheets[0]?.due.closingMinor], ['issued', 99_500, 99_500]);
    }
  });

  it('start with the first month that has a payment, and are for live payments only', async () => {
    await store.db.transaction((tx) => tx.query('DELETE FROM statements'));
    await issue();
    assert.deepEqual(await monthsOf(shop!), ['2027-05', '2027-04', '2027-03', '2027-02', '2027-01']);
    assert.deepEqual(await monthsOf(other!), ['2027-05']);
    assert.deepEqual((await read('2027-05', 'test')).state, 'open');
  });
});
