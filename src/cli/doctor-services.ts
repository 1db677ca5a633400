import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { createLog } from '../lib/log.ts';
import { type Finding, ok, problem } from './finding.ts';
import { localOrigin } from './local-origin.ts';

const ANSWER_TIMEOUT_MS = 2_000;

/** Whether the Redis that the settings name answers. */
export async function checkRedis(config: Config): Promise<Finding> {
  if (config.redisUrl === null) {
    return ok('redis', 'REDIS_URL is not set: limits are counted in each process (right for a single node)');
  }
  const { rateLimits } = await import('../auth/rate-limits.ts');
  const limits = await rateLimits(config, createLog('silent'));
  const status = limits.redisStatus();
  await limits.close();
  if (status === 'ready') return ok('redis', 'Redis answers');
  return problem(
    'redis',
    'Redis does not answer: limits would count in each process alone',
    'Check REDIS_URL, and that the server runs.',
  );
}

/** Whether the port is free, or a gateway that is ready has it. */
export async function checkPort(config: Config): Promise<Finding> {
  const { host, port } = config;
  const code = await listenOnce(host, port);
  if (code === undefined) return ok('port', `port ${port} on ${host} is free`);
  if (code !== 'EADDRINUSE') {
    return problem('port', `port ${port} on ${host} cannot be used (${code})`, 'Correct HOST and PORT.');
  }
  const answer = await askReady(host, port);
  if (answer === undefined) {
    return problem(
      'port',
      `port ${port} on ${host} is used by another program`,
      'Stop it, or set PORT to another one.',
    );
  }
  if (answer.status === 'ready') return ok('port', `the gateway answers on port ${port} and is ready`);
  return problem(
    'port',
    `the gateway answers on port ${port}, but is not ready (its store is ${answer.store})`,
    'See its log.',
  );
}

function listenOnce(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

/** What a gateway says of itself; undefined when nothing answers, or something else does. */
async function askReady(host: string, port: number): Promise<{ status: string; store: string } | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(`${localOrigin({ host, port })}/readyz`, { signal, redirect: 'error' });
    const answer = (await response.json()) as { status?: unknown; store?: unknown };
    const isGateway = typeof answer.status === 'string' && typeof answer.store === 'string';
    return isGateway ? (answer as { status: string; store: string }) : undefined;
  } catch {
    return undefined;
  }
}
