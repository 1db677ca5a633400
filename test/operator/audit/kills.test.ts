import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkAuditLog } from '../../../src/features/audit/check-audit-log.ts';
import { newStore, onBothEngines } from '../../support/engines.ts';
import { until } from '../../support/gateway.ts';
import { withStore } from '../../support/store-access.ts';

const MAIN = fileURLToPath(new URL('./changes-main.ts', import.meta.url));
const CHANGES = 25;

/** A process that changes the store until it is killed. */
function startChanges(settings: Record<string, string>, websiteId: string, name: string) {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...settings,
      PEYE_TEST_WEBSITE: websiteId,
      PEYE_TEST_ACTOR: name,
    },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const made = () => output.split('\n').slice(0, -1);
  return {
    made,
    madeMore: async (count: number) => {
      const from = made().length;
      await until(`${name} makes ${count} more`, () => {
        assert.equal(child.exitCode, null, `${name} ended`);
        return made().length >= from + count;
      });
    },
    async kill() {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

onBothEngines('changes of two processes, both of which are killed', (engine) => {
  // Contract: AUDIT-5
  it('are in the audit log as one chain without a gap, and every change has its row', {
    timeout: 120_000,
  }, async () => {
    const place = await newStore(engine);
    try {
      const { id } = await withStore(place.settings, async ({ operator }) => {
        return (await operator.createWebsite({ name: 'Shop' })).website;
      });
      const [first, second] = ['first', 'second'].map((name) => startChanges(place.settings, id, name));
      assert.ok(first && second);
      await Promise.all([first.madeMore(CHANGES), second.madeMore(CHANGES)]);
      await first.kill();
      await second.madeMore(CHANGES);
      await second.kill();
      await withStore(place.settings, async ({ db }) => {
        const { rows, head, fault } = await checkAuditLog(db);
        assert.equal(fault, undefined);
        assert.equal(rows, head.position);
        const recorded = await db.query<{ id: string; name: string }>(
          "SELECT subject_id AS id, actor_name AS name FROM audit_log WHERE action = 'key.create'",
        );
        const kept = await db.query<{ id: string }>('SELECT id FROM api_keys');
        assert.deepEqual(recorded.map((each) => each.id).sort(), kept.map((each) => each.id).sort());
        for (const [name, acknowledged] of [
          ['first', first.made()],
          ['second', second.made()],
        ] as const) {
          const own = new Set(recorded.filter((each) => each.name === name).map((each) => each.id));
          assert.deepEqual(
            acknowledged.filter((key) => !own.has(key)),
            [],
            'each acknowledged change is recorded',
          );
        }
      });
    } finally {
      await place.drop();
    }
  });
});
