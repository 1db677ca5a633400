import type { FastifyInstance } from 'fastify';
import { homePage } from '../home-page.ts';
import { TEST_CARDS } from './cards.ts';
import { setFaults } from './faults.ts';
import type { SecureAcceptanceState } from './state.ts';

const HOME = homePage('CyberSource Secure Acceptance', {
  types: `The card ${TEST_CARDS.pays} pays, ${TEST_CARDS.declined} is declined; the payment page lists the others.`,
  also: ['/_simulator/calls', '/_simulator/posts'],
});

/** What rehearsals use in place of the programmatic interface. */
export function controlRoutes(app: FastifyInstance, state: SecureAcceptanceState): void {
  const { faults, transactions, notifier, calls } = state;
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(HOME));
  app.get('/_simulator/book', () => transactions.book());
  app.get('/_simulator/calls', () => calls);
  app.get('/_simulator/posts', () => notifier.sent().map(({ url, status }) => ({ url, status })));
  app.get('/_simulator/faults', () => faults);
  app.post('/_simulator/faults', (request, reply) => {
    const wrong = setFaults(faults, request.body);
    return wrong === undefined ? faults : reply.code(400).send({ error: wrong });
  });
}
