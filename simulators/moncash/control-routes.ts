import type { FastifyInstance } from 'fastify';
import { homePage } from '../home-page.ts';
import { setFaults } from './faults.ts';
import type { MoncashState } from './state.ts';
import { CODE, PIN } from './views.ts';

const HOME = homePage('MonCash', {
  types: `They pay with any number of eight digits, the PIN ${PIN} and the code ${CODE}.`,
  also: ['/_simulator/calls', '/_simulator/alerts'],
});

/** What rehearsals use in place of the programmatic interface. */
export function controlRoutes(app: FastifyInstance, { faults, orders, alerts, calls, held }: MoncashState): void {
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(HOME));
  app.get('/_simulator/book', () => orders.book());
  app.get('/_simulator/calls', () => calls);
  app.get('/_simulator/alerts', () => alerts.sent());
  app.post('/_simulator/release', () => {
    const answers = held.splice(0);
    for (const answer of answers) answer();
    return { released: answers.length };
  });
  app.get('/_simulator/faults', () => faults);
  app.post('/_simulator/faults', (request, reply) => {
    const wrong = setFaults(faults, request.body);
    return wrong === undefined ? faults : reply.code(400).send({ error: wrong });
  });
}
