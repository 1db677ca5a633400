import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { describeDoubt } from '../features/operations/store/store-clock.ts';
import type { Doubt } from '../platform/clock/time-keeper.ts';
import { isProgramIncomplete } from '../platform/files/missing-files.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';

export interface HealthDeps {
  readonly db: Database;
  readonly limits: Pick<RateLimits, 'redisStatus'>;
  readonly isStopping: () => boolean;
  /** Why the time is not trusted; undefined when it is. */
  readonly timeDoubt: () => Doubt | undefined;
  /** Whether a peer that TRUST_PROXY does not list has forwarded client addresses within the last hour. */
  readonly isForwardingUntrusted: () => boolean;
  readonly box: Pick<SecretBox, 'tag'>;
}

/** `peye doctor` sends this to find out which gateway responds at an address. */
const CHALLENGE = /^[0-9a-f]{32}$/;

/** The response to a challenge, which proves that the gateway has this store's SECRET_KEY. */
export function proofOf(box: Pick<SecretBox, 'tag'>, challenge: string): string {
  return box.tag('gateway-challenge', challenge);
}

/** For load balancers and supervisors: no key, no limits. `/healthz` says the process runs, `/readyz` that it can serve. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  const { db, limits, isStopping, timeDoubt, isForwardingUntrusted, box } = deps;
  app.get('/healthz', async () => ({ status: 'ok' }));

  // This endpoint has no rate limit and the store has few connections: requests that arrive during a check share its result.
  let pendingCheck: Promise<'ready' | 'unavailable'> | undefined;
  const checkStore = (log: FastifyBaseLogger) =>
    db.requireWritable().then(
      () => 'ready' as const,
      (error: Error) => {
        log.warn({ reason: error.message }, 'the store is unavailable');
        return 'unavailable' as const;
      },
    );

  app.get('/readyz', async (request, reply) => {
    pendingCheck ??= checkStore(request.log).finally(() => {
      pendingCheck = undefined;
    });
    const store = await pendingCheck;
    const isIncomplete = isProgramIncomplete();
    const isReady = store === 'ready' && !isStopping() && !isIncomplete;
    if (!isReady) reply.code(503).header('retry-after', '5');
    const doubt = timeDoubt();
    const { challenge } = request.query as { challenge?: unknown };
    // The node stays in service while Redis is unavailable (limits are then counted in the process), and while the time
    // is not trusted: it can accept payments.
    return {
      status: isReady ? 'ready' : 'unavailable',
      store,
      redis: limits.redisStatus(),
      stopping: isStopping(),
      // Files were removed or replaced while the process runs, so it needs a restart.
      ...(isIncomplete && { program: 'incomplete' }),
      ...(doubt && { clock: { status: 'in_doubt', ...describeDoubt(doubt) } }),
      ...(isForwardingUntrusted() && { forwarded_for: 'untrusted' }),
      ...(typeof challenge === 'string' && CHALLENGE.test(challenge) && { proof: proofOf(box, challenge) }),
    };
  });
}
