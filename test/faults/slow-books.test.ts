import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDiscrepancies } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { openWeek } from './week.ts';

const HOUR_SECONDS = 3600;
/** Longer than the longest wait between two late checks. */
const LONG_SECONDS = 73 * HOUR_SECONDS;

onOneEngineByDay('a provider whose records are slow', (engine) => {
  // Contract: LIVE-6
  test('money for a failed payment is found, although every planned check returned that nothing is certain yet', async () => {
    const week = await openWeek(engine, 'moncash', seededRandom(7));
    const { driver, clock, gateway } = week;
    try {
      const { transaction_id: id } = await week.create();
      for (let hour = 0; (await week.statusOf(id)) !== 'failed'; hour++) {
        assert.ok(hour < 48, 'the payment expires');
        clock.forward(HOUR_SECONDS);
        await week.check();
      }
      await driver.pay(id);
      driver.hesitate(true);
      for (let check = 0; check < 6; check++) {
        clock.forward(LONG_SECONDS);
        await week.check();
      }
      driver.hesitate(false);
      clock.forward(LONG_SECONDS);
      await week.check();
      const found = await listDiscrepancies(gateway.store.db, { limit: 10 });
      assert.deepEqual(
        found.map(({ kind, paymentId }) => [kind, String(paymentId)]),
        [['paid_after_failure', id]],
      );
      for (let check = 0; await week.hasLateChecks(); check++) {
        assert.ok(check < 20, 'late checks come to an end');
        clock.forward(LONG_SECONDS);
        await week.check();
      }
    } finally {
      await week.close();
    }
  });
});
