import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from './support/gateway.ts';
import { unless } from './support/missing-tool.ts';

const RUNNER = fileURLToPath(new URL('run.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'peye runner-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const PASSING = `
  import { describe, it } from 'node:test';
  describe('sqlite: things', () => it('work', () => console.log('not shown')));
  describe('postgres: things', () => it('work', () => {}));
  it('is about no engine', () => {});`;

/** Without NODE_TEST_CONTEXT: with it, a runner that a test starts would take itself for a test file. */
const { NODE_TEST_CONTEXT: _, REQUIRE_ALL: __, ...ENVIRONMENT } = process.env;

describe('npm test', () => {
  it('is short about passed tests, and ends with the counts alone on a line', async () => {
    const { status, lines } = await run('passing', PASSING);
    assert.equal(status, 0);
    assert.deepEqual(lines.slice(-4), [
      'sqlite: 1 passed, 0 failed, 0 skipped',
      'postgres: 1 passed, 0 failed, 0 skipped',
      'engine-neutral: 1 passed, 0 failed, 0 skipped',
      '3 passed, 0 failed, 0 skipped',
    ]);
    assert.ok(!lines.some((line) => line.includes('not shown')));
  });

  it("shows a failure in full, with the file's output, and fails", async () => {
    const { status, lines } = await run(
      'failing',
      `import { describe, it } from 'node:test';
       describe('sqlite: things', () => it('break', () => { console.log('a clue'); throw new Error('planted'); }));`,
    );
    assert.equal(status, 1);
    const text = lines.join('\n');
    for (const expected of ['✗ sqlite: things › break', 'Error: planted', 'a clue', '0 passed, 1 failed, 0 skipped']) {
      assert.ok(text.includes(expected), `${expected} in ${text}`);
    }
  });

  it('fails for a file without tests, one that crashes, and a suite that cannot be prepared', async () => {
    const before = `import { before, describe, it } from 'node:test';
      describe('s', () => { before(() => { throw new Error('planted'); }); it('x', () => {}); });`;
    const crashing = `import { it } from 'node:test'; it('x', () => process.exit(0 + 3));`;
    for (const [name, text] of Object.entries({ empty: 'export {};', crashing, before })) {
      const { status, lines } = await run(name, text);
      assert.equal(status, 1, name);
      assert.match(lines.at(-1) ?? '', /^0 passed, [1-9]\d* failed, 0 skipped$/);
    }
  });

  it('lists a skip with its reason; with REQUIRE_ALL=1 a skip is a failure, and so is an engine without tests', async () => {
    const text = `import { it } from 'node:test'; it('sqlite: later', { skip: 'not today' }, () => {});`;
    const lenient = await run('skipping', text);
    assert.equal(lenient.status, 0);
    assert.ok(lenient.lines.some((line) => line.endsWith('skipping.test.mjs: sqlite: later (not today)')));
    const strict = await run('skipping', text, { REQUIRE_ALL: '1' });
    assert.equal(strict.status, 1);
    for (const complaint of ['1 skipped', 'no test ran on sqlite', 'no test ran on postgres']) {
      assert.ok(strict.lines.includes(`REQUIRE_ALL: ${complaint}`), complaint);
    }
  });

  it('lets skips for tools that not every machine has pass with REQUIRE_ALL=1, and counts them', async () => {
    const skip = JSON.stringify(unless(false, 'a JDK'));
    const text = `import { it } from 'node:test'; for (const engine of ['sqlite', 'postgres']) { it(engine + ': works', () => {});
      it(engine + ': later', { skip: ${skip} }, () => {}); }`;
    const { lines } = await run('missing', text, { REQUIRE_ALL: '1' });
    assert.ok(lines.includes('REQUIRE_ALL lets 2 skips pass, for tools that are not on every machine'));
    assert.ok(!lines.some((line) => /^REQUIRE_ALL: \d+ skipped/.test(line)));
  });

  it('records costs only of all files by day', async () => {
    const { status, stderr } = await run('passing', PASSING, { TEST_TIER: 'night' }, '--record');
    assert.equal(status, 1);
    assert.match(stderr, /^--record /);
  });

  it('fails if a service that the environment names cannot be used, and names its variable', async () => {
    const { status, stderr } = await run('passing', PASSING, { TEST_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' });
    assert.equal(status, 1);
    assert.match(stderr, /^TEST_DATABASE_URL is set, but cannot be used: .*ECONNREFUSED/);
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`leaves no server, no process and no file behind after ${signal}`, async () => {
      const { TEST_DATABASE_URL: _, TEST_REDIS_URL: __, ...environment } = ENVIRONMENT;
      const report = join(folder, signal);
      const file = fixture(
        'hanging',
        `import { it } from 'node:test'; import { writeFileSync } from 'node:fs'; import { spawn } from 'node:child_process';
         const { PEYE_TEST_RUN, REPORT } = process.env;
         // As tests start gateways: their environment has nothing of the run but the folder of their store.
         const env = { DATA_DIR: PEYE_TEST_RUN + '/tmp/store' };
         const gateway = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env, stdio: 'ignore' });
         writeFileSync(REPORT, JSON.stringify({ folder: PEYE_TEST_RUN, pids: [process.pid, gateway.pid] }));
         it('hangs', () => new Promise(() => setInterval(() => {}, 1000)));`,
      );
      const runner = spawn(process.execPath, [RUNNER, file], {
        env: { ...environment, REPORT: report },
        stdio: 'ignore',
      });
      const hasEnded = ended(runner);
      await until('the test runs', () => existsSync(report) && readFileSync(report, 'utf8') !== '', 90_000);
      const started = JSON.parse(readFileSync(report, 'utf8'));
      const server = postgresPid(started.folder);
      runner.kill(signal);
      await hasEnded;
      await until('the folder is deleted', () => !existsSync(started.folder), 30_000);
      for (const pid of started.pids) await until('the process has ended', () => !isAlive(pid));
      if (server) await until('the server has ended', () => !isAlive(server));
    });
  }
});

async function run(name: string, text: string, environment: Record<string, string> = {}, ...flags: string[]) {
  const file = fixture(name, text);
  const env = { ...ENVIRONMENT, ...environment };
  return new Promise<{ status: number; lines: string[]; stderr: string }>((done) => {
    const child = execFile(process.execPath, [RUNNER, ...flags, file], { env }, (_error, stdout, stderr) =>
      done({ status: child.exitCode ?? -1, lines: stdout.trimEnd().split('\n'), stderr }),
    );
  });
}

function fixture(name: string, text: string): string {
  const file = join(folder, `${name}.test.mjs`);
  writeFileSync(file, text);
  return file;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => child.once('exit', () => done()));
}

/** The server's process, when this machine has PostgreSQL at all. */
function postgresPid(run: string): number | undefined {
  const file = join(run, 'postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
