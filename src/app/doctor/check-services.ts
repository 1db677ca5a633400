import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { type Finding, ok, problem } from '../../features/operations/finding.ts';
import { createLog } from '../../platform/log/log.ts';
import { localOrigin } from '../local-origin.ts';

const RESPONSE_TIMEOUT_MS = 2_000;

/** Checks that Redis responds. */
export async function checkRedis(config: Config): Promise<Finding> {
  if (config.redisUrl === null) {
    return ok('redis', 'REDIS_URL is not set: rate limits are per node (fine for a single node)');
  }
  const { rateLimits } = await import('../../platform/limits/rate-limits.ts');
  const limits = await rateLimits(config, createLog('silent'));
  const status = limits.redisStatus();
  await limits.close();
  if (status === 'ready') return ok('redis', 'Redis responds');
  return problem(
    'redis',
    'Redis does not respond: rate limits would be per node',
    'Check REDIS_URL, and that the server is running.',
  );
}

/** Checks that the port is free or used by a ready gateway, and that this gateway trusts its proxy. */
export async function checkPort(config: Config): Promise<Finding[]> {
  const { host, port } = config;
  const code = await listenOnce(host, port);
  const readiness = code === 'EADDRINUSE' ? await fetchReadiness(host, port) : undefined;
  const findings = [judgePort(config, code, readiness)];
  if (readiness?.forwarded_for === 'untrusted') {
    findings.push(
      problem(
        'trust_proxy',
        'X-Forwarded-For comes from an address that is not in TRUST_PROXY: all clients of that proxy share one rate limit',
        'Set TRUST_PROXY to the address of your proxy. The log of the gateway names it, unless it is a public address.',
      ),
    );
  }
  return findings;
}

/** The readiness report of a gateway. */
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
      'Stop that program, or set PORT to another port.',
    );
  }
  if (readiness.status === 'ready') return ok('port', `the gateway on port ${port} is ready`);
  if (readiness.stopping) return ok('port', `the gateway on port ${port} is shutting down (DRAIN_SECONDS)`);
  return problem(
    'port',
    `the gateway on port ${port} is not ready (its database is ${readiness.store})`,
    'Check its log.',
  );
}

/** Checks that METRICS_PORT is free or serves the metrics of a gateway. Reports nothing if it is not set. */
export async function checkMetricsPort({ host, metricsPort: port }: Config): Promise<Finding[]> {
  if (port === null) return [];
  const code = await listenOnce(host, port);
  if (code === undefined) return [ok('metrics', `port ${port} on ${host} is free`)];
  if (code === 'EADDRINUSE' && (await servesMetrics(host, port)))
    return [ok('metrics', `a gateway serves its metrics on port ${port}`)];
  const reason = code === 'EADDRINUSE' ? 'is used by another program' : `cannot be used (${code})`;
  return [problem('metrics', `port ${port} on ${host} ${reason}`, 'Set METRICS_PORT to another port.')];
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

/** Requests the readiness report; undefined when nothing responds, or another program does. */
async function fetchReadiness(host: string, port: number): Promise<Readiness | undefined> {
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
