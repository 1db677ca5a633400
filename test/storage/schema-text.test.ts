import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Transaction } from '../../src/database/database.ts';
import { checkSqliteIntegrity } from '../../src/database/sqlite/sqlite.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { openTestStore, seed, sqliteFile, type TestStore } from '../support/store.ts';

/** Only the embedded store needs this: PostgreSQL changes a rule with a statement. */
describe('sqlite: the text of the schema', () => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore('sqlite', { migrated: false });
    await store.db.transaction(async (tx) => {
      await tx.query("CREATE TABLE parcel (id BIGINT PRIMARY KEY, size TEXT CHECK (size IN ('s', 'm', 'l')))");
      await tx.query("INSERT INTO parcel (id, size) VALUES (1, 's'), (2, NULL)");
    });
  });
  after(() => store.close());

  const rewrite = (from: string, to: string, isSchemaText = true) =>
    store.db.transaction(
      (tx: Transaction) =>
        tx.query("UPDATE sqlite_schema SET sql = REPLACE(sql, $1, $2) WHERE type = 'table' AND name = 'parcel'", [
          from,
          to,
        ]),
      { isSchemaText },
    );
  const textOf = async () =>
    (await store.db.query<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'parcel'"))[0]?.sql;
  const insert = (id: number, size: string | null) =>
    store.db.transaction((tx) => tx.query('INSERT INTO parcel (id, size) VALUES ($1, $2)', [id, size]));

  it('is rewritten for every connection at once, and the rows stay', async () => {
    const other = store.open();
    assert.equal((await other.query('SELECT id FROM parcel')).length, 2);
    await rewrite("size IN ('s', 'm', 'l')", "size = 's' OR size = 'm' OR size = 'l' OR size = 'xl'");
    await insert(3, 'xl');
    await insert(4, null);
    await other.transaction((tx) => tx.query("INSERT INTO parcel (id, size) VALUES (5, 'xl')"));
    for (const db of [store.db, other]) {
      const wrong = db.transaction((tx) => tx.query("INSERT INTO parcel (id, size) VALUES (6, 'xxl')"));
      await assert.rejects(wrong, /CHECK constraint failed/);
    }
    assert.equal((await other.query('SELECT id FROM parcel')).length, 5);
  });

  it('stays as it was when the new text cannot be read, and the store still works', async () => {
    const before = await textOf();
    await assert.rejects(rewrite('CHECK (size', 'CHECK ((size'), /malformed database schema|syntax error/);
    assert.equal(await textOf(), before);
    await insert(7, 'm');
    await assert.rejects(insert(8, 'xxl'), /CHECK constraint failed/);
  });

  it('cannot be changed by an ordinary transaction, either before or after a rewrite', async () => {
    const before = await textOf();
    await assert.rejects(rewrite('xl', 'xxl', false), /may not be modified/);
    await rewrite('CHECK (size', 'CHECK ( size');
    await assert.rejects(rewrite('xl', 'xxl', false), /may not be modified/);
    await rewrite('CHECK ( size', 'CHECK (size');
    assert.equal(await textOf(), before);
  });
});

describe('sqlite: a migrated store', () => {
  it('passes the integrity check, and its rules have no list of three or more values, which slows each insert', async () => {
    const store = await openTestStore('sqlite');
    try {
      const owner = await seed(store.db);
      await store.db.transaction((tx) => insertPayments(tx, [owner.payment()]));
      const rows = await store.db.query<{ sql: string }>(
        "SELECT sql FROM sqlite_schema WHERE name IN ('payments', 'payment_counts', 'deliveries')",
      );
      assert.equal(rows.length, 3);
      for (const { sql } of rows) assert.doesNotMatch(sql, /IN \('[^)]*,[^)]*,[^)]*\)/);
      assert.deepEqual(checkSqliteIntegrity(sqliteFile(store.place)), []);
    } finally {
      await store.close();
    }
  });
});
