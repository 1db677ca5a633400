import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TestEvent, TestResult } from './support/reporter.ts';
import type { SharedProcess as SharedProcessType } from './support/shared-process.ts';

// `npm test`: starts the services that tests need, runs the tests, and says what was and what was not tested. Arguments name the files,
// folders or patterns to run. Named files run completely, with the slow tests that otherwise only `npm run test:night` runs. With
// REQUIRE_ALL=1, whatever was not tested is a failure. `--gate` runs the cheapest files that together test every row of
// docs/contract.md; `--record` stores how much processor time each file has used.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COUNT_CPU = new URL('support/count-cpu.ts', import.meta.url).href;
/** This many files run at once in any case. More run while the processors have time to spare, because some files mostly wait. */
const FILES_PER_CORE = 2;
/** More would be too much for the one PostgreSQL. */
const MOST_FILES_AT_ONCE = 8;
const CALM_FILES_AT_ONCE = 2;
/** The slowest files that are shown, unless files are named: then the costs of all of them are. */
const SHOWN_DURATIONS = 15;
const FILE_TIMEOUT_MS = Number(process.env.TEST_FILE_MINUTES ?? 20) * 60_000;
const NODE_MAJOR = 24;
/** Tests that need more than `npm ci` installs. They run by their own commands, or if an argument names them. */
const NOT_BY_THEMSELVES = ['test/sdk/', 'test/shops/'];

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) runWithNode24();
// Imported only here, because an older Node may not support what the rest needs.
const plan = await import('./support/plan.ts');
const { SharedProcess } = await import('./support/shared-process.ts');
const { reportFile, summary } = await import('./support/reporter.ts');
const { isMissingTool } = await import('./support/missing-tool.ts');
const { busyShare, processorTime, spareTurns } = await import('./support/spare-processor.ts');
const { isWanted, startServices } = await import('./support/services/services.ts');

const FLAGS = ['--gate', '--record'] as const;
const flags = new Set(process.argv.slice(2).filter((each) => FLAGS.some((flag) => flag === each)));
const names = process.argv.slice(2).filter((each) => !flags.has(each));
process.env.TEST_TIER ??= flags.has('--gate') ? 'gate' : names.length > 0 ? 'night' : 'day';
const isNight = process.env.TEST_TIER === 'night';
if (flags.has('--record') && (names.length > 0 || process.env.TEST_TIER !== 'day'))
  fail('--record writes down what npm test costs: run it for all files, by day');
const costs = plan.readCosts();
/** Of these files only the tests with such names run. */
const onlyTests = new Map<string, readonly RegExp[] | undefined>();
const files = flags.has('--gate') ? await gateFiles() : findTests(names);
if (files.length === 0) fail('no test file matches');

const abort = new AbortController();
let stop = async () => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    abort.abort();
    await stop();
    process.exit(128 + constants.signals[signal]);
  });
}

const startedAt = performance.now();
const services = await startServices((line) => console.log(line)).catch((error: Error) => fail(error.message));
stop = () => services.stop();
Object.assign(process.env, services.env);
// The same cache as that of bin/peye: hundreds of processes are started, and each would compile all of the source again.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/peye');
console.log(`${files.length} test files; what they need was ready after ${seconds(startedAt)}`);

const startOfFiles = processorTime();
const results: TestResult[] = [];
const durations: { file: string; ms: number }[] = [];
/** The processor seconds of files that shared a process. */
const usedInShared = new Map<string, number>();
process.env.TEST_CPU_FILE = join(mkdtempSync(join(tmpdir(), 'peye-cpu-')), 'seconds');
const { shared, calm, alone } = plan.inOrder(
  files.map((path) => relative(ROOT, path)),
  costs,
);
const sharing = new Set([...shared, ...calm, ...alone].filter(plan.sharesProcess));
const atOnce = Math.min(MOST_FILES_AT_ONCE, FILES_PER_CORE * availableParallelism());
await runAll(shared, { atOnce, ifSpare: MOST_FILES_AT_ONCE - atOnce });
await runAll(calm, { atOnce: CALM_FILES_AT_ONCE });
await runAll(alone, { atOnce: 1 });
const busy = busyShare(startOfFiles);
const used = new Map([...readCpuSeconds(process.env.TEST_CPU_FILE), ...usedInShared]);
await services.stop();

const missing = services.missing.map((line) => `missing: ${line}`);
const complaints = process.env.REQUIRE_ALL === '1' ? untested() : [];
const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, names.length > 0 ? undefined : SHOWN_DURATIONS);
const lines = slowest.map(
  ({ file, ms }) => `  ${(ms / 1000).toFixed(1)} s, of a processor ${used.get(file) ?? '?'} s: ${file}`,
);
console.log(`\nslowest files:\n${lines.join('\n')}`);
const sum = [...used.values()].reduce((total, each) => total + each, 0);
console.log(
  `\nall files ran within ${seconds(startedAt)}, and used ${sum.toFixed(0)} s of a processor; the machine was ${(busy * 100).toFixed(0)} % busy`,
);
if (flags.has('--record'))
  plan.writeCosts(new Map([...Object.entries(costs).filter(([file]) => existsSync(join(ROOT, file))), ...used]));
// Costs are recorded by day. By night, and when files are named, more of their tests run, so the costs cannot be compared.
if (!isNight && !flags.has('--record')) complaints.push(...plan.overBudget(used, costs));
process.stdout.write(summary(results, [...missing, ...complaints]));
process.exitCode = complaints.length > 0 || results.some((result) => result.outcome === 'failed') ? 1 : 0;

