import { existsSync, globSync, statSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { reportFile, summary, type TestEvent, type TestResult } from '../support/reporter.ts';
import { startServices } from '../support/services/services.ts';
import { NO_MATERIAL } from './material.ts';
import { prepareVendure } from './vendure/prepare-vendure.ts';
import { prepareWooCommerce } from './woocommerce/prepare-woocommerce.ts';

// `npm run test:shops`: tests the plugins in real shops, with a real gateway and a real browser. See test/shops/README.md. Arguments are
// files or folders to test. With REQUIRE_ALL=1 a skipped test is a failure, except for shops whose software is in no package registry
// and not on this machine.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The services that these tests need. */
const SERVICES = 'Chromium,PHP,Python,curl for PHP,sqlite3 for PHP,xml for PHP,mbstring for PHP';
const FILE_TIMEOUT_MS = 10 * 60_000;

const files = findTests(process.argv.slice(2));
if (files.length === 0) {
  console.error('no test file matches');
  process.exit(1);
}
const startedAt = performance.now();
const abort = new AbortController();
process.env.TEST_SERVICES ??= SERVICES;
const services = await startServices((line) => console.log(line));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    abort.abort();
    await services.stop();
    process.exit(128 + constants.signals[signal]);
  });
}
Object.assign(process.env, services.env);
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/peye');
const results: TestResult[] = [];
try {
  if (files.some((file) => file.includes('woocommerce'))) {
    if (!process.env.WOOCOMMERCE_MYSQL) console.log('WooCommerce is not tested on MySQL: WOOCOMMERCE_MYSQL is not set');
    await prepareWooCommerce(process.env.PEYE_TEST_RUN!);
  }
  if (files.some((file) => file.includes('shops/vendure/'))) await prepareVendure(process.env.PEYE_TEST_RUN!);
  console.log(`${files.length} test files; what they need was ready after ${seconds()}`);
  const queue = [...files];
  const runQueue = async () => {
    for (let file = queue.shift(); file !== undefined && !abort.signal.aborted; file = queue.shift())
      await runFile(file);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism() + 1) }, runQueue));
} finally {
  await services.stop();
}

const missing = services.missing.map((line) => `missing: ${line}`);
const complaints = process.env.REQUIRE_ALL === '1' ? untested() : [];
console.log(`\nall files ran within ${seconds()}`);
process.stdout.write(summary(results, [...missing, ...complaints]));
process.exitCode = complaints.length > 0 || results.some((result) => result.outcome === 'failed') ? 1 : 0;

async function runFile(path: string): Promise<void> {
  const file = relative(ROOT, path);
  const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(FILE_TIMEOUT_MS)]);
  const events = run({ files: [path], cwd: ROOT, isolation: 'process', signal });
  let text = '';
  for await (const part of reportFile(events as AsyncIterable<TestEvent>, { file, path, results })) text += part;
  process.stdout.write(text);
}

/** The reasons for which a run with REQUIRE_ALL=1 fails. Shops whose software is not on this machine are only listed. */
function untested(): string[] {
  const skipped = results.filter(({ outcome }) => outcome === 'skipped');
  const pardoned = skipped.filter(({ reason }) => NO_MATERIAL !== false && reason === NO_MATERIAL);
  if (pardoned.length > 0) console.log(`\nREQUIRE_ALL lets ${pardoned.length} skips pass: ${NO_MATERIAL}`);
  const left = skipped.length - pardoned.length;
  return [
    ...(left > 0 ? [`REQUIRE_ALL: ${left} skipped`] : []),
    ...(services.missing.length > 0 ? [`REQUIRE_ALL: ${services.missing.length} missing`] : []),
  ];
}

/** Test files in a stable order: all of this folder, or those that the arguments name. */
function findTests(args: readonly string[]): string[] {
  const found = (args.length > 0 ? args : ['test/shops']).flatMap((name) => {
    const path = args.length > 0 ? resolve(name) : join(ROOT, name);
    if (!existsSync(path)) return [];
    return statSync(path).isDirectory()
      ? globSync('**/*.test.ts', { cwd: path }).map((match) => join(path, match))
      : [path];
  });
  return [...new Set(found)].sort();
}

function seconds(): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
