import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { createLog } from '../../lib/log.ts';
import { type Finding, ok, problem } from '../../operator/finding.ts';
import { localOrigin } from '../local-origin.ts';

const RESPONSE_TIMEOUT_MS = 2_000;

/** Whether the Redis that the settings name responds. */
export async function checkRedis(config: Config): Promise<Finding> {
  if (config.redisUrl === null) {
    return ok('redis', 'REDIS_URL is not set: limits are counted on each node alone (right for a single node)');
  }
  const { rateLimits } = await import('../../auth/rate-limits.ts');
  const limits = await rateLimits(config, createLog('silent'));
  const status = limits.redisStatus();
  await limits.close();
  if (status === 'ready') return ok('redis', 'Redis answers');
  return problem(
    'redis',
    'Redis does not answer: limits would be counted on each node alone',
    'Check REDIS_URL, and that the server runs.',
  );
}

/** Whether the port is free, or a gateway that is ready has it, and whether that one knows its proxy. */
export async function checkPort(config: Config): Promise<Finding[]> {
  const { host, port } = config;
  const code = await listenOnce(host, port);
  const readiness = code === 'EADDRINUSE' ? await askReady(host, port) : undefined;
  const findings = [judgePort(config, code, readiness)];
  if (readiness?.forwarded_for === 'untrusted') {
    findings.push(
      problem(
        'trust_proxy',
        'X-Forwarded-For comes from an address that TRUST_PROXY does not name: all clients of that proxy share one rate limit',
        'Set TRUST_PROXY to the address of your proxy: the log of the gateway names it where it is not public.',
      ),
    );
  }
  return findings;
}

/** What a gateway reports about itself. */
interface Readiness {
  readonly status: string;
  readonly store: string;
  readonly stopping?: boolean;
  readonly forwarded_for?: 'untrusted';
}

function judgePort({ host, port }: Config, code: string | undefined, readiness: Readiness | undefined): Finding {
  if (code === undefined) return ok('port', `port ${port} on ${host} is free`);
  if (code !== 'EADDRINUSE') {
    return problem('port', `port ${port} on ${host} cannot be used (${code})`, 'Correct HOST and PORT.');
  }
  if (readiness === undefined) {
    return problem(
      'port',
      `port ${port} on ${host} is used by another program`,
      'Stop it, or set PORT to another one.',
    );
  }
  if (readiness.status === 'ready') return ok('port', `the gateway answers on port ${port} and is ready`);
  if (readiness.stopping)
    return ok('port', `the gateway answers on port ${port}, and is being stopped (DRAIN_SECONDS)`);
  return problem(
    'port',
    `the gateway answers on port ${port}, but is not ready (its store is ${readiness.store})`,
    'See its log.',
  );
}

/** Whether METRICS_PORT is free, or serves the metrics of a gateway. Nothing where it is not set. */
export async function checkMetricsPort({ host, metricsPort: port }: Config): Promise<Finding[]> {
  if (port === null) return [];
  const code = await listenOnce(host, port);
  if (code === undefined) return [ok('metrics', `port ${port} on ${host} is free`)];
  if (code === 'EADDRINUSE' && (await servesMetrics(host, port)))
    return [ok('metrics', `a gateway serves its metrics on port ${port}`)];
  const reason = code === 'EADDRINUSE' ? 'is used by another program' : `cannot be used (${code})`;
  return [problem('metrics', `port ${port} on ${host} ${reason}`, 'Set METRICS_PORT to another one.')];
}

async function servesMetrics(host: string, port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(`${localOrigin({ host, port })}/metrics`, { signal, redirect: 'error' });
    return /^peye_info\{/m.test(await response.text());
  } catch {
    return false;
  }
}

function listenOnce(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

/** What a gateway reports about itself; undefined when nothing responds, or another program does. */
async function askReady(host: string, port: number): Promise<Readiness | undefined> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(`${localOrigin({ host, port })}/readyz`, { signal, redirect: 'error' });
    const readiness = (await response.json()) as { status?: unknown; store?: unknown };
    const isGateway = typeof readiness.status === 'string' && typeof readiness.store === 'string';
    return isGateway ? (readiness as Readiness) : undefined;
  } catch {
    return undefined;
  }
}
