import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../gateway.ts';
import type { Keeper } from './keeper.ts';
import { passes, startServer } from './start-server.ts';

const CONNECT_TIMEOUT_MS = 30_000;

/** Starts a Redis that stores nothing on disk, on a free port of 127.0.0.1. Returns its address. */
export async function startRedis(program: string, { folder, env }: Keeper): Promise<string> {
  const log = join(folder, 'redis.log');
  const start = async () => {
    const port = await freePort();
    const child = spawn(program, settings(port, folder), {
      cwd: '/',
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', openSync(log, 'a'), 'ignore'],
    });
    child.unref();
    const url = `redis://127.0.0.1:${port}`;
    return { url, child, responds: () => passes(() => checkRedis(url)), log: () => readFileSync(log, 'utf8') };
  };
  return (await startServer('Redis', start)).url;
}

/** Throws an error with the reason if no Redis responds at an address. */
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
