import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { onBothEngines } from '../support/engines.ts';
import { readSchema } from '../support/schema-text.ts';
import { openTestStore } from '../support/store.ts';

/** The schema as the engines see it, in a file that reviewers read. UPDATE_SNAPSHOTS=1 writes it again. */
onBothEngines('schema snapshot', (engine) => {
  it('is the schema that the migrations make', async () => {
    const store = await openTestStore(engine);
    try {
      const schema = await readSchema(store.db);
      const file = new URL(`../snapshots/schema.${engine}.txt`, import.meta.url);
      if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(file, schema);
      assert.ok(existsSync(file), 'run this test with UPDATE_SNAPSHOTS=1 to write the snapshot');
      // By lines, so that a failure shows only those that differ.
      assert.deepEqual(
        schema.split('\n'),
        readFileSync(file, 'utf8').split('\n'),
        '`UPDATE_SNAPSHOTS=1 npm test -- test/storage` writes the snapshots again',
      );
    } finally {
      await store.close();
    }
  });
});
