import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { migrate } from '../../src/features/operations/store/migrate.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { assertSound } from '../support/soundness.ts';
import { openTestStore } from '../support/store.ts';
import { versionTree } from '../support/version-tree.ts';

/** How many migrations the first release had. */
const FIRST = 5;
const PAYMENTS = 200;
const ID = 911_607_750_000_000;

onBothEngines('a store of the first release', (engine) => {
  it('is migrated with its rows, while a node of that release still writes', { timeout: 240_000 }, async () => {
    const store = await openTestStore(engine, { migrated: false });
    const tree = versionTree({ keep: FIRST });
    try {
      const old: typeof import('../../src/features/operations/store/migrate.ts') = await import(
        join(tree.root, 'src/features/operations/store/migrate.ts')
      );
      assert.equal((await old.migrate(store.db, systemClock())).length, FIRST);
      await store.db.transaction(async (tx) => {
        await tx.query(
          "INSERT INTO websites (id, name, methods, card_live_approved, webhook_secret_sealed, created_at_us) VALUES ('web_old', 'Shop', 'moncash', 0, 'sealed', 1)",
        );
        await tx.query(
          "INSERT INTO api_keys (id, website_id, mode, created_at_us) VALUES ('key_old', 'web_old', 'test', 1)",
        );
      });
      // In the meantime a node of the first release still writes, but only the columns that it knows.
      const writer = store.open();
      const insert = (number: number) =>
        writer.transaction(async (tx) => {
          await tx.query(
            `INSERT INTO payments (id, website_id, api_key_id, mode, method, status, amount_minor, currency, customer_name,
               created_at_us, expires_at_us, next_check_at_us)
             VALUES ($1, 'web_old', 'key_old', 'test', 'moncash', 'processing', 50000, 'HTG', 'Marie Joseph', 1, 2, 2)`,
            [ID + number],
          );
          for (const days of [1, 32]) {
            await tx.query(
              `INSERT INTO payment_counts (api_key_id, days, first_day, method, status, slot, payments)
               VALUES ('key_old', $1, 0, 'moncash', 'processing', 0, 1)
               ON CONFLICT (api_key_id, days, first_day, method, status, slot) DO UPDATE SET payments = payment_counts.payments + 1`,
              [days],
            );
          }
        });
      for (let number = 0; number < PAYMENTS; number++) await insert(number);
      const writing = (async () => {
        for (let number = PAYMENTS; number < 2 * PAYMENTS; number++) await insert(number);
      })();
      // Two handles of one process on an embedded store would block each other for ever, so the writes come first.
      if (engine === 'sqlite') await writing;
      const [ran] = await Promise.all([migrate(store.db, systemClock()), writing]);
      assert.ok(ran.includes('000010_compatibility'));
      const rows = await store.db.query<{ id: number }>('SELECT id FROM payments ORDER BY id');
      assert.deepEqual(
        rows.map(({ id }) => id),
        Array.from({ length: 2 * PAYMENTS }, (_, number) => ID + number),
      );
      await assertSound(store.db);
    } finally {
      tree.remove();
      await store.close();
    }
  });
});
