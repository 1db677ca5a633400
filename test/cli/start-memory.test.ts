import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { releaseMemoryWhenIdle } from '../../src/platform/tasks/release-memory.ts';
import { spawnPeye } from '../support/cli.ts';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';

const TIMEOUT_MS = 60_000;
/** Preloaded into the gateway: writes the size of V8's space for young objects to a file, again and again. */
const NOTE_SPACE = `import v8 from 'node:v8'; import { writeFileSync } from 'node:fs';
setInterval(() => {
  const space = v8.getHeapSpaceStatistics().find((each) => each.space_name === 'new_space');
  writeFileSync(process.env.SPACE_FILE, String(space.space_size));
}, 50).unref();`;

describe('the memory of a start', () => {
  let store: EmptyStore;
  before(async () => {
    store = await emptyStore('sqlite');
  });
  after(() => store.drop());

  it('is released while the gateway is idle', async () => {
    const file = join(store.folder, 'space');
    const started = spawnPeye(['start', '--json'], {
      settings: {
        ...store.settings,
        PORT: String(await freePort()),
        SPACE_FILE: file,
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(NOTE_SPACE)}`,
      },
    });
    await until('peye start is ready', () => /^\{.*\}\n$/.test(started.stdout()), TIMEOUT_MS);
    const used = spaceOf(file);
    assert.ok(used > 8_000_000, `the start used ${used} bytes`);
    await until('the space of the start is released', () => spaceOf(file) <= used / 4, TIMEOUT_MS);
    started.child.kill('SIGTERM');
    assert.equal(await started.ended, 0, started.stderr());
  });

  it('stays while the gateway is busy, because reads need less processor time with it', (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    let user = 5_000_000;
    test.mock.method(process, 'cpuUsage', () => ({ user, system: 1_000_000 }));
    const release = test.mock.fn();
    releaseMemoryWhenIdle(release);
    for (let round = 0; round < 5; round++) {
      user += 1_000_000;
      test.mock.timers.tick(20_000);
    }
    assert.equal(release.mock.callCount(), 0);
    for (let round = 0; round < 3; round++) test.mock.timers.tick(20_000);
    assert.equal(release.mock.callCount(), 1);
  });
});

function spaceOf(file: string): number {
  return Number(readFileSync(file, 'utf8'));
}
