import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { discrepanciesOf, hasMoneyAfterFailure } from '../../src/storage/discrepancies.ts';
import { openTestStore } from '../support/store.ts';

it('sqlite: whether money came late is read from an index, however many discrepancies there are', async () => {
  const store = await openTestStore('sqlite');
  try {
    const plans: string[] = [];
    const explaining: Database = {
      ...store.db,
      query: async (sql, params) => {
        const steps = await store.db.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
        plans.push(...steps.map(({ detail }) => detail));
        return store.db.query(sql, params);
      },
    };
    await discrepanciesOf(explaining, 1);
    await hasMoneyAfterFailure(explaining, 'sub_1', 1);
    assert.ok(plans.length > 0);
    assert.deepEqual(
      plans.filter((step) => step.startsWith('SCAN')),
      [],
    );
  } finally {
    await store.close();
  }
});
