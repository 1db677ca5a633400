import type { FastifyInstance } from 'fastify';
import { controlRoutes } from '../control-routes.ts';
import { homePage } from '../home-page.ts';
import { TEST_CARDS } from './cards.ts';
import { SECURE_ACCEPTANCE_FORMER_NAMES, SECURE_ACCEPTANCE_SWITCHES } from './faults.ts';
import { FOLLOW_ONS, type FollowOn, followOn } from './follow-on.ts';
import type { SecureAcceptanceState } from './state.ts';

const HOME = homePage('CyberSource Secure Acceptance', {
  types: `The card ${TEST_CARDS.pays} pays, ${TEST_CARDS.declined} is declined; the payment page lists the others.`,
  also: ['/_simulator/posts'],
});

/** The routes that rehearsals use in place of the programmatic interface. */
export function acceptanceControlRoutes(app: FastifyInstance, state: SecureAcceptanceState): void {
  const { faults, transactions, notifier, calls } = state;
  controlRoutes(app, {
    switches: SECURE_ACCEPTANCE_SWITCHES,
    formerNames: SECURE_ACCEPTANCE_FORMER_NAMES,
    faults,
    book: () => transactions.book(),
    calls,
    statement: 'cybersource',
  });
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(HOME));
  app.post<{ Params: { id: string } }>('/_simulator/transactions/:id', (request, reply) => {
    const given = (request.body ?? {}) as Partial<FollowOn>;
    if (!given.kind || !Object.hasOwn(FOLLOW_ONS, given.kind)) {
      return reply.code(400).send({ error: `kind is one of ${Object.keys(FOLLOW_ONS).join(', ')}` });
    }
    try {
      return followOn(state, request.params.id, { ...given, kind: given.kind });
    } catch (error) {
      return reply.code(400).send({ error: (error as Error).message });
    }
  });
  app.get('/_simulator/posts', () => notifier.sent().map(({ url, status }) => ({ url, status })));
}
