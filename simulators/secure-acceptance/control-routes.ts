import type { FastifyInstance } from 'fastify';
import { setFaults } from './faults.ts';
import type { SecureAcceptanceState } from './state.ts';

/** What rehearsals use in place of the programmatic interface. */
export function controlRoutes(app: FastifyInstance, state: SecureAcceptanceState): void {
  const { faults, transactions, notifier, calls } = state;
  app.get('/_simulator/book', () => transactions.book());
  app.get('/_simulator/calls', () => calls);
  app.get('/_simulator/posts', () => notifier.sent().map(({ url, status }) => ({ url, status })));
  app.get('/_simulator/faults', () => faults);
  app.post('/_simulator/faults', (request, reply) => {
    const wrong = setFaults(faults, request.body);
    return wrong === undefined ? faults : reply.code(400).send({ error: wrong });
  });
}
