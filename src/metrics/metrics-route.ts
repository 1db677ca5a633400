import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import { isInSubnets } from '../platform/network/public-address.ts';

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

/** The text is reused for this long. */
const REUSED_MS = 1_000;
/** Far more than several scrapers need. A text may be hundreds of kilobytes, and sending thousands of texts a second costs time too. */
const MOST_A_SECOND = 20;

/** The metrics as text, or `too_often`. Rejects when they cannot be read. */
export type Scrape = () => Promise<string> | 'too_often';

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

/** Builds one text at a time. Requests that arrive while it is built, or within a second, share it. Beyond 20 a second, all are refused. */
export function shareText(make: () => Promise<string>): Scrape {
  let text: Promise<string> | undefined;
  let given = 0;
  let countedMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    if (nowMs - countedMs >= 1_000) {
      given = 0;
      countedMs = nowMs;
    }
    if (++given > MOST_A_SECOND) return 'too_often';
    if (text === undefined) {
      text = make();
      const drop = () => {
        text = undefined;
      };
      text.then(() => setTimeout(drop, REUSED_MS).unref(), drop);
    }
    return text;
  };
}
