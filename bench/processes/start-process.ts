import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { treeCpuUs } from './cpu-time.ts';

/** The folder of the bench's processes. */
export const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** After a migration, a store of ten million payments writes gigabytes to a slow disk before it is ready. */
const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 2;

export interface BenchProcess {
  readonly pid: number;
  /** The time from the start to the first response, milliseconds. */
  readonly readyMs: number;
  /** Memory in use now, megabytes. */
  residentMb(): number;
  /** Processor time that the process and its children have used until now, microseconds; undefined without /proc. */
  cpuUs(): number | undefined;
  /** Sends SIGTERM, and waits until the process has ended. */
  stop(): Promise<void>;
}

export interface BenchProcessOptions {
  readonly env?: Record<string, string>;
  readonly readyUrl: string;
  /** Which response of `readyUrl` means ready; by default a success. */
  readonly isReadyBy?: 'any response';
  /**
   * The file for the process's output, which is quoted when the process does not become ready. The process runs in the folder
   * of this file.
   */
  readonly logFile: string;
}

/** The folder of this checkout. */
export const ROOT = join(FOLDER, '../..');

/** Starts the gateway of a checkout as `npm start` does. */
export function startGatewayProcess(options: BenchProcessOptions, checkout = ROOT): Promise<BenchProcess> {
  return startProcess([join(checkout, 'bin/peye'), 'start'], options);
}

/** Starts a program and waits until `readyUrl` responds. */
export async function startProcess(
  [program, ...args]: readonly [string, ...string[]],
  options: BenchProcessOptions,
): Promise<BenchProcess> {
  const output = openSync(options.logFile, 'w');
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: dirname(options.logFile),
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...options.env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  try {
    await untilReady(options, child);
  } catch (error) {
    child.kill('SIGKILL');
    const log = readFileSync(options.logFile, 'utf8').slice(-2000);
    throw new Error(`${program} did not become ready. Its output ends:\n${log}`, { cause: error });
  }
  return {
    pid: child.pid!,
    readyMs: performance.now() - startedAt,
    residentMb: () => residentMb(child.pid!),
    cpuUs: () => treeCpuUs(child.pid!),
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        if (child.exitCode !== null || !child.kill('SIGTERM')) done();
      }),
  };
}

async function untilReady({ readyUrl, isReadyBy }: BenchProcessOptions, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const isReady = await fetch(readyUrl).then(
      (response) => response.body?.cancel().then(() => response.ok || isReadyBy === 'any response'),
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error(`not ready within ${READY_TIMEOUT_MS} ms`);
    await new Promise((done) => setTimeout(done, READY_POLL_MS));
  }
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
