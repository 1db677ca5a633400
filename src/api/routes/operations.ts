import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../../auth/rate-limits.ts';
import type { Database } from '../../storage/database.ts';

/** For load balancers and supervisors: no key, no limits. `/healthz` says the process runs, `/readyz` that it can serve. */
export function operationsRoutes(
  app: FastifyInstance,
  { db, limits, isStopping }: { db: Database; limits: Pick<RateLimits, 'redisStatus'>; isStopping: () => boolean },
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
    // A Redis that is away does not take the node out: its limits go on in the process.
    return { status: isReady ? 'ready' : 'unavailable', store, redis: limits.redisStatus(), stopping: isStopping() };
  });
}
