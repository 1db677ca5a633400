import { inspect } from 'node:util';

/** The engines of tests. The name of a suite that runs on both starts with the engine; other tests are engine-neutral. */
const ENGINES = ['sqlite', 'postgres', 'engine-neutral'] as const;
type TestEngine = (typeof ENGINES)[number];

export interface TestResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly engine: TestEngine;
  /** The names of the suites around the test, and its own name. */
  readonly name: string;
  readonly file: string;
  /** Why it was skipped. */
  readonly reason?: string;
}

/** The parts of node:test's events that are read here. */
export interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly nesting?: number;
    readonly message?: string;
    readonly skip?: string | boolean;
    readonly todo?: string | boolean;
    readonly details?: { readonly type?: string; readonly error?: Error & { failureType?: string; cause?: unknown } };
  };
}

/** Diagnostics of tests that start with this are printed, because they show the covered cases. */
const COVERED = 'covered: ';

/**
 * Reports one test file, as a reporter of node:test. If the file passes, the report is one line. Otherwise it has the failures in full,
 * and the output of the file. The results are added to `results`.
 */
export async function* reportFile(
  events: AsyncIterable<TestEvent>,
  { file, path, results }: { file: string; path: string; results: TestResult[] },
): AsyncGenerator<string> {
  const startedAt = performance.now();
  const names: string[] = [];
  const printed: string[] = [];
  const failures: string[] = [];
  const covered: string[] = [];
  const own: TestResult[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') printed.push(data.message ?? '');
    if (type === 'test:diagnostic' && data.message?.startsWith(COVERED)) covered.push(`  ${data.message}\n`);
    const depth = data.nesting ?? 0;
    // Events come in the order of the file, so the suites around a test are the ones that started last at each depth.
    if (type === 'test:start') names.splice(depth, Number.POSITIVE_INFINITY, data.name ?? '');
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const path_ = [...names.slice(0, depth), data.name ?? ''];
    const outcome = judge(type, data, path);
    if (!outcome) continue;
    own.push({ ...outcome, engine: engineOf(path_), name: path_.join(' › '), file });
    if (outcome.outcome === 'failed') failures.push(`  ✗ ${path_.join(' › ')}\n${indent(describe(data, path))}\n`);
  }
  results.push(...own);
  const ms = Math.round(performance.now() - startedAt);
  const count = (outcome: string) => own.filter((result) => result.outcome === outcome).length;
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  if (failures.length === 0) {
    yield `ok      ${file} (${count('passed')} passed${skipped}, ${ms} ms)\n`;
    yield* covered;
    return;
  }
  yield `FAILED  ${file} (${count('passed')} passed, ${failures.length} failed${skipped}, ${ms} ms)\n`;
  for (const failure of failures) yield failure;
  if (printed.length > 0) yield `  It printed:\n${indent(printed.join(''))}\n`;
}

/** The last lines of a run: counts by engine, failures by name, every skip with its reason, and then one line with the totals. */
export function summary(results: readonly TestResult[], complaints: readonly string[]): string {
  const of = (outcome: string, engine?: TestEngine) =>
    results.filter((result) => result.outcome === outcome && (engine === undefined || result.engine === engine));
  const lines = [''];
  for (const engine of ENGINES) {
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((outcome) => of(outcome, engine).length);
    lines.push(`${engine}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  for (const result of of('failed')) lines.push(`failed: ${result.file}: ${result.name}`);
  for (const result of of('skipped')) lines.push(`skipped: ${result.file}: ${result.name} (${result.reason})`);
  lines.push(...complaints);
  lines.push(`${of('passed').length} passed, ${of('failed').length} failed, ${of('skipped').length} skipped`);
  return `${lines.join('\n')}\n`;
}

/** The outcome of an event. Undefined for a suite, unless the suite failed by itself: its tests have their own results. */
function judge(
  type: string,
  { name, skip, todo, details }: TestEvent['data'],
  path: string,
): Pick<TestResult, 'outcome' | 'reason'> | undefined {
  if (skip !== undefined) return { outcome: 'skipped', reason: typeof skip === 'string' && skip ? skip : 'no reason' };
  if (todo !== undefined) return { outcome: 'skipped', reason: `todo: ${todo}` };
  const isSuite = details?.type === 'suite';
  if (type === 'test:fail') {
    return isSuite && details?.error?.failureType === 'subtestsFailed' ? undefined : { outcome: 'failed' };
  }
  // Node reports a file without tests as one test that passed, under the file's path.
  if (name === path) return { outcome: 'failed' };
  return isSuite ? undefined : { outcome: 'passed' };
}

function describe({ name, details }: TestEvent['data'], path: string): string {
  const error = details?.error;
  if (!error) return name === path ? 'there is no test in this file' : 'it failed without an error';
  return inspect(error.cause ?? error, { depth: 6 });
}

function engineOf(path: readonly string[]): TestEngine {
  return ENGINES.find((engine) => path[0]?.startsWith(`${engine}: `)) ?? 'engine-neutral';
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}
