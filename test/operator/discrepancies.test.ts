import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Money } from '../../src/core/money.ts';
import { type DiscrepancyKind, differenceOf } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { discrepancyJson } from '../../src/features/payments/discrepancies/discrepancy-json.ts';
import { requireDiscrepancy } from '../../src/features/payments/discrepancies/resolve-discrepancies.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { onBothEngines } from '../support/engines.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

onBothEngines('a discrepancy that an operator resolves', (engine) => {
  let store: OperatorStore;
  before(async () => {
    store = await operatorStore(engine);
  });
  after(() => store?.close());

  const record = async (id: string): Promise<string> => {
    const report = { kind: 'unknown_payment', method: 'moncash', paymentId: null, providerRef: id } as const;
    const reported = { amountMinor: 50_000, currency: 'HTG' } as const;
    await store.db.transaction((tx) => recordDiscrepancy(tx, id, { ...report, reported }, store.deps.clock()));
    return id;
  };

  it('is resolved with a note, once', async () => {
    const id = await record('dsc_once');
    const settled = await store.operator.resolveDiscrepancy(id, '500 HTG returned');
    assert.deepEqual(await requireDiscrepancy(store.db, id), settled);
    const { note, settled_at: settledAt } = discrepancyJson(settled);
    assert.deepEqual([note, typeof settledAt], ['500 HTG returned', 'string']);
    const again = store.operator.resolveDiscrepancy(id, 'twice');
    await assertRefused(again, 'conflict', 'discrepancy_id', new RegExp(`was already resolved, at ${settledAt}\\.$`));
    assert.deepEqual(await requireDiscrepancy(store.db, id), settled);
  });

  it('is resolved by only one of two operators at the same time', async () => {
    const id = await record('dsc_race');
    const both = await Promise.allSettled(
      ['first', 'second'].map((note) => store.operator.resolveDiscrepancy(id, note)),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  it('stays open if the note is empty or too long', async () => {
    const id = await record('dsc_note');
    for (const note of ['', '  ', 'x'.repeat(256)]) {
      await assertRefused(store.operator.resolveDiscrepancy(id, note), 'invalid', 'note', /1 to 255 characters/);
    }
    assert.equal((await requireDiscrepancy(store.db, id)).settledAtUs, null);
  });

  it('is reported as unknown if it does not exist', async () => {
    await assertRefused(store.operator.resolveDiscrepancy('dsc_none', 'x'), 'not_found', 'discrepancy_id', /dsc_none/);
  });
});

it('the difference of each kind is the money that is missing or too much, and unknown where nothing can be compared', () => {
  const expected = { amountMinor: 25_000, currency: 'HTG' } as const;
  const htg = (amountMinor: number) => ({ amountMinor, currency: 'HTG' }) as const;
  const dollars = { amountMinor: 200, currency: 'USD' } as const;
  const differences: readonly [DiscrepancyKind, Money | null, Money | null][] = [
    ['amount_mismatch', htg(15_000), htg(-10_000)],
    ['amount_mismatch', htg(30_000), htg(5_000)],
    ['amount_mismatch', dollars, null],
    ['not_paid', null, htg(-25_000)],
    ['paid_after_failure', htg(25_000), htg(25_000)],
    ['paid_twice', dollars, dollars],
    ['unknown_payment', null, null],
    ['still_open', null, null],
    ['returned_before_completion', htg(25_000), null],
    ['returned_after_completion', htg(5_000), htg(-5_000)],
    ['disputed', htg(25_000), htg(-25_000)],
  ];
  for (const [kind, reported, difference] of differences) {
    assert.deepEqual(differenceOf({ kind, expected, reported }), difference, kind);
  }
});
