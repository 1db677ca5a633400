import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';

/** The stacks that need nothing from the internet. */
const NAMES = ['Node without a framework', 'PHP without a framework'];

it('docs/frameworks.md leads from an empty folder to a verified webhook, in the stacks that need no registry', async () => {
  // npm is next to the Node that installed this project, and PHP may be a program that the runner has found.
  const PATH = [process.env.PATH, process.env.PHP_PATH && dirname(process.env.PHP_PATH)].filter(Boolean).join(':');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'run-trial.ts'), '--only', NAMES.join(',')],
    { env: { ...process.env, PATH } },
  );
  const lines = stdout.trim().split('\n');
  assert.equal(lines.length, NAMES.length, stdout);
  for (const line of lines) assert.match(line, / (?:ok: 4 calls, [\d.]+ s|skipped: needs php)$/);
});
