import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

export type LoadGenerator = 'wrk' | 'autocannon';

/** Requests that a load repeats in turn: bodies of one address, or paths. */
export interface Load {
  readonly method: 'GET' | 'POST';
  /** For POST the one address, for GET the origin. */
  readonly url: string;
  readonly key: string;
  /** For POST the bodies, in which `[<id>]` becomes another text in each request; for GET the paths. */
  readonly lines: readonly string[];
}

export interface LoadResult {
  /** Answered within the round; up to a connection's worth more may have been done and not been waited for. */
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers that were no success. */
  readonly refused: number;
}

/** wrk when it is installed: it takes less of the machine from what it measures. */
export function findLoadGenerator(): LoadGenerator {
  return spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';
}

/** Keeps `connections` busy for some seconds, each with one request at a time. */
export async function runLoad(
  generator: LoadGenerator,
  load: Load,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const run = generator === 'wrk' ? runWrk : runAutocannon;
  const result = await run(load, { connections, seconds });
  if (result.requests === 0) throw new Error(`${load.method} ${load.url}: not one answer`);
  // Refusals are quick: counting them would flatter whoever refuses.
  if (result.refused > 0)
    throw new Error(`${load.method} ${load.url}: ${result.refused} of ${result.requests} were refused`);
  return result;
}

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

async function runWrk(load: Load, { connections, seconds }: { connections: number; seconds: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'peye-load-'));
  try {
    const lines = join(folder, 'lines');
    writeFileSync(lines, load.lines.join('\n'));
    const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, load.url, '--'];
    const { stdout } = await promisify(execFile)('wrk', [...flags, load.method, load.key, lines]);
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
    headers: {
      'x-api-key': load.key,
      accept: 'application/json',
      ...(load.method === 'POST' && { 'content-type': 'application/json' }),
    },
    idReplacement: true,
    requests: load.lines.map((line) => (load.method === 'POST' ? { body: line } : { path: line })),
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
