import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { treeCpuUs } from './cpu-time.ts';

/** Where the scripts of the bench are. */
export const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** A store of ten million payments after a migration has gigabytes to put in their place on a slow disk. */
const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 2;

export interface BenchProcess {
  readonly pid: number;
  /** From the start to the first response, milliseconds. */
  readonly readyMs: number;
  /** Memory in use now, megabytes. */
  residentMb(): number;
  /** Processor time that it and its children have used until now, microseconds; undefined where there is no /proc. */
  cpuUs(): number | undefined;
  /** SIGTERM, then waits for the end. */
  stop(): Promise<void>;
}

export interface BenchProcessOptions {
  readonly env?: Record<string, string>;
  readonly readyUrl: string;
  /** What counts as ready at `readyUrl`; a success unless this is set. */
  readonly isReadyBy?: 'any response';
  /**
   * Takes its output, as a service's does, and is quoted when the process does not become ready. Alongside it is where it
   * runs.
   */
  readonly logFile: string;
}

/** This checkout. */
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
