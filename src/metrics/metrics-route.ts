import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import { isInSubnets } from '../platform/network/public-address.ts';
import type { Scrape } from './share-text.ts';

/** The type of the text that Prometheus reads. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Headers that proxies add. Behind an unknown proxy, every client seems to be on this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

interface MetricsRouteDeps {
  readonly scrape: Scrape;
  /** The addresses that may read the metrics. */
  readonly allowedSubnets: readonly string[];
  /** Whether the address of a request is the client's even when a proxy is in between. */
  readonly isProxyTrusted: boolean;
}

/** Serves `/metrics` on the main port, to the addresses that may read it; others get a 404. */
export function metricsRoute(app: FastifyInstance, { scrape, allowedSubnets, isProxyTrusted }: MetricsRouteDeps): void {
  app.get('/metrics', async (request, reply) => {
    const isForwarded = !isProxyTrusted && FORWARDED.some((name) => request.headers[name] !== undefined);
    const address = wholeAddressOf(request);
    if (isForwarded || address === undefined || !isInSubnets(address, allowedSubnets)) throw new ApiError('not_found');
    const text = scrape();
    if (text === 'too_often') throw new ApiError('rate_limit_exceeded', { retryAfterSeconds: 1 });
    return reply
      .header('cache-control', 'no-store')
      .type(METRICS_TYPE)
      .send(await text);
  });
}
