import type { FastifyInstance } from 'fastify';
import { controlRoutes } from '../control-routes.ts';
import { homePage } from '../home-page.ts';
import { MONCASH_FORMER_NAMES, MONCASH_SWITCHES } from './faults.ts';
import type { MoncashState } from './state.ts';
import { CODE, PIN } from './views.ts';

const HOME = homePage('MonCash', {
  types: `They pay with any number of eight digits, the PIN ${PIN} and the code ${CODE}.`,
  also: ['/_simulator/alerts'],
});

/** The routes that rehearsals use in place of the programmatic interface. */
export function moncashControlRoutes(app: FastifyInstance, { faults, orders, alerts, calls }: MoncashState): void {
  controlRoutes(app, {
    switches: MONCASH_SWITCHES,
    formerNames: MONCASH_FORMER_NAMES,
    faults,
    book: () => orders.book(),
    calls,
    statement: 'moncash',
  });
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(HOME));
  app.get('/_simulator/alerts', () => alerts.sent());
}
