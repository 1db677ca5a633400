import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DisputeState } from '../../src/core/dispute.ts';
import type { Payment } from '../../src/core/payment.ts';
import { verifyBooks } from '../../src/features/reconciliation/books/verify-books.ts';
import { recordReturns } from '../../src/features/refunds/record-returns.ts';
import { monthOf, periodOf } from '../../src/features/statements/month.ts';
import { openBooksStore } from '../operator/books/books-store.ts';
import { onBothEngines } from '../support/engines.ts';
import { shownDispute } from '../support/shown-dispute.ts';
import { checkStatements } from './statement-checks.ts';

const SECOND_US = 1_000_000;

onBothEngines('the statements of a website with disputes', (engine) => {
  // Contract: LEDGER-5
  it('have each dispute in the month in which it was opened and won, and nothing for a loss', async () => {
    const store = await openBooksStore(engine);
    try {
      const owner = await store.website(null);
      const pay = () => store.end(owner, 'live', undefined, { method: 'card', currency: 'HTG', amountMinor: 50_000 });
      const [won, lost, turned] = [await pay(), await pay(), await pay()];
      const report = (payment: Payment, state: DisputeState) => {
        const money = { amountMinor: 30_000, currency: 'HTG' } as const;
        const dispute = {
          providerRef: `du-${payment.id}`,
          money,
          reason: null,
          openedAtUs: null,
          evidenceDueAtUs: null,
        };
        const shown = shownDispute(payment, { ...dispute, state });
        return store.db.transaction((tx) => recordReturns(tx, payment, shown, store.now()));
      };
      const fromUs = store.now();
      const lastSecond = () => store.forward(periodOf(monthOf(store.now())).toUs - SECOND_US - store.now());
      lastSecond();
      for (const payment of [won, lost, turned]) await report(payment, 'opened');
      store.forward(SECOND_US);
      await report(won, 'won');
      await report(lost, 'lost');
      await report(turned, 'lost');
      lastSecond();
      store.forward(SECOND_US);
      await report(turned, 'won');
      const book = { websiteId: won.websiteId, mode: 'live' } as const;
      const statements = await checkStatements(store.db, book, { fromUs, toUs: store.now() }, 'disputes');
      const dueOf = (at: number) => {
        const due = statements[at]?.sheets[0]?.accounts.find(({ account }) => account === 'due:card');
        const moved = due?.moves.filter(({ kind }) => kind.startsWith('dispute'));
        return [
          due?.openingMinor,
          ...(moved ?? []).map(({ entries, amountMinor }) => [entries, amountMinor]),
          due?.closingMinor,
        ];
      };
      assert.equal(statements.length, 3);
      assert.deepEqual(dueOf(0), [0, [3, -90_000], 60_000]);
      assert.deepEqual(dueOf(1), [60_000, [1, 30_000], 90_000]);
      assert.deepEqual(dueOf(2), [90_000, [1, 30_000], 120_000]);
      const readOnly = await store.openReadOnly();
      const books = await verifyBooks(readOnly, { box: store.box, nowUs: store.now() });
      await readOnly.close();
      assert.deepEqual(books?.faults, []);
    } finally {
      await store.close();
    }
  });
});
