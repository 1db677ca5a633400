import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';

/** The output of a program, and its exit code. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Runs a program to its end. Of this process's environment it gets only the PATH. */
export async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
  { cwd, timeoutMs = 120_000 }: { cwd?: string; timeoutMs?: number } = {},
): Promise<Ran> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(cwd !== undefined && { cwd }),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const code = await new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done));
  return { stdout, stderr, code };
}

/** Runs a program whose last line has the number of checks that passed. If a check failed, fails with the output. */
export async function runChecks(
  command: readonly [string, ...string[]],
  env: Record<string, string>,
  atLeast: number,
): Promise<void> {
  const { stdout, stderr, code } = await runProgram(command, env);
  assert.equal(code, 0, `${stdout}${stderr}`);
  const checks = Number(/^(\d+) checks$/m.exec(stdout)?.[1]);
  assert.ok(checks >= atLeast, `${checks} checks passed, not ${atLeast}`);
}
