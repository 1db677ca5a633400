import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onBothEngines } from './support/engines.ts';

const BENCH = fileURLToPath(new URL('../bench/run.ts', import.meta.url));

// This does not test speed. It fails when the bench no longer measures, or when a path has become twice as slow by accident.
onBothEngines('the bench', (engine) => {
  it('measures every scenario, and no ratio is below half its goal', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BENCH, '--check', '--engine', engine], {
      encoding: 'utf8',
    });
    console.log(stdout);
    assert.equal(status, 0, stderr);
  });
});
