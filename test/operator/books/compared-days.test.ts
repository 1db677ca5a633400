import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Actor } from '../../../src/core/actor.ts';
import { formatTimestamp } from '../../../src/core/timestamps.ts';
import { recordChange } from '../../../src/features/audit/store/record-change.ts';
import { verifyBooks } from '../../../src/features/reconciliation/books/verify-books.ts';
import { reconcile } from '../../../src/features/reconciliation/reconcile.ts';
import { insertRun } from '../../../src/features/reconciliation/store/reconcile-runs.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { ProviderUnavailable, type Verification } from '../../../src/providers/provider.ts';
import { onBothEngines } from '../../support/engines.ts';
import { type BooksStore, DAY_US, openBooksStore } from './books-store.ts';

const MARIE: Actor = { kind: 'cli', id: null, name: 'marie', address: null };
const log = createLog('silent');

onBothEngines('days that were compared on the command line', (engine) => {
  let store: BooksStore;
  before(async () => {
    store = await openBooksStore(engine);
    const owner = await store.website(null);
    for (let made = 0; made < 2; made++) await store.end(owner, 'live');
    store.forward(2 * DAY_US);
  });
  after(() => store?.close());

  const range = () => ({ fromUs: store.now() - 10 * DAY_US, toUs: store.now() + DAY_US });
  const compare = (verify: () => Promise<Verification>) => {
    const { db, now: clock, box } = store;
    const settle = () => assert.fail('nothing is settled');
    const deps = { db, clock, box, settle, actor: MARIE, providerFor: () => ({ verify }) as never };
    return Array.fromAsync(reconcile(deps as never, range(), log));
  };
  const look = async () => {
    const readOnly = await store.openReadOnly();
    try {
      const { comparisons, neverCompared } = (await verifyBooks(readOnly, { box: store.box, nowUs: store.now() }))!
        .compared;
      return { comparisons, neverCompared };
    } finally {
      await readOnly.close();
    }
  };

  it('are counted only for reconciliations that were finished, not for interrupted ones', async () => {
    const never = { comparisons: 0, neverCompared: ['2027-01-11'] };
    let asked = 0;
    const dying = async () => {
      if (++asked > 1) throw new Error('the process was killed');
      return paid();
    };
    await assert.rejects(compare(dying), /was killed/);
    assert.equal(asked, 2);
    assert.deepEqual(await look(), never);
    // The row that earlier versions wrote when a reconciliation started.
    await store.db.transaction((tx) => {
      const { fromUs, toUs } = range();
      const after = { from: formatTimestamp(fromUs), to: formatTimestamp(toUs), state: 'started' };
      const subject = { kind: 'store', id: null } as const;
      return recordChange(tx, { actor: MARIE, clock: store.now }, { action: 'reconcile.run', subject, after });
    });
    assert.deepEqual(await look(), never);
    // Regression: a run that no provider responded to counted as a comparison.
    const lines = await compare(async () => {
      throw new ProviderUnavailable('no response');
    });
    assert.deepEqual(new Set(lines.map(({ result }) => result)), new Set(['unknown']));
    assert.deepEqual(await look(), never);
    await insertEndedRun({ compared: 2, unknown: 2 });
    assert.deepEqual(await look(), never);
    await compare(async () => paid());
    assert.deepEqual(await look(), { comparisons: 1, neverCompared: [] });
  });

  it('do not include a payment that was created after the reconciliation run started', async () => {
    store.forward(DAY_US);
    const owner = await store.website(null);
    let made = 0;
    await compare(async () => {
      if (made++ === 0) await store.end(owner, 'live');
      return paid();
    });
    store.forward(3 * DAY_US);
    assert.deepEqual((await look()).neverCompared, ['2027-01-14']);
  });

  /** A finished run of the console. */
  async function insertEndedRun({ compared, unknown }: { compared: number; unknown: number }): Promise<void> {
    const { fromUs, toUs } = range();
    const run = { id: 'rec_1', method: null, fromUs, toUs, actor: '{}', askedAtUs: store.now() };
    await store.db.transaction(async (tx) => {
      await insertRun(tx, run);
      await tx.query("UPDATE reconcile_runs SET state = 'done', ended_at_us = $1, compared = $2, totals = $3", [
        store.now(),
        compared,
        JSON.stringify({ results: { unknown }, sums: [] }),
      ]);
    });
  }

  function paid(): Verification {
    return {
      outcome: { status: 'completed', paid: { amountMinor: 50_000, currency: 'HTG' } },
      response: {},
      nextCheckAtUs: 0,
    };
  }
});
