import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../../auth/rate-limits.ts';
import type { Doubt } from '../../lib/time-keeper.ts';
import type { Database } from '../../storage/database.ts';
import { describeDoubt } from '../../storage/store-clock.ts';

/** For load balancers and supervisors: no key, no limits. `/healthz` says the process runs, `/readyz` that it can serve. */
export function operationsRoutes(
  app: FastifyInstance,
  {
    db,
    limits,
    isStopping,
    timeDoubt,
  }: {
    db: Database;
    limits: Pick<RateLimits, 'redisStatus'>;
    isStopping: () => boolean;
    timeDoubt: () => Doubt | undefined;
  },
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const store = await db.requireWritable().then(
      () => 'ready',
      (error: Error) => {
        request.log.warn({ reason: error.message }, 'the store is unavailable');
        return 'away';
      },
    );
    const isReady = store === 'ready' && !isStopping();
    if (!isReady) reply.code(503).header('retry-after', '5');
    const doubt = timeDoubt();
    // Neither a Redis that is away takes the node out, whose limits go on in the process, nor a time in doubt: payments are taken.
    return {
      status: isReady ? 'ready' : 'unavailable',
      store,
      redis: limits.redisStatus(),
      stopping: isStopping(),
      ...(doubt && { clock: { status: 'in_doubt', ...describeDoubt(doubt) } }),
    };
  });
}
