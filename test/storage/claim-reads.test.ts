import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Row, Value } from '../../src/database/database.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { claimDeliveries } from '../../src/features/webhooks/store/claim-deliveries.ts';
import { insertDelivery } from '../support/insert-delivery.ts';
import { inStatus, openTestStore, seed } from '../support/store.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';
const NOW_US = 1_700_000_000_000_000;
const WAITING = 8_000;
const LIMIT = 16;

describe('postgres: a claim of deliveries', { skip }, () => {
  it('reads only the rows of a long queue that it returns, also before the server has statistics of the table', async () => {
    const store = await openTestStore('postgres');
    try {
      const { db } = store;
      await db.transaction((tx) => tx.query('ALTER TABLE deliveries SET (autovacuum_enabled = off)'), {
        isUnfenced: true,
      });
      const owner = await seed(db, { website: { callbackUrl: 'https://shop.example/hook' } });
      const payment = owner.payment(inStatus('completed'));
      await db.transaction(async (tx) => {
        await insertPayments(tx, [payment]);
        await insertDelivery(tx, payment, 0);
        // Copies with other ids.
        await tx.query(`INSERT INTO payments SELECT (jsonb_populate_record(p, jsonb_build_object('id', p.id + n))).*
          FROM payments p CROSS JOIN generate_series(1, ${WAITING}) AS n`);
        await tx.query(`INSERT INTO deliveries
          SELECT (jsonb_populate_record(d, jsonb_build_object('id', 'dlv_' || n, 'payment_id', d.payment_id + n))).*
          FROM deliveries d CROSS JOIN generate_series(1, ${WAITING}) AS n`);
      });
      const plan = await db.transaction(async (tx) => {
        const asked: [sql: string, params: readonly Value[]][] = [];
        const query = async <R extends Row>(sql: string, params: readonly Value[] = []): Promise<R[]> => {
          asked.push([sql, params]);
          return [];
        };
        await claimDeliveries(
          { ...tx, query },
          {
            websites: [{ websiteId: owner.websiteId, limit: LIMIT }],
            nowUs: NOW_US * 2,
            leaseUntilUs: NOW_US * 2 + 1,
            skipLocked: db.skipLocked,
          },
        );
        const [[sql, params]] = asked as [[string, Value[]]];
        // After some runs, a prepared statement keeps a plan that does not depend on the parameters.
        await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
        await tx.query(`PREPARE claim AS ${sql}`);
        const values = params.map((value) => (typeof value === 'string' ? `'${value}'` : value));
        return JSON.stringify(await tx.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim (${values.join(', ')})`));
      });
      const scanned = [...plan.matchAll(/"Node Type":"([^"]*Scan)".*?"Actual Rows":(\d+)/g)];
      assert.ok(
        scanned.some(([, , rows]) => Number(rows) === LIMIT),
        plan,
      );
      for (const [, type, rows] of scanned) assert.ok(Number(rows) <= LIMIT, `${type} of ${rows} rows: ${plan}`);
    } finally {
      await store.close();
    }
  });
});
