import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Actor } from '../../src/core/actor.ts';
import { type AuditFilter, listAuditChain, listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { recordChange } from '../../src/features/audit/store/record-change.ts';
import { onBothEngines } from '../support/engines.ts';
import { type AskedStatement, planOf, recording } from '../support/query-plans.ts';
import { openTestStore, sqliteFile, type TestStore } from '../support/store.ts';

const ROWS = 600;
const START_US = 1_790_000_000_000_000;
const user = (number: number): Actor => ({ kind: 'user', id: `usr_${number}`, name: `user ${number}`, address: null });

/** Each filter alone, and the index from which its list is read. */
const FILTERS: readonly [filter: Omit<AuditFilter, 'limit'>, index: string][] = [
  [{}, 'audit_log_newest'],
  [{ fromUs: START_US + 10, toUs: START_US + 100 }, 'audit_log_newest'],
  [{ websiteId: 'web_1' }, 'audit_log_website'],
  [{ actorName: 'user 2' }, 'audit_log_actor'],
  [{ actorId: 'usr_2' }, 'audit_log_user'],
  [{ actorKind: 'user' }, 'audit_log_kind'],
  [{ action: 'key.roll' }, 'audit_log_action'],
  [{ subjectId: 'key_3' }, 'audit_log_subject'],
];

onBothEngines('lists of the audit log', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
    await store.db.transaction(async (tx) => {
      for (let number = 0; number < ROWS; number++) {
        // Some rows share a microsecond, and the clock was set back for the last ones.
        const atUs = START_US + (number < 500 ? Math.floor(number / 3) : number - 500);
        await recordChange(
          tx,
          { actor: user(number % 4), clock: () => atUs },
          {
            action: number % 2 === 0 ? 'key.roll' : 'key.create',
            subject: { kind: 'api_key', id: `key_${number % 5}` },
            websiteId: number % 3 === 0 ? null : `web_${number % 3}`,
          },
        );
      }
    });
    if (engine === 'postgres') await store.db.outsideTransaction?.('ANALYZE');
  });
  after(() => store.close());

  const place = () =>
    engine === 'sqlite' ? { file: sqliteFile(store.place) } : { url: store.place.settings.DATABASE_URL! };

  for (const [filter, index] of FILTERS) {
    const name = Object.keys(filter).join(', ') || 'nothing';
    it(`by ${name}: from ${index}, page by page, each row once and the newest first`, async () => {
      const asked: AskedStatement[] = [];
      const db = recording(store.db, asked);
      const all = await listAuditRows(db, { ...filter, limit: ROWS * 2 });
      const paged: typeof all = [];
      for (;;) {
        const page = await listAuditRows(db, { ...filter, before: paged.at(-1), limit: 50 });
        paged.push(...page);
        if (page.length < 50) break;
      }
      assert.deepEqual(paged, all);
      const expected = (await listAuditChain(store.db, { after: 0, limit: ROWS * 2 }))
        .filter((row) => isWanted(row, filter))
        .sort((a, b) => b.atUs - a.atUs || b.position - a.position);
      assert.ok(expected.length > 0);
      assert.deepEqual(all, expected);
      for (const statement of asked) {
        const plan = (await planOf(place(), statement)).join('\n');
        assert.match(plan, new RegExp(`\\b${index}\\b`), plan);
        assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b/, plan);
      }
    });
  }
});

function isWanted(
  row: Awaited<ReturnType<typeof listAuditRows>>[number],
  {
    websiteId,
    actorName,
    actorId,
    actorKind,
    action,
    subjectId,
    fromUs = 0,
    toUs = Number.MAX_SAFE_INTEGER,
  }: Omit<AuditFilter, 'limit'>,
): boolean {
  const wanted: [unknown, unknown][] = [
    [websiteId, row.websiteId],
    [actorName, row.actor.name],
    [actorId, row.actor.id],
    [actorKind, row.actor.kind],
    [action, row.action],
    [subjectId, row.subject.id],
  ];
  return (
    wanted.every(([given, found]) => given === undefined || given === found) && row.atUs >= fromUs && row.atUs < toUs
  );
}
