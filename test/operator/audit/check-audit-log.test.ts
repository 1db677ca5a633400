import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { AUDIT_START, type AuditPlace } from '../../../src/domain/audit.ts';
import { type CheckOptions, checkAuditLog } from '../../../src/operator/audit/check-audit-log.ts';
import { findAuditRow, readAuditHead } from '../../../src/storage/audit-log.ts';
import { onBothEngines } from '../../support/engines.ts';
import { type OperatorStore, operatorStore } from '../operator-store.ts';

/** More than are read at a time. */
const ROWS = 520;

onBothEngines('a look at the audit log', (engine) => {
  let store: OperatorStore;
  let head: AuditPlace;
  beforeEach(async () => {
    store = await operatorStore(engine);
    const { id } = (await store.operator.createWebsite({ name: 'Shop' })).website;
    for (let made = (await readAuditHead(store.db))!.position; made < ROWS; made++) {
      await store.operator.changeWebsite(id, { name: `Shop ${made}` });
    }
    head = (await readAuditHead(store.db))!;
    assert.equal(head.position, ROWS);
  });
  afterEach(() => store.close());

  const write = (sql: string, ...params: (string | number)[]) => store.db.transaction((tx) => tx.query(sql, params));
  const placeOf = async (position: number): Promise<AuditPlace> => {
    const { hash } = (await findAuditRow(store.db, position))!;
    return { position, hash };
  };
  const assertFault = async (position: number, message: RegExp, options: CheckOptions = {}) => {
    const { fault } = await checkAuditLog(store.db, options);
    assert.deepEqual([fault?.position, message.test(fault?.message ?? '')], [position, true], fault?.message);
  };

  it('finds it whole, from any place, and with any head that was there', async () => {
    const steps: number[] = [];
    const whole = await checkAuditLog(store.db, { onStep: (rows) => steps.push(rows) });
    assert.deepEqual(whole, { rows: ROWS, head, fault: undefined });
    assert.ok(steps.length > 1 && steps.at(-1) === ROWS, 'a part at a time');
    assert.deepEqual(await checkAuditLog(store.db, { last: 10 }), { rows: 10, head, fault: undefined });
    assert.deepEqual((await checkAuditLog(store.db, { last: 10_000 })).rows, ROWS);
    for (const expected of [AUDIT_START, await placeOf(1), await placeOf(300), head]) {
      assert.equal((await checkAuditLog(store.db, { expected })).fault, undefined);
      assert.equal((await checkAuditLog(store.db, { expected, last: 10 })).fault, undefined);
    }
  });

  for (const [column, value] of [
    ['at_us', 5],
    ['actor_kind', 'system'],
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
    it(`finds a changed ${column}`, async () => {
      // In these rows it is another value.
      if (column === 'actor_kind') await write("UPDATE audit_log SET actor_kind = 'cli' WHERE position = 7");
      else await write(`UPDATE audit_log SET ${column} = $1 WHERE position = 7`, value);
      await assertFault(7, /Row 7 is not what was recorded/);
    });
  }

  it('finds what is missing: at the beginning, in between, and at the end', async () => {
    await write('DELETE FROM audit_log WHERE position = 510');
    await assertFault(510, /^Row 510 is missing\.$/);
    await write('DELETE FROM audit_log WHERE position BETWEEN 3 AND 5');
    await assertFault(3, /^Rows 3 to 5 are missing\.$/);
    await write('DELETE FROM audit_log WHERE position < 3');
    await assertFault(1, /^Rows 1 to 5 are missing\.$/);
    await assertFault(510, /^Row 510 is missing\.$/, { last: 10 });
  });

  it('finds an end that was cut off, by the head, and with the head by one that is known', async () => {
    const earlier = await placeOf(500);
    await write('DELETE FROM audit_log WHERE position > 498');
    await assertFault(499, /^Rows 499 to 520 are missing\.$/);
    await assertFault(499, /^Rows 499 to 520 are missing\.$/, { last: 30 });
    const end = await placeOf(498);
    await write('UPDATE audit_head SET position = 498, hash = $1', end.hash);
    assert.equal((await checkAuditLog(store.db)).fault, undefined, 'nothing in the store shows that');
    await assertFault(500, /was there before, and is missing/, { expected: earlier });
  });

  it('finds rows behind the head, another hash of the head, and a head that is gone', async () => {
    await write('UPDATE audit_head SET position = 519');
    await assertFault(520, /The log ends at row 519 by its head, but row 520 is there/);
    await write('UPDATE audit_head SET position = 520, hash = $1', '0'.repeat(64));
    await assertFault(520, /another hash than its last row/);
    await write('DELETE FROM audit_head');
    await assertFault(0, /The head of the log is missing/);
  });

  it('finds a log that was written anew, by a head that is known', async () => {
    await assertFault(300, /the log was written anew/, { expected: { position: 300, hash: '1'.repeat(64) } });
    await assertFault(3, /the log was written anew/, { expected: { position: 3, hash: '1'.repeat(64) }, last: 10 });
  });
});
