import type { FastifyInstance } from 'fastify';
import { MS_PER_HOUR } from '../core/durations.ts';
import type { Log } from '../platform/log/log.ts';
import { wholeAddress } from '../platform/network/client-address.ts';
import { isInSubnets, isPublicAddress } from '../platform/network/public-address.ts';

/** One line an hour: each such request has the same cause. */
const WARN_MS = MS_PER_HOUR;

/** Whether an untrusted peer has forwarded client addresses. */
export interface UntrustedForwarding {
  /** Whether a peer did so within the last hour. */
  readonly isSeen: () => boolean;
}

/**
 * Detects requests with `X-Forwarded-For` from a peer that TRUST_PROXY does not list. Usually the peer is the
 * operator's own proxy, and the setting has another address: all clients then share one rate limit. Such requests are
 * logged once an hour. The log names the peer only when its address is not public, because a public address may be a
 * customer's.
 */
export function noticeUntrustedForwarding(
  app: FastifyInstance,
  { trustProxy, log }: { readonly trustProxy: readonly string[]; readonly log: Log },
): UntrustedForwarding {
  let count = 0;
  let seenAtMs = Number.NEGATIVE_INFINITY;
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  // Proxies keep their connections open: most requests come from the same peer as the previous one.
  let lastTrusted: string | undefined;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined) {
      const peer = request.socket.remoteAddress;
      if (peer !== undefined && peer !== lastTrusted) {
        const address = wholeAddress(peer) ?? '';
        if (isInSubnets(address, trustProxy)) lastTrusted = peer;
        else note(address);
      }
    }
    done();
  });
  const note = (peer: string) => {
    count++;
    seenAtMs = performance.now();
    if (seenAtMs - warnedAtMs < WARN_MS) return;
    warnedAtMs = seenAtMs;
    log.warn(
      { requests: count, ...(!isPublicAddress(peer) && { peer }) },
      'X-Forwarded-For comes from an address that TRUST_PROXY does not list: it is ignored, and all clients of that proxy share one rate limit. Set TRUST_PROXY to the address of your proxy',
    );
    count = 0;
  };
  return { isSeen: () => performance.now() - seenAtMs < WARN_MS };
}
