import type { FastifyInstance } from 'fastify';
import { formatTimestamp } from '../../core/timestamps.ts';
import { needsScope } from '../../http/authenticate.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { HEALTH_RESPONSES } from '../schemas/examples.ts';
import { ref, responses } from '../schemas/json-schema.ts';

/** Contract: HEALTH-1. */
export function healthRoute(app: FastifyInstance, { clock, version }: { clock: Clock; version: string }): void {
  app.get(
    '/health',
    {
      ...needsScope('any'),
      schema: {
        operationId: 'readHealth',
        summary: 'Check that the API responds',
        description: 'Confirms that the API accepts this key, and returns its version. The fields are at the root.',
        tags: ['Service'],
        response: responses({
          status: 200,
          description: 'The API responds.',
          schema: ref('Health'),
          examples: HEALTH_RESPONSES,
        }),
      },
    },
    async () => ({ success: true, service: 'peye', version, timestamp: formatTimestamp(clock()) }),
  );
}
