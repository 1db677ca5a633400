import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DatabaseRefused } from '../../src/database/database.ts';
import { openSqlite } from '../../src/database/sqlite/sqlite.ts';
import { migrate } from '../../src/features/operations/store/migrate.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { seed, sqliteFile } from '../support/store.ts';

/** A file that is not a complete store of Peye may hold data that its owner still needs. */
describe('sqlite: files that are refused', () => {
  let place: EmptyStore;
  let file: string;
  beforeEach(async () => {
    place = await emptyStore('sqlite');
    file = sqliteFile(place);
  });
  afterEach(() => place.drop());

  const refuses = (reason: RegExp) => {
    const bytes = readFileSync(file);
    assert.throws(
      () => openSqlite(file),
      (error: Error) => {
        assert.ok(error instanceof DatabaseRefused, String(error));
        assert.match(error.message, reason);
        assert.ok(error.message.includes(file), 'the message names the file');
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
    assert.ok(bytes.equals(readFileSync(file)), 'the file has the same bytes');
    // SQLite may create its two helper files next to a database that it only reads. They contain no changes.
    const waiting = `${file}-wal`;
    assert.ok(!existsSync(waiting) || statSync(waiting).size === 0, 'no change waits to be written to the file');
  };

  const makeStore = async () => {
    const db = openSqlite(file);
    await migrate(db, systemClock());
    for (let i = 0; i < 50; i++) await seed(db);
    await db.close();
  };

  it('a text file', () => {
    writeFileSync(file, 'This is my shopping list.\n'.repeat(200));
    refuses(/damaged or not a database/);
  });

  it('the database of another program', () => {
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('diri ak djon djon')");
    other.close();
    refuses(/another program/);
  });

  it('a store whose end is missing', async () => {
    await makeStore();
    truncateSync(file, Math.floor(readFileSync(file).length / 2 / 4096) * 4096);
    refuses(/damaged/);
  });

  it('a store that was cut within a page', async () => {
    await makeStore();
    truncateSync(file, readFileSync(file).length - 1000);
    refuses(/damaged/);
  });

  it('a store with foreign bytes in the middle', async () => {
    await makeStore();
    const bytes = readFileSync(file);
    for (let page = 2; page * 4096 < bytes.length; page++) bytes.fill(0xa5, page * 4096, page * 4096 + 512);
    writeFileSync(file, bytes);
    refuses(/damaged/);
  });

  it('opens an empty file and a store that it created', async () => {
    writeFileSync(file, '');
    await makeStore();
    await openSqlite(file).close();
  });
});
