import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SYSTEM } from '../../../src/core/actor.ts';
import type { Database, Transaction } from '../../../src/database/database.ts';
import { AUDIT_START, type AuditPlace, auditText } from '../../../src/features/audit/audit.ts';
import { type CheckOptions, checkAuditLog } from '../../../src/features/audit/check-audit-log.ts';
import { findAuditRow, readAuditHead } from '../../../src/features/audit/store/audit-log.ts';
import { chainHash, recordChange } from '../../../src/features/audit/store/record-change.ts';
import { refusalText } from '../../../src/platform/messages/refusals/refusal-messages.ts';
import { onBothEngines } from '../../support/engines.ts';
import { openTestStore, type TestStore } from '../../support/store.ts';

/** More rows than a check reads at a time. */
const ROWS = 520;

class RolledBack extends Error {}

onBothEngines('a check of the audit log', (engine) => {
  let store: TestStore;
  let head: AuditPlace;
  before(async () => {
    store = await openTestStore(engine);
    let nowUs = 1_790_000_000_000_000;
    const maker = { actor: SYSTEM, clock: () => ++nowUs };
    const subject = { kind: 'website', id: 'web_1' } as const;
    await store.db.transaction(async (tx) => {
      for (let made = (await readAuditHead(tx))!.position; made < ROWS; made++) {
        const after = { name: `Shop ${made}` };
        await recordChange(tx, maker, { action: 'website.update', subject, websiteId: 'web_1', after });
      }
    });
    head = (await readAuditHead(store.db))!;
    assert.equal(head.position, ROWS);
  });
  after(() => store.close());

  const topicPageOf = async (position: number): Promise<AuditPlace> => {
    const { hash } = (await findAuditRow(store.db, position))!;
    return { position, hash };
  };

  /** Writes to the log without Peye; the changes are undone at the end. */
  interface Intruder {
    write(sql: string, ...params: (string | number)[]): Promise<void>;
    assertFault(position: number, message: RegExp, options?: CheckOptions): Promise<void>;
    assertWhole(): Promise<void>;
  }
  const intrude = async (work: (intruder: Intruder) => Promise<void>) => {
    const intruding = store.db.transaction(async (tx: Transaction) => {
      await work({
        write: async (sql, ...params) => void (await tx.query(sql, params)),
        async assertFault(position, message, options) {
          const { fault } = await checkAuditLog(tx, options);
          const text = fault && refusalText(fault.refusal, 'en');
          assert.deepEqual([fault?.position, message.test(text ?? '')], [position, true], text);
        },
        assertWhole: async () => assert.equal((await checkAuditLog(tx)).fault, undefined),
      });
      throw new RolledBack();
    });
    await assert.rejects(intruding, RolledBack);
  };

  it('finds no fault in an unchanged log, wherever it starts and whichever earlier head it compares with', async () => {
    const steps: number[] = [];
    const whole = await checkAuditLog(store.db, { onStep: (rows) => steps.push(rows) });
    assert.deepEqual(whole, { rows: ROWS, head, fault: undefined });
    assert.ok(steps.length > 1 && steps.at(-1) === ROWS, 'the rows are read in several parts');
    assert.deepEqual(await checkAuditLog(store.db, { last: 10 }), { rows: 10, head, fault: undefined });
    assert.deepEqual((await checkAuditLog(store.db, { last: 10_000 })).rows, ROWS);
    for (const expected of [AUDIT_START, await topicPageOf(1), await topicPageOf(300), head]) {
      assert.equal((await checkAuditLog(store.db, { expected })).fault, undefined);
      assert.equal((await checkAuditLog(store.db, { expected, last: 10 })).fault, undefined);
    }
  });

  for (const [column, value] of [
    ['at_us', 5],
    ['actor_kind', 'cli'],
    ['actor_name', 'nobody'],
    ['address', 'elsewhere'],
    ['action', 'website.create'],
    ['subject_kind', 'payment'],
    ['subject_id', 'web_other'],
    ['website_id', 'web_other'],
    ['before_json', '{"name":"x"}'],
    ['after_json', '{}'],
    ['hash', '0'.repeat(64)],
  ] as const) {
    it(`finds a changed ${column}`, () =>
      intrude(async ({ write, assertFault }) => {
        await write(`UPDATE audit_log SET ${column} = $1 WHERE position = 7`, value);
        await assertFault(7, /Row 7 is not what was recorded/);
      }));
  }

  // Contract: AUDIT-3
  it('finds a row that was changed together with its hash, because the next row does not match', async () => {
    const before = await topicPageOf(6);
    const row = (await findAuditRow(store.db, 7))!;
    const changed = { ...row, after: '{"name":"Another"}' };
    await intrude(async ({ write, assertFault }) => {
      const hash = chainHash(before.hash, auditText(changed));
      await write('UPDATE audit_log SET after_json = $1, hash = $2 WHERE position = 7', changed.after, hash);
      await assertFault(8, /Row 8 is not what was recorded, or the row before it was replaced/);
    });
  });

  // Contract: AUDIT-3
  it('finds two rows that have changed places', () =>
    intrude(async ({ write, assertFault }) => {
      await write('UPDATE audit_log SET position = 1000 WHERE position = 8');
      await write('UPDATE audit_log SET position = 8 WHERE position = 9');
      await write('UPDATE audit_log SET position = 9 WHERE position = 1000');
      await assertFault(8, /Row 8 is not what was recorded/);
    }));

  // Contract: AUDIT-3
  it('finds missing rows at the beginning, in the middle and near the end', () =>
    intrude(async ({ write, assertFault }) => {
      await write('DELETE FROM audit_log WHERE position = 510');
      await assertFault(510, /^Row 510 is missing\.$/);
      await write('DELETE FROM audit_log WHERE position BETWEEN 3 AND 5');
      await assertFault(3, /^Rows 3 to 5 are missing\.$/);
      await write('DELETE FROM audit_log WHERE position < 3');
      await assertFault(1, /^Rows 1 to 5 are missing\.$/);
      await assertFault(510, /^Row 510 is missing\.$/, { last: 10 });
    }));

  // Contract: AUDIT-3
  it('finds that the last rows are missing by the stored head, and if that was changed too, by an earlier head', async () => {
    const earlier = await topicPageOf(500);
    const end = await topicPageOf(498);
    await intrude(async ({ write, assertFault, assertWhole }) => {
      await write('DELETE FROM audit_log WHERE position > 498');
      await assertFault(499, /^Rows 499 to 520 are missing\.$/);
      await assertFault(499, /^Rows 499 to 520 are missing\.$/, { last: 30 });
      await write('UPDATE audit_head SET position = 498, hash = $1', end.hash);
      await assertWhole();
      await assertFault(500, /existed before, and is missing now/, { expected: earlier });
    });
  });

  it('finds rows after the head, a head with another hash, and a missing head', async () => {
    const { hash } = await topicPageOf(519);
    await intrude(async ({ write, assertFault }) => {
      await write('UPDATE audit_head SET position = 519, hash = $1', hash);
      await assertFault(520, /According to its head, the log ends at row 519, but there is a row 520/);
      await write('UPDATE audit_head SET position = 520');
      await assertFault(520, /a different hash than its last row/);
      await write('DELETE FROM audit_head');
      await assertFault(0, /The head of the log is missing/);
    });
  });

  it('finds no fault while two nodes write', async () => {
    const write = async (db: Database, name: string) => {
      for (let at = 0; at < 30; at++) {
        const change = { action: 'website.update', subject: { kind: 'website', id: name }, after: { at } } as const;
        await db.transaction((tx) => recordChange(tx, { actor: SYSTEM, clock: () => Date.now() * 1000 }, change));
      }
    };
    const isWriting = { now: true };
    const writers = Promise.all([write(store.db, 'one'), write(store.open(), 'two')]).finally(() => {
      isWriting.now = false;
    });
    while (isWriting.now) assert.equal((await checkAuditLog(store.db, { last: 100, expected: head })).fault, undefined);
    await writers;
    const { fault, head: end } = await checkAuditLog(store.db, { expected: head });
    assert.deepEqual([fault, end.position], [undefined, ROWS + 60]);
  });

  it('finds a log that was rewritten, by comparing it with an earlier head', () =>
    intrude(async ({ assertFault }) => {
      await assertFault(300, /the log was rewritten/, { expected: { position: 300, hash: '1'.repeat(64) } });
      await assertFault(3, /the log was rewritten/, { expected: { position: 3, hash: '1'.repeat(64) }, last: 10 });
    }));
});
