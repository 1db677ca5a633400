import type { FastifyInstance } from 'fastify';
import { controlRoutes } from '../control-routes.ts';
import type { BookEntry } from '../simulator.ts';
import type { StripeActions } from './actions.ts';
import { ApiError } from './api-error.ts';
import { idOf } from './api-routes.ts';
import { STRIPE_FORMER_NAMES, STRIPE_SWITCHES } from './faults.ts';
import { homePage } from './home-page.ts';
import { amountRefunded } from './intent.ts';
import { integer } from './parameters.ts';
import type { SimulatorParts } from './parts.ts';

/** The routes for people and scripts: the switches, the records, and a page with every intent. */
export function stripeControlRoutes(
  app: FastifyInstance,
  { account, faults, calls, webhooks }: SimulatorParts,
  {
    actions,
    book,
    settings,
  }: { actions: StripeActions; book: () => BookEntry[]; settings: () => Record<string, string> },
): void {
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(homePage([...account.intents.values()].reverse(), settings())),
  );
  controlRoutes(app, {
    switches: STRIPE_SWITCHES,
    formerNames: STRIPE_FORMER_NAMES,
    faults,
    book,
    calls,
    statement: 'stripe',
  });
  app.get('/_simulator/events', () =>
    webhooks.events.map(({ id, type, intentId, answers }) => ({ id, type, payment_intent: intentId, answers })),
  );
  app.post('/_simulator/webhooks/release', async (_request, reply) => {
    await webhooks.release();
    return reply.redirect('/', 303);
  });
  app.post('/_simulator/intents/:id', (request, reply) => {
    const form = new URLSearchParams(String(request.body ?? ''));
    const intent = account.find(idOf(request));
    switch (form.get('action')) {
      case 'confirm':
        actions.confirm(intent, form.get('card') ?? '');
        break;
      case 'authenticate':
      case 'refuse':
        account.authenticate(intent, form.get('action') === 'authenticate');
        break;
      case 'settle':
        account.settle(intent);
        break;
      case 'refund':
        account.refund(
          intent,
          integer('amount', form.get('amount') ?? String(intent.amountReceived - amountRefunded(intent))),
        );
        break;
      case 'refund_succeeded':
      case 'refund_failed':
        account.finishRefund(intent, form.get('action') === 'refund_succeeded' ? 'succeeded' : 'failed');
        break;
      case 'dispute':
        account.dispute(intent, intent.amountReceived, 'needs_response');
        break;
      case 'dispute_evidence':
        account.sendEvidence(intent);
        break;
      case 'dispute_won':
      case 'dispute_lost':
        account.closeDispute(intent, form.get('action') === 'dispute_won' ? 'won' : 'lost');
        break;
      case 'cancel':
        account.cancel(intent, 'requested_by_customer');
        break;
      default:
        throw new ApiError(400, { type: 'invalid_request_error', message: 'No such action' });
    }
    return reply.redirect('/', 303);
  });
}
