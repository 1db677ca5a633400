import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run check`: everything that can be proved about the sources without a server, a browser or a network. One line for
// each step, and the whole output of those that fail.

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Tests that are checks: they read the sources, or the files that are generated from them. */
const CHECKS = [
  'test/api-docs/validators.test.ts',
  'test/architecture.test.ts',
  'test/contract/rows.test.ts',
  'test/messages/catalogues.test.ts',
  'test/packages.test.ts',
  'test/storage/schema-snapshot.test.ts',
  'test/wording/api-texts.test.ts',
  'test/wording/texts.test.ts',
  'test/wording/translations.test.ts',
  'test/wording/typography.test.ts',
];

type Step = [name: string, command: string, ...args: string[]];

/** They run at the same time, one for each processor. */
const STEPS: readonly Step[] = [
  ['format and lint (`npm run format` fixes what it can)', 'biome', 'ci', '--colors=off'],
  ['types', 'tsc'],
  ["types of the SDK, without Node's", 'tsc', '--noEmit', '-p', 'sdk/typescript'],
  ['unused files, exports and packages', 'knip', '--no-progress', '--no-config-hints'],
  ['words to avoid', process.execPath, 'test/prose/run-prose.ts'],
  ['import directions, contract rows, locked packages, generated files', process.execPath, '--test', ...CHECKS],
];

// Node ignores a test file that does not exist, so this is checked here.
const lost = CHECKS.filter((file) => !existsSync(join(ROOT, file)));
if (lost.length > 0) throw new Error(`these checks are missing: ${lost.join(', ')}`);

let failed = 0;
const queue = [...STEPS];
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let step = queue.shift(); step; step = queue.shift()) await runStep(step);
  }),
);
console.log(failed === 0 ? 'all checks passed' : `${failed} of ${STEPS.length} checks failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runStep([name, command, ...args]: Step): Promise<void> {
  const startedAt = performance.now();
  const { isOk, output } = await outputOf(command, args);
  console.log(`${isOk ? 'ok    ' : 'FAILED'}  ${name} (${Math.round(performance.now() - startedAt)} ms)`);
  if (isOk) return;
  failed++;
  console.log(output.trimEnd());
}

/** Everything that a program prints, and whether it could be started and ended with 0. */
function outputOf(command: string, args: readonly string[]): Promise<{ isOk: boolean; output: string }> {
  const child = spawn(command, args, { cwd: ROOT, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const { promise, resolve } = Promise.withResolvers<{ isOk: boolean; output: string }>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  child.once('error', ({ message }) => resolve({ isOk: false, output: `${command} could not be started: ${message}` }));
  child.once('close', (code) => resolve({ isOk: code === 0, output }));
  return promise;
}

/** The programs of the packages come first on the path. A database of the environment is not used. */
function environment(): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: _, NODE_TEST_CONTEXT: __, ...environment } = process.env;
  return { ...environment, PATH: [join(ROOT, 'node_modules/.bin'), environment.PATH].join(delimiter), NO_COLOR: '1' };
}
