import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { type Database, type InsertRows, SchemaMovedOn, type Transaction } from '../../src/database/database.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { writersFence } from '../../src/database/schema/migration-files.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const FENCE = writersFence() as string;
const COLUMNS = [{ name: 'id', type: 'bigint' }] as const;
const rows = (id: number): InsertRows => ({ table: 'parcel', columns: COLUMNS, rows: [[id]] });
const insert = (id: number) => (tx: Transaction) => tx.query('INSERT INTO parcel (id) VALUES ($1)', [id]);

/** Every way to write to the database. `npm test -- test/architecture.test.ts` checks that there is no other. */
const WAYS: Readonly<Record<string, (db: Database, id: number) => Promise<unknown>>> = {
  'a transaction': (db, id) => db.transaction(insert(id)),
  'a transaction of rows': (db, id) => db.transaction((tx) => tx.insertRows(rows(id))),
  'an update of rows': (db, id) =>
    db.transaction((tx) =>
      tx.updateRows({
        ...rows(0),
        rows: [[0]],
        set: `id = ${id}`,
        where: 'parcel.id = given.id',
        returning: 'parcel.id',
      }),
    ),
  'a long transaction': (db, id) => db.transaction(insert(id), { isLong: true }),
  'a transaction with a time limit': (db, id) => db.transaction(insert(id), { commitWithinMs: 5_000 }),
  'a transaction in a crowd': (db, id) => db.transaction(insert(id), { crowdedRow: 'parcel' }),
  'a group of inserts': (db, id) => db.insertAll(() => [rows(id)]),
  'a group of inserts with a time limit': (db, id) => db.insertAll(() => [rows(id)], { commitWithinMs: 5_000 }),
  'a group of inserts into two tables': (db, id) =>
    db.insertAll(() => [{ ...rows(id), table: 'letter' }, rows(id)], { commitWithinMs: 5_000 }),
};

onBothEngines('the fence of writers', (engine) => {
  let store: TestStore;
  /** A handle that writes without the fence, as a newer version does. */
  let newer: Database;
  beforeEach(async () => {
    store = await openTestStore(engine);
    newer = store.open();
    await newer.transaction(async (tx) => {
      await tx.query('CREATE TABLE parcel (id BIGINT PRIMARY KEY)');
      await tx.query('CREATE TABLE letter (id BIGINT PRIMARY KEY)');
      await tx.query('INSERT INTO parcel (id) VALUES (0)');
    });
  });
  afterEach(() => store.close());

  const moveFence = () =>
    newer.transaction((tx) => tx.query(`DROP TABLE ${FENCE}`), { isLong: true, isUnfenced: true });
  const stored = async () => {
    const ids = (table: string) => newer.query<{ id: number }>(`SELECT id FROM ${table} ORDER BY id`);
    return [...(await ids('parcel')), ...(await ids('letter'))].map(({ id }) => id);
  };
  const handles = (): [string, Database][] => {
    const { DATABASE_URL } = store.place.settings;
    const own: [string, Database] = ['', store.db];
    if (!DATABASE_URL) return [own];
    return [own, [' behind a pooler', openPostgres(DATABASE_URL, createLog('silent'), { isPooled: true })]];
  };

  // Contract: OPERATOR-7
  it('allows every way to write, and none once the fence has moved, without leaving a part of a write', async () => {
    const opened = handles();
    let id = 0;
    // Write twice before the fence moves, so that every statement is prepared on a connection.
    for (const [, db] of [...opened, ...opened]) {
      for (const [name, write] of Object.entries(WAYS)) {
        await write(db, ++id);
        const moved = name === 'an update of rows' ? [id, 0] : [];
        if (moved.length > 0)
          await newer.transaction((tx) => tx.query('UPDATE parcel SET id = $2 WHERE id = $1', moved));
      }
    }
    const before = await stored();
    await moveFence();
    for (const [where, db] of opened) {
      for (const [name, write] of Object.entries(WAYS)) {
        await assert.rejects(write(db, ++id), (error) => error instanceof SchemaMovedOn, `${name}${where}`);
      }
      assert.match(await db.outgrown, /newer Peye/);
      // Reads still work.
      assert.equal((await db.query('SELECT id FROM parcel WHERE id = 0')).length, 1);
    }
    assert.deepEqual(await stored(), before);
    await Promise.all(opened.slice(1).map(([, db]) => db.close()));
  });

  it('makes each of many writes that wait together fail', async () => {
    await moveFence();
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => store.db.transaction(insert(index + 1))),
    );
    const others = results.filter(
      (result) => !(result.status === 'rejected' && result.reason instanceof SchemaMovedOn),
    );
    assert.deepEqual(others, []);
    assert.deepEqual(await stored(), [0]);
  });

  it('moves only when the writers in flight have ended', async () => {
    // Two handles of one process on an embedded store would block each other for ever.
    if (engine === 'sqlite') newer = store.db;
    const [inFlight, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = store.db.transaction(async (tx) => {
      await insert(1)(tx);
      inFlight.resolve();
      await mayEnd.promise;
    });
    await inFlight.promise;
    let hasMoved = false;
    const moving = moveFence().then(() => {
      hasMoved = true;
    });
    if (engine === 'postgres') {
      await until('the fence waits for the writer', async () => {
        const waiting = await newer.query(
          "SELECT 1 FROM pg_locks WHERE relation = to_regclass($1) AND NOT granted AND mode = 'AccessExclusiveLock'",
          [FENCE],
        );
        return waiting.length === 1;
      });
      // A transaction that starts now waits for the fence, and then fails. It never overtakes the move.
      const late = assert.rejects(store.db.transaction(insert(2)), SchemaMovedOn);
      const lateGroup = assert.rejects(
        store.db.insertAll(() => [rows(3)]),
        SchemaMovedOn,
      );
      await until('the late writers wait', async () => {
        const waiting = await newer.query('SELECT 1 FROM pg_locks WHERE relation = to_regclass($1) AND NOT granted', [
          FENCE,
        ]);
        return waiting.length === 3;
      });
      assert.equal(hasMoved, false);
      mayEnd.resolve();
      await Promise.all([late, lateGroup]);
    } else {
      assert.equal(hasMoved, false);
      mayEnd.resolve();
    }
    await Promise.all([writing, moving]);
    await assert.rejects(store.db.transaction(insert(4)), SchemaMovedOn);
    assert.deepEqual(await stored(), [0, 1]);
  });

  it('accepts no row', async () => {
    await assert.rejects(
      newer.transaction((tx) => tx.query(`INSERT INTO ${FENCE} (never) VALUES (1)`)),
      /(?:constraint failed|check constraint)/,
    );
  });
});
