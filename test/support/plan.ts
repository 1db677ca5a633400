import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from './import-directions.ts';

// Which test files run, in which order and in which process, and the maximum cost of each.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that only `npm run test:night` runs, because their guarantees are rarely broken, and slow to test. */
const NIGHT = [
  // A load test of many minutes in simulated weeks. test/faults/outages.test.ts and the simulation prove the same rules by day.
  'test/faults/flapping-providers.test.ts',
  // They start copies of the gateway with another schema, and wait out the notice of 15 seconds.
  'test/faults/breaking-migration.test.ts',
  'test/faults/two-versions.test.ts',
  // The benches and the runner: of use to contributors, and not part of the gateway.
  'test/bench.test.ts',
  'test/bench-usage.test.ts',
  'test/growth.test.ts',
  'test/runner.test.ts',
];

/** Files that require a response within a second or less. They run at the end, two at once, because a busy machine would fail them. */
const CALM = [
  'test/network/overload.test.ts',
  'test/network/unread-responses.test.ts',
  'test/faults/webhook-neighbours.test.ts',
  'test/properties/json-body.test.ts',
  'test/properties/money.test.ts',
  'test/pages/language.test.ts',
];

/** Files that measure. They run after all others, one at a time. */
const ALONE = ['test/bench.test.ts'];

/** Files that need their own process, although they do not change it as below. */
const OWN_PROCESS = [
  // It imports test files, and each process can import a file only once.
  'test/contract/rows.test.ts',
  // They measure their process, or send it a signal.
  'test/console/busy.test.ts',
  'test/operator/backup-file.test.ts',
  'test/cli/on-signals.test.ts',
];

/** Every file that is named here, so that a test can see that it still exists. */
export const NAMED_FILES: readonly string[] = [...new Set([...NIGHT, ...CALM, ...ALONE, ...OWN_PROCESS])];

/** What changes or measures the whole process, and does not end with a test. */
const CHANGES_PROCESS = new RegExp(
  [
    /process\.env\.\w+ *(?:\?\?|\|\|)?=[^=]|delete process\.env|Object\.assign\((?:process\.env|globalThis)/,
    /globalThis\.\w+ *=[^=]|\.prototype\.\w+ *=[^=]|\b(?:Date|performance)\.now *=[^=]/,
    /process\.(?:chdir|umask|kill|exit|abort|memoryUsage|cpuUsage|on|once)\(|process\.exitCode *=[^=]|process\.memoryUsage\./,
    /\b(?:setGlobalDispatcher|setDefaultCACertificates|registerHooks)\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Whether a file runs in a process in which others have run before it, and run after it. */
export function sharesProcess(file: string): boolean {
  return !OWN_PROCESS.includes(file) && sourcesOf(file).every((text) => !CHANGES_PROCESS.test(text));
}

/** The text of a file, and of those outside of src/ that it imports. */
function sourcesOf(file: string): string[] {
  const paths = new Set([file]);
  for (const path of paths) {
    for (const { to } of importsOf(path, sourceOf(path))) {
      if (!to.startsWith('src/') && to.endsWith('.ts') && existsSync(join(ROOT, to))) paths.add(to);
    }
  }
  return [...paths].map(sourceOf);
}

const sources = new Map<string, string>();

function sourceOf(path: string): string {
  const source = sources.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
  sources.set(path, source);
  return source;
}

/** Whether `npm test` runs a file. */
export function isForDay(file: string): boolean {
  return !NIGHT.includes(file);
}

/** The processor seconds of each file, its processes included, as `npm test -- --record` measured them. PostgreSQL is not counted. */
export type Costs = Readonly<Record<string, number>>;

const COSTS_FILE = new URL('../cpu-seconds.json', import.meta.url);

export function readCosts(): Costs {
  return JSON.parse(readFileSync(COSTS_FILE, 'utf8'));
}

export function writeCosts(costs: ReadonlyMap<string, number>): void {
  const sorted = [...costs].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(COSTS_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** The processor seconds of a file without a measurement: as much as most files need. */
const UNKNOWN_SECONDS = 3;
/** A slower or busier machine than the one that measured. */
const TOLERANCE = 3;
const LEAST_BUDGET_SECONDS = 15;

/** A complaint about each file that used more than three times the processor seconds that were measured. */
export function overBudget(used: ReadonlyMap<string, number>, costs: Costs): string[] {
  const budget = (file: string) => Math.max(LEAST_BUDGET_SECONDS, TOLERANCE * (costs[file] ?? UNKNOWN_SECONDS));
  return [...used]
    .filter(([file, seconds]) => seconds > budget(file))
    .map(
      ([file, seconds]) =>
        `${file} used ${seconds} s of a processor, and may use ${budget(file).toFixed(0)} s: make it cheaper, or run npm test -- --record`,
    );
}

/**
 * The order in which files run: first those that share the machine, with the most expensive first, so that none of them
 * runs alone at the end; then those that would fail on a busy machine; then those that need the whole machine.
 */
export function inOrder(files: readonly string[], costs: Costs): { shared: string[]; calm: string[]; alone: string[] } {
  // Files of the night are the most expensive.
  const cost = (file: string) => (isForDay(file) ? (costs[file] ?? UNKNOWN_SECONDS) : Number.POSITIVE_INFINITY);
  const byCost = (a: string, b: string) => (cost(a) === cost(b) ? 0 : cost(b) - cost(a));
  return {
    shared: files.filter((file) => !CALM.includes(file) && !ALONE.includes(file)).sort(byCost),
    calm: files.filter((file) => CALM.includes(file)),
    alone: files.filter((file) => ALONE.includes(file)),
  };
}

/**
 * A cheap set of files that tests every row of the contract. Repeatedly adds the file with the most rows for its cost
 * that no file of the set tests yet.
 *
 * @param rowsOf the rows of the contract that each file tests
 */
export function cheapestCover(
  rowsOf: ReadonlyMap<string, ReadonlySet<string>>,
  held: ReadonlySet<string>,
  costs: Costs,
): string[] {
  const open = new Set([...rowsOf.values()].flatMap((rows) => [...rows])).difference(held);
  const chosen: string[] = [];
  while (open.size > 0) {
    let best: { file: string; worth: number } | undefined;
    for (const [file, rows] of rowsOf) {
      const count = rows.intersection(open).size;
      const worth = count / (costs[file] ?? UNKNOWN_SECONDS);
      if (count > 0 && worth > (best?.worth ?? 0)) best = { file, worth };
    }
    if (!best) break;
    chosen.push(best.file);
    for (const row of rowsOf.get(best.file) ?? []) open.delete(row);
  }
  return chosen;
}
