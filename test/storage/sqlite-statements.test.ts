import assert from 'node:assert/strict';
import { constants } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { sqliteConnection } from '../../src/database/sqlite/sqlite-connection.ts';
import { openTestStore, sqliteFile, type TestStore } from '../support/store.ts';

describe('a statement of the embedded store', () => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore('sqlite');
  });
  after(() => store.close());

  it('is planned once, whatever numbers it is given', () => {
    const connection = sqliteConnection(sqliteFile(store.place), { readOnly: true });
    try {
      const plannings: number[] = [];
      connection.use().setAuthorizer((action) => {
        plannings.push(action);
        return constants.SQLITE_OK;
      });
      const page = connection.arrayStatement('SELECT id FROM payments WHERE api_key_id = $1 AND id < $2 LIMIT $3');
      const part = connection.statement('SELECT id FROM (SELECT id FROM payments LIMIT $1 OFFSET $2) AS part LIMIT $1');
      assert.ok(plannings.length > 0);
      const { length } = plannings;
      for (const limit of [20, 1, 100]) {
        page.all('key_1', 10, limit);
        part.all(limit, 3);
      }
      assert.equal(plannings.length, length);
    } finally {
      connection.close();
    }
  });

  it('returns as many rows as its LIMIT allows', () => {
    const connection = sqliteConnection(sqliteFile(store.place), { readOnly: true });
    try {
      const numbers = connection.statement('SELECT value FROM json_each($1) ORDER BY value LIMIT $2 OFFSET $3');
      const values = (limit: number, offset: number) =>
        numbers.all('[1,2,3,4,5]', limit, offset).map((row) => row.value);
      assert.deepEqual(values(2, 0), [1, 2]);
      assert.deepEqual(values(9, 3), [4, 5]);
      assert.deepEqual(values(0, 0), []);
    } finally {
      connection.close();
    }
  });
});
