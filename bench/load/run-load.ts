import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { RANDOM_PLACEHOLDER } from '../payment-bodies.ts';
import { endedChildrenCpuUs } from '../processes/cpu-time.ts';

export type LoadGenerator = 'wrk' | 'autocannon';

/** Requests that a load repeats in turn: bodies of one address, or paths. */
export interface Load {
  readonly method: 'GET' | 'POST';
  /** For POST the full address of all requests, for GET the origin. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For POST the bodies, in which each request has its own text for a placeholder of `payment-bodies.ts`; for GET the paths. */
  readonly lines: readonly string[];
  /** Whether refusals are measured: then every response has to be a refusal. */
  readonly isRefused?: boolean;
}

export interface LoadResult {
  /** Responses within the round. After it, up to one more request for each connection may have been served. */
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than a success. */
  readonly refused: number;
  /** Processor time that the load generator took for a request, microseconds; undefined where there is no /proc. */
  readonly generatorCpuUs: number | undefined;
}

/** Finds wrk if it is installed: it leaves more of the machine to the measured server than autocannon does. */
export function findLoadGenerator(): LoadGenerator {
  return spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';
}

/** The headers of a request of the API with a key. */
export function apiHeaders(method: 'GET' | 'POST', key: string): Record<string, string> {
  return {
    'X-Api-Key': key,
    Accept: 'application/json',
    ...(method === 'POST' && { 'Content-Type': 'application/json' }),
  };
}

/** Keeps `connections` busy for some seconds, each with one request at a time. */
export async function runLoad(
  generator: LoadGenerator,
  load: Load,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const run = generator === 'wrk' ? runWrk : runAutocannon;
  const cpuTaken = generator === 'wrk' ? endedChildrenCpuUs : ownCpuUs;
  const cpuBefore = cpuTaken();
  const result = await run(load, { connections, seconds });
  const cpuAfter = cpuTaken();
  if (result.requests === 0) throw new Error(`${load.method} ${load.url}: not one response`);
  // Refusals are quick: counting them would flatter a server that refuses. A rate limit allows one request a minute, which is no refusal.
  const isWrong = load.isRefused ? result.refused < result.requests - connections : result.refused > 0;
  if (isWrong) throw new Error(`${load.method} ${load.url}: ${result.refused} of ${result.requests} were refused`);
  const isKnown = cpuBefore !== undefined && cpuAfter !== undefined;
  return { ...result, generatorCpuUs: isKnown ? (cpuAfter - cpuBefore) / result.requests : undefined };
}

function ownCpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

async function runWrk(load: Load, { connections, seconds }: { connections: number; seconds: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'peye-load-'));
  try {
    const lines = join(folder, 'lines');
    const headers = join(folder, 'headers');
    writeFileSync(lines, load.lines.join('\n'));
    writeFileSync(
      headers,
      Object.entries(load.headers)
        .map(([name, value]) => `${name}\t${value}\n`)
        .join(''),
    );
    const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, load.url, '--'];
    const { stdout } = await promisify(execFile)('wrk', [...flags, load.method, headers, lines]);
    const result = JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? 'null') as {
      requests: number;
      durationUs: number;
      refused: number;
      broken: number;
      p50Us: number;
      p99Us: number;
    };
    if (result.broken > 0) throw new Error(`${load.method} ${load.url}: ${result.broken} connections broke`);
    return {
      requests: result.requests,
      perSecond: (result.requests / result.durationUs) * 1e6,
      p50Ms: result.p50Us / 1000,
      p99Ms: result.p99Us / 1000,
      refused: result.refused,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runAutocannon(load: Load, { connections, seconds }: { connections: number; seconds: number }) {
  const result = await autocannon({
    url: load.url,
    connections,
    duration: seconds,
    method: load.method,
    headers: { ...load.headers },
    idReplacement: true,
    requests: load.lines.map((line) => {
      if (load.method === 'GET') return { path: line };
      if (!line.includes(RANDOM_PLACEHOLDER)) return { body: line };
      const random = () => line.replace(RANDOM_PLACEHOLDER, randomBytes(8).toString('hex'));
      return { body: random(), setupRequest: (request) => ({ ...request, body: random() }) };
    }),
  });
  if (result.errors > 0) throw new Error(`${load.method} ${load.url}: ${result.errors} connections broke`);
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx,
  };
}
