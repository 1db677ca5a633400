import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { postgresSession } from '../../src/database/postgres/postgres-session.ts';
import { createLog } from '../../src/platform/log/log.ts';

describe('a session of PostgreSQL', () => {
  test('gets its settings with each transaction once it turns out that a pooler lends it to several clients', () => {
    const session = postgresSession(false, createLog('silent'));
    assert.equal(session.beginText(false), 'BEGIN');
    assert.equal(session.hasLostStatement({ code: '26000' }), true);
    const pooled = postgresSession(true, createLog('silent'));
    for (const isLong of [false, true]) assert.equal(session.beginText(isLong), pooled.beginText(isLong));
    assert.match(session.beginText(false), /synchronous_commit/);
  });
});
