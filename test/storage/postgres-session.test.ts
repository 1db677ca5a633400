import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { postgresSession } from '../../src/database/postgres/postgres-session.ts';
import { createLog } from '../../src/platform/log/log.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

describe('a session of PostgreSQL', () => {
  test('gets its settings with each transaction once it turns out that a pooler lends it to several clients', () => {
    const session = postgresSession(false, createLog('silent'));
    assert.equal(session.beginText(false), 'BEGIN');
    assert.equal(session.hasLostStatement({ code: '26000' }), true);
    const pooled = postgresSession(true, createLog('silent'));
    for (const isLong of [false, true]) assert.equal(session.beginText(isLong), pooled.beginText(isLong));
    assert.match(session.beginText(false), /synchronous_commit/);
  });
  // At ten million payments a list took half a second, and milliseconds without it.
  test('does not compile statements', { skip }, async () => {
    const db = openPostgres(process.env.TEST_DATABASE_URL!, createLog('silent'), { fence: null });
    try {
      assert.deepEqual(await db.query('SHOW jit'), [{ jit: 'off' }]);
    } finally {
      await db.close();
    }
  });
});
