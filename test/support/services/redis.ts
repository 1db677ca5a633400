import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../gateway.ts';
import type { Keeper } from './keeper.ts';

const START_TRIES = 3;
const START_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 30_000;

/** Starts a Redis that keeps nothing on disk, on a free port of 127.0.0.1. Returns its address. */
export async function startRedis(program: string, { folder, env }: Keeper): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const log = join(folder, 'redis.log');
    const server = spawn(program, settings(port, folder), {
      cwd: '/',
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', openSync(log, 'a'), 'ignore'],
    });
    server.unref();
    const url = `redis://127.0.0.1:${port}`;
    if (await responds(url, () => server.exitCode !== null)) return url;
    // Most likely somebody else took the port in the meantime.
    if (attempt === START_TRIES) throw new Error(`Redis did not start:\n${readFileSync(log, 'utf8').trim()}`);
    server.kill('SIGKILL');
  }
}

/** Throws, with the reason, when no Redis responds at an address. */
export async function checkRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

function settings(port: number, folder: string): string[] {
  const values = {
    port,
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    daemonize: 'no',
    dir: folder,
    pidfile: join(folder, 'redis.pid'),
  };
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

async function responds(url: string, isGone: () => boolean): Promise<boolean> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (!isGone() && performance.now() < end) {
    try {
      await checkRedis(url);
      return true;
    } catch {
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  return false;
}
