import assert from 'node:assert/strict';
import { copyFileSync, existsSync, renameSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { DatabaseUnavailable, OutcomeUnknown } from '../../src/database/database.ts';
import { openTestStore, sqliteFile, type TestStore } from '../support/store.ts';

describe('sqlite: the file of the store is moved while it is written to', () => {
  let store: TestStore;
  let file: string;
  beforeEach(async () => {
    store = await openTestStore('sqlite', { migrated: false });
    file = sqliteFile(store.place);
    await store.db.transaction((tx) => tx.query('CREATE TABLE account (name TEXT)'));
  });
  afterEach(() => store.close());

  const move = (from: string, to: string) => {
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
  };
  const write = (before: () => void) =>
    store.db.transaction(async (tx) => {
      await tx.query("INSERT INTO account (name) VALUES ('written')");
      before();
    });
  const written = () => store.db.query('SELECT name FROM account');

  for (const [what, replace] of [
    ['nothing is in its place', () => {}],
    ['a backup is in its place', () => copyFileSync(`${file}.elsewhere`, file)],
  ] as const) {
    test(`the outcome of a transaction in progress is unknown: ${what}`, async () => {
      await assert.rejects(
        write(() => {
          move(file, `${file}.elsewhere`);
          replace();
        }),
        OutcomeUnknown,
      );
      move(`${file}.elsewhere`, file);
      assert.equal((await written()).length, 1);
      await write(() => {});
      assert.equal((await written()).length, 2);
    });
  }

  test('a store whose name cannot be resolved is unavailable', async () => {
    move(file, `${file}.elsewhere`);
    symlinkSync(file, file);
    await assert.rejects(
      write(() => {}),
      DatabaseUnavailable,
    );
    move(`${file}.elsewhere`, file);
    await write(() => {});
    assert.equal((await written()).length, 1);
  });
});
