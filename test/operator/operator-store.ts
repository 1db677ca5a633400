import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { SYSTEM } from '../../src/core/actor.ts';
import { webhookSender } from '../../src/features/webhooks/send.ts';
import type { OperatorErrorCode } from '../../src/platform/operator-error.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import { type OperatorParts, type OperatorVerbs, operatorVerbs } from '../../src/verbs/operator-verbs.ts';
import type { Engine } from '../support/engines.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

/** A store with the operator's verbs and their dependencies. */
export interface OperatorStore extends TestStore {
  readonly deps: OperatorParts;
  readonly operator: OperatorVerbs;
  /** Sets whether the verbs distrust the clock from now on. */
  doubtTime(isDoubted: boolean): void;
  /** All rows of a table, so that a test can show that nothing was changed. */
  rows(table: string): Promise<unknown[]>;
}

/** Opens a store whose clock advances by a microsecond with every read. */
export async function operatorStore(engine: Engine): Promise<OperatorStore> {
  const store = await openTestStore(engine);
  let nowUs = Date.UTC(2027, 0, 31) * 1000;
  let isTimeDoubted = false;
  const deps = {
    db: store.db,
    box: secretBox(randomBytes(32)),
    clock: () => ++nowUs,
    actor: SYSTEM,
    isCertain: () => !isTimeDoubted,
    confirm: async () => nowUs,
    allowedSubnets: ['127.0.0.0/8'],
    openSender: async () => webhookSender({ isAllowed: (address: string) => address.startsWith('127.') }),
  };
  const doubtTime = (isDoubted: boolean) => {
    isTimeDoubted = isDoubted;
  };
  const rows = async (table: string) => {
    const found = await store.db.query(`SELECT * FROM ${table}`);
    return found.map((row) => JSON.stringify(row)).sort();
  };
  return { ...store, deps, operator: operatorVerbs(deps), doubtTime, rows };
}

/** Asserts that a verb refuses, with this code, for this field, and in a whole sentence that an operator understands. */
export async function assertRefused(
  work: Promise<unknown>,
  code: OperatorErrorCode,
  field: string,
  message = /./,
): Promise<void> {
  await assert.rejects(work, (error: Error & { code?: string; field?: string }) => {
    assert.deepEqual([error.name, error.code, error.field], ['OperatorError', code, field], error.message);
    assert.match(error.message, message);
    assert.match(error.message, /^[A-Z][^\n]+\.$/);
    return true;
  });
}
