import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { mayHaveCommitted } from '../../src/database/postgres/postgres-errors.ts';

function reported(severity: string, code: string): Error {
  return Object.assign(new pg.DatabaseError('as reported', 0, 'error'), { severity, code });
}

describe('a failed statement that is its own transaction', () => {
  for (const code of ['23505', '22P02', '40001', '57014', '53100', '25006']) {
    test(`was rolled back when the server reports ${code}`, () => {
      assert.equal(mayHaveCommitted(reported('ERROR', code)), false);
    });
  }

  for (const code of ['23505', '40001', '57014', '25006']) {
    test(`was rolled back when a server that speaks French reports ${code}`, () => {
      assert.equal(mayHaveCommitted(reported('ERREUR', code)), false);
    });
  }

  test('was never sent if the connection was already known to be broken', () => {
    const error = new Error('Client has encountered a connection error and is not queryable');
    assert.equal(mayHaveCommitted(error), false);
  });

  for (const [what, error] of [
    ['the server ends the session', reported('FATAL', '57P01')],
    ['a server that speaks another language reports a full disk, and may have crashed', reported('ПАНИКА', '53100')],
    ['the server crashes', reported('PANIC', 'XX000')],
    ['the server reports that the outcome is unknown', reported('ERROR', '40003')],
    ['a proxy has lost the server', reported('ERROR', '08P01')],
    ['a proxy fails by itself', reported('ERROR', 'XX000')],
    ['the connection breaks', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['the connection is closed', new Error('Connection terminated unexpectedly')],
    ['no response comes', new Error('Query read timeout')],
  ] as const) {
    test(`may have happened when ${what}`, () => assert.equal(mayHaveCommitted(error), true));
  }
});
