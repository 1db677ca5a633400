import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { SharedProcess } from './support/shared-process.ts';

const NEVER = new AbortController().signal;

describe('a process that runs several test files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-shared-'));
  let shared: SharedProcess;
  let names = 0;
  beforeEach(() => {
    shared = new SharedProcess();
  });
  afterEach(() => shared.stop());
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (body: string, { signal = NEVER, only }: { signal?: AbortSignal; only?: string[] } = {}) => {
    const file = `${++names}.test.mjs`;
    const path = join(folder, file);
    writeFileSync(path, `import { after, beforeEach, describe, it } from 'node:test';\n${body}`);
    return shared.run({ file, path, ...(only && { names: only }) }, signal);
  };
  const outcomes = ({ results }: Awaited<ReturnType<typeof run>>) =>
    results.map(({ name, outcome, engine }) => `${name}: ${outcome}, ${engine}`);

  it('reports each file by itself: tests, engines, failures and output, and processor time', async () => {
    const first = await run(`
      globalThis.pid = process.pid;
      console.log('a clue');
      beforeEach(() => { throw new Error('a hook of this file alone'); });
      describe('sqlite: things', () => it('break', () => {}));`);
    assert.deepEqual(outcomes(first), ['sqlite: things › break: failed, sqlite']);
    for (const text of ['a hook of this file alone', 'a clue']) assert.ok(first.text.includes(text), first.text);
    const second = await run(`
      describe('postgres: things', () => it('work', () => {}));
      it('runs in the same process', () => { if (globalThis.pid !== process.pid) throw new Error(); });
      it('later', { skip: 'not today' }, () => {});`);
    assert.deepEqual(outcomes(second), [
      'postgres: things › work: passed, postgres',
      'runs in the same process: passed, engine-neutral',
      'later: skipped, engine-neutral',
    ]);
    assert.ok(second.cpuSeconds > 0);
    assert.ok(!second.text.includes('a clue'));
  });

  it('runs only the tests with the given names', async () => {
    const report = await run(`it('one', () => {}); it('two', () => {});`, { only: ['two'] });
    assert.deepEqual(outcomes(report), ['two: passed, engine-neutral']);
  });

  for (const [what, body, reason] of [
    ['ends its process', `it('x', () => { console.log('a clue'); process.exit(3); });`, /exit code 3/],
    ['ends its process as if all were well', `it('x', () => process.exit(0));`, /exit code 0/],
    ['is killed', `it('x', () => process.kill(process.pid, 'SIGKILL'));`, /SIGKILL/],
    ['cannot be imported', `throw new Error('planted');`, /\.test\.mjs/],
    ['has no test', '', /\.test\.mjs/],
    ['throws after its end', `it('x', () => { setTimeout(() => { throw new Error('late'); }, 20); });`, /\.test\.mjs/],
  ] as const) {
    it(`reports a file as failed that ${what}, and runs the next one`, async () => {
      const report = await run(body);
      const failed = report.results.filter(({ outcome }) => outcome === 'failed');
      assert.equal(failed.length, 1, report.text);
      assert.match(failed[0]!.name, reason);
      assert.match(report.text, /^FAILED /);
      if (body.includes('a clue')) assert.ok(report.text.includes('a clue'), report.text);
      assert.deepEqual(outcomes(await run(`it('next', () => {});`)), ['next: passed, engine-neutral']);
    });
  }

  it('reports a file as failed that does not end in time, and runs the next one', async () => {
    for (const body of [
      `it('x', () => new Promise(() => setInterval(() => {}, 1000)));`,
      `it('x', () => setInterval(() => {}, 1000));`,
    ]) {
      const report = await run(body, { signal: AbortSignal.timeout(2_000) });
      assert.deepEqual(outcomes(report), ['it did not end in time: failed, engine-neutral']);
      assert.deepEqual(outcomes(await run(`it('next', () => {});`)), ['next: passed, engine-neutral']);
    }
  });
});
