import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

export const PEYE = fileURLToPath(new URL('../../bin/peye', import.meta.url));

export interface CliOptions {
  /** The environment of the command, which has no other settings of Peye. */
  readonly settings?: Record<string, string>;
  /** The folder in which the command runs. By default it has no `.env` file. */
  readonly cwd?: string;
  readonly program?: string;
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command, with what it has written so far. */
export interface RunningCli {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The exit code, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts `bin/peye` as its own process, as a person or a supervisor does. */
export function spawnPeye(
  args: readonly string[],
  { settings = {}, cwd = tmpdir(), program = PEYE }: CliOptions,
): RunningCli {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, ended };
}

/** Runs `bin/peye` to its end. */
export async function peye(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const running = spawnPeye(args, options);
  const code = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

/** Runs `bin/peye` with --json, and asserts one line of JSON on stdout, nothing on stderr, and exit code 0. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into every shape of document
export async function peyeJson(args: readonly string[], options: CliOptions = {}): Promise<any> {
  const { code, stdout, stderr } = await peye([...args, '--json'], options);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  assert.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout);
}
