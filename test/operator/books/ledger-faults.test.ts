import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type BooksReport, verifyBooks } from '../../../src/features/reconciliation/books/verify-books.ts';
import { onBothEngines, takesTurn } from '../../support/engines.ts';
import { type BooksStore, openBooksStore } from './books-store.ts';
import { LEDGER_SABOTAGES } from './ledger-sabotages.ts';
import { fillLedgerWorld, type LedgerWorld } from './ledger-world.ts';

onBothEngines('a fault in the ledger', (engine) => {
  let store: BooksStore;
  let world: LedgerWorld;
  before(async () => {
    store = await openBooksStore(engine);
    world = await fillLedgerWorld(store);
  });
  after(() => store?.close());

  const look = async (statements: readonly string[]) =>
    (await store.sabotaged(statements, (each) =>
      verifyBooks(each, { box: store.box, nowUs: store.now() }),
    )) as BooksReport;

  it('is not found in a ledger that only Peye has written to', async () => {
    const report = await look([]);
    assert.deepEqual(report.faults, []);
    assert.deepEqual(report.notJudged, []);
  });

  for (const { what, by, finds, names } of LEDGER_SABOTAGES.filter((_, nth) => takesTurn(engine, nth))) {
    // Contract: LEDGER-3
    it(`is found: ${what}`, async () => {
      const { faults } = await look(by(world));
      assert.deepEqual(
        faults.map(({ kind, examples }) => [kind, ...new Set(examples.map(({ id }) => id))]),
        [[finds, String(names(world))]],
      );
    });
  }

  it('is not a payment that waits to be posted, which the report says', async () => {
    const { refunded, paid } = world;
    const waiting = [
      `UPDATE ledger_fill SET before_id = ${refunded.id}`,
      `DELETE FROM postings WHERE about = ${paid.id}`,
    ];
    const report = await look(waiting);
    assert.deepEqual(report.faults, []);
    assert.equal(report.notJudged.length, 1);
    assert.match(report.notJudged[0] ?? '', /ledger/);
    const { faults } = await look([
      ...waiting,
      `DELETE FROM postings WHERE about = ${refunded.id} AND entry = 'completed'`,
    ]);
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['ledger_missing'],
    );
  });
});
