import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fstatSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Output } from '../../src/cli/caller.ts';
import { runCli } from '../../src/cli/program.ts';

export const PEYE = fileURLToPath(new URL('../../bin/peye', import.meta.url));

export interface CliOptions {
  /** The environment of the command, which has no other settings of Peye. */
  readonly settings?: Record<string, string>;
  /** The folder with the `.env` file; by default there is none. Only another process (`peyeProcess`) also finds other files there by relative paths. */
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

/** Runs `bin/peye` as its own process, to its end. */
export async function peyeProcess(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const running = spawnPeye(args, options);
  const code = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

/**
 * Runs a command to its end, in the process of the test: another process would cost ten times as much. test/cli/own-process.test.ts proves
 * that both do the same. What only a process can do runs as one: another program, a variable that Node or the system reads, and commands
 * that run until a signal.
 */
export async function peye(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { settings = {}, cwd = tmpdir(), program } = options;
  if (program !== undefined || needsProcess(args, settings)) return peyeProcess(args, options);
  using stdout = capture();
  using stderr = capture();
  const code = await runCli(args, {
    env: { PATH: process.env.PATH, PEYE_PROGRAM: PEYE, ...settings },
    folder: cwd,
    stdout: stdout.output,
    stderr: stderr.output,
    isColoured: () => false,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Runs a command with --json, and asserts one line of JSON on stdout, nothing on stderr, and exit code 0. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into every shape of document
export async function peyeJson(args: readonly string[], options: CliOptions = {}, run = peye): Promise<any> {
  const { code, stdout, stderr } = await run([...args, '--json'], options);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  assert.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout);
}

/** Commands that run until a signal, and act on what ends the process. */
const UNTIL_SIGNAL = ['start', 'listen', 'simulate'];
/** Variables that act on the process before the command reads any. */
const OF_PROCESS = /^(?:NODE_|LD_|TZ$|LANG$|LC_|NO_COLOR$|FORCE_COLOR$|HOME$)/;

function needsProcess(args: readonly string[], settings: Record<string, string>): boolean {
  return (
    args.some((each) => UNTIL_SIGNAL.includes(each)) || Object.keys(settings).some((name) => OF_PROCESS.test(name))
  );
}

/** Files that commands write to. They are used again, and stay open: a late line of a log must not go to another file of the test. */
const freeFiles: number[] = [];
/** So many other commands end before a file is used again: by then, late lines of its command have been written. */
const OTHERS_FIRST = 64;

function capture(): { readonly output: Output; text(): string } & Disposable {
  const fd = freeFiles.length > OTHERS_FIRST ? freeFiles.shift()! : newFile();
  ftruncateSync(fd);
  const write = (chunk: Buffer, _encoding: BufferEncoding, done: () => void) => {
    writeSync(fd, chunk);
    done();
  };
  return {
    output: Object.assign(new Writable({ write }), { fd }),
    text() {
      const bytes = Buffer.alloc(fstatSync(fd).size);
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
    },
    [Symbol.dispose]() {
      freeFiles.push(fd);
    },
  };
}

/** A file without a name, which appends what is written. */
function newFile(): number {
  const path = join(tmpdir(), randomUUID());
  const fd = openSync(path, 'ax+');
  unlinkSync(path);
  return fd;
}
