import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { peyeJson } from './support/cli.ts';
import { onBothEngines } from './support/engines.ts';

const GROWTH = fileURLToPath(new URL('../bench/growth/run.ts', import.meta.url));

// This does not test speed. It fails when an operation can no longer be measured, or when a filled store is not used again.
onBothEngines('bench:growth', (engine) => {
  it('fills stores, uses them again in the next run, and measures everything', { timeout: 400_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'peye-growth-test-'));
    const run = async (...args: string[]) => {
      const child = spawn(process.execPath, [GROWTH, '--engine', engine, '--keep', folder, ...args]);
      const ended = new Promise((done) => child.on('close', done));
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      assert.equal(await ended, 0, stderr);
      return { stdout, stderr };
    };
    try {
      assert.match((await run('--sizes', '2001,6001', '--fill')).stderr, /filled with 6001 payments/);
      // The filled store is like one that a gateway has written: consistent in itself.
      const kept = join(folder, `${engine}-2001`);
      const { secretKey: SECRET_KEY, database } = JSON.parse(readFileSync(join(kept, 'growth.json'), 'utf8'));
      const place = { DATA_DIR: kept, SECRET_KEY };
      const url = () => Object.assign(new URL(process.env.TEST_DATABASE_URL!), { pathname: `/${database}` }).href;
      const settings = engine === 'sqlite' ? place : { ...place, DATABASE_URL: url() };
      const books = await peyeJson(['verify-books'], { settings });
      assert.deepEqual([books.ok, books.payments, books.faults, books.not_judged], [true, 2001, [], []]);
      const measure = ['--samples', '1', '--charts', folder, '--only'];
      const { stdout, stderr } = await run('--sizes', '2001,6001', ...measure, '^(?!console )');
      assert.doesNotMatch(stderr, /filled with/);
      for (const expected of [
        'list, no filter, any page',
        'payments list --status failed',
        'create',
        'Bytes per payment',
      ]) {
        assert.ok(stdout.includes(expected), stdout);
      }
      assert.ok(existsSync(join(folder, `growth-${engine}.svg`)));
      assert.match(readFileSync(join(folder, `growth-${engine}.svg`), 'utf8'), /^<svg[\s\S]*<\/svg>\n$/);
      // Each page of the console once: the same pages for another role, website or size would show nothing new.
      const pages = ['--only', '^console (?!.*(, as a|of one website|far down))'];
      assert.match((await run('--sizes', '2001', '--samples', '1', ...pages)).stdout, /console payments/);
      await run('--sizes', '2001,6001', '--drop');
      assert.ok(!existsSync(join(folder, `${engine}-6001`)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
