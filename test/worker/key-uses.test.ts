import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keyUses } from '../../src/features/websites/key-uses.ts';
import { backgroundJobs, type JobParts } from '../../src/worker/background-jobs.ts';

it('uses of keys that could not be stored are stored by the next round', async () => {
  const uses = keyUses();
  const written: (readonly string[])[] = [];
  let isAway = true;
  const jobs = backgroundJobs({
    db: { engine: 'sqlite' },
    uses,
    payments: {},
    recurring: {},
    rates: {},
    retention: {},
    clock: () => 0,
    providerFor: () => undefined,
    operator: {
      noteKeyUses: async (ids: readonly string[]) => {
        if (isAway) throw new Error('the store is unavailable');
        written.push(ids);
      },
    },
  } as unknown as JobParts);
  const job = jobs.find(({ name }) => name === 'uses of keys');
  assert.ok(job && 'round' in job);
  uses.note('key_1');
  await assert.rejects(job.round(), /unavailable/);
  isAway = false;
  await job.round();
  assert.deepEqual(written, [['key_1']]);
});
