import type { FastifyInstance } from 'fastify';
import { ApiError } from '../domain/errors.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import { isInSubnets } from '../lib/public-address.ts';
import type { Scrape } from './share-text.ts';

/** The type of the text that Prometheus reads. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** What a proxy adds. From behind one that we do not know, everybody seems to be on this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

interface MetricsRouteDeps {
  readonly scrape: Scrape;
  /** Who may read them. */
  readonly allowedSubnets: readonly string[];
  /** Whether the address of a request is the client's although a proxy is in between. */
  readonly isProxyTrusted: boolean;
}

/** Serves `/metrics` on the port of everything else, to the addresses that may read them; others are told that nothing is there. */
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