/** Runs files in their order, `atOnce` at the same time, and up to `ifSpare` more while the processors have time to spare. */
async function runAll(files: readonly string[], { atOnce, ifSpare = 0 }: { atOnce: number; ifSpare?: number }) {
  const queue = [...files];
  const spareTurn = spareTurns(() => queue.length > 0 && !abort.signal.aborted);
  const runQueue = async (turn: () => Promise<void> | undefined) => {
    const take = async () => {
      await turn();
      return queue.shift();
    };
    const own = new SharedProcess();
    for (let file = await take(); file !== undefined && !abort.signal.aborted; file = await take()) {
      const since = performance.now();
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(FILE_TIMEOUT_MS)]);
      await (sharing.has(file) ? runInShared(file, signal, own) : runInOwn(file, signal));
      durations.push({ file, ms: performance.now() - since });
    }
    own.stop();
  };
  const atOnceTurn = () => undefined;
  await Promise.all(
    Array.from({ length: atOnce + ifSpare }, (_, nth) => runQueue(nth < atOnce ? atOnceTurn : spareTurn)),
  );
}

async function runInShared(file: string, signal: AbortSignal, shared: SharedProcessType): Promise<void> {
  const names = onlyTests.get(file)?.map((pattern) => pattern.source);
  const report = await shared.run({ file, path: resolve(ROOT, file), ...(names && { names }) }, signal);
  process.stdout.write(report.text);
  results.push(...report.results);
  usedInShared.set(file, Math.round(report.cpuSeconds * 100) / 100);
}

async function runInOwn(file: string, signal: AbortSignal): Promise<void> {
  const path = resolve(ROOT, file);
  const testNamePatterns = onlyTests.get(file);
  const options = {
    files: [path],
    cwd: ROOT,
    isolation: 'process',
    signal,
    execArgv: ['--import', COUNT_CPU],
  } as const;
  const events = run(testNamePatterns ? { ...options, testNamePatterns: [...testNamePatterns] } : options);
  let text = '';
  for await (const part of reportFile(events as AsyncIterable<TestEvent>, { file, path, results })) text += part;
  process.stdout.write(text);
}

/** The skipped tests and engines that fail a run with REQUIRE_ALL=1. */
function untested(): string[] {
  const all = results.filter((result) => result.outcome === 'skipped');
  const pardoned = all.filter(({ reason }) => isMissingTool(reason)).length;
  if (pardoned > 0) console.log(`REQUIRE_ALL lets ${pardoned} skips pass, for tools that are not on every machine`);
  const skipped = all.length - pardoned;
  const wanted = isWanted('PostgreSQL') ? (['sqlite', 'postgres'] as const) : [];
  const engines = wanted.filter(
    (engine) => !results.some((result) => result.engine === engine && result.outcome !== 'skipped'),
  );
  return [
    ...(skipped > 0 ? [`REQUIRE_ALL: ${skipped} skipped`] : []),
    ...(services.missing.length > 0 ? [`REQUIRE_ALL: ${services.missing.length} missing`] : []),
    ...engines.map((engine) => `REQUIRE_ALL: no test ran on ${engine}`),
  ];
}

/** The processor seconds that each test file wrote down. */
function readCpuSeconds(path: string): Map<string, number> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return new Map(lines.map((line) => [relative(ROOT, line.split('\t')[0] ?? ''), Number(line.split('\t')[1])]));
}

/** All of test/contract, and the cheapest files that hold the other rows of the contract, of which only the tests that hold rows run. */
async function gateFiles(): Promise<string[]> {
  const { rowsByFile } = await import('./contract/rows-by-file.ts');
  const contract = globSync('test/contract/*.test.ts', { cwd: ROOT });
  const day = new Map([...rowsByFile()].filter(([file]) => plan.isForDay(file)));
  const rows = new Map([...day].map(([file, held]) => [file, held.rows] as const));
  const held = new Set(contract.flatMap((file) => [...(rows.get(file) ?? [])]));
  const chosen = plan.cheapestCover(rows, held, costs);
  for (const file of chosen) onlyTests.set(file, day.get(file)?.names);
  return [...contract, ...chosen].map((file) => join(ROOT, file));
}

/** Test files in a stable order: those of the tier, or those that the arguments name as files, folders or patterns. */
function findTests(args: readonly string[]): string[] {
  const patterns = args.length > 0 ? args : ['test'];
  const matches = (pattern: string) => {
    const path = resolve(ROOT, pattern);
    if (!existsSync(path)) return globSync(pattern, { cwd: ROOT }).map((match) => join(ROOT, match));
    return statSync(path).isDirectory()
      ? globSync('**/*.test.ts', { cwd: path }).map((match) => join(path, match))
      : [path];
  };
  const found = patterns.flatMap((pattern) => {
    const own = matches(pattern);
    return own.length > 0 ? own : fail(`no test file matches ${pattern}`);
  });
  const isRun = (path: string) =>
    args.length > 0 ||
    (!NOT_BY_THEMSELVES.some((folder) => path.startsWith(resolve(ROOT, folder))) &&
      (isNight || plan.isForDay(relative(ROOT, path))));
  return [...new Set(found)].filter(isRun).sort();
}

function runWithNode24(): never {
  const node = join(ROOT, 'node_modules/.bin/node');
  if (!existsSync(node))
    fail(`the tests need Node ${NODE_MAJOR}, this is ${process.version}. Run npm ci, then npm test.`);
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
