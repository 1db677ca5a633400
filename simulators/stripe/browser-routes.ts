import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, missing } from './api-error.ts';
import { idOf, parametersOf } from './api-routes.ts';
import { cardFramePage } from './card-frame-page.ts';
import { challengeDonePage, challengePage } from './challenge-page.ts';
import { CREDENTIALS } from './credentials.ts';
import { type Operation, SWITCH_OF } from './faults.ts';
import { type Intent, publicIntentJson } from './intent.ts';
import { oneOf, type Parameters, refuseUnknown, required } from './parameters.ts';
import type { SimulatorParts } from './parts.ts';
import { responseOf, type StripeResponse, sendWithFault } from './response.ts';

const STRIPE_JS = readFileSync(new URL('./stripe.js', import.meta.url), 'utf8');
const CARD_FIELDS = ['number', 'exp_month', 'exp_year', 'cvc'].map((name) => `payment_method_data[card][${name}]`);

/** The requests of a customer's browser, with the publishable key and a client secret: the script, its frames, and the card. */
export function browserRoutes(app: FastifyInstance, { account, faults, webhooks, origin }: SimulatorParts): void {
  const json = (intent: Intent) => publicIntentJson(intent, faults, origin());
  const serve = async (reply: FastifyReply, operation: Operation, act: () => object): Promise<FastifyReply> => {
    const answering = reply.header('access-control-allow-origin', '*');
    return sendWithFault(
      answering,
      () => faults[SWITCH_OF[operation]],
      async (): Promise<StripeResponse> => {
        const response = responseOf(act);
        await webhooks.early();
        return response;
      },
    );
  };
  const intentOf = (request: FastifyRequest, parameters: Parameters): Intent => {
    if (required(parameters, 'key') !== CREDENTIALS.STRIPE_PUBLISHABLE_KEY) {
      throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: pk_test_****' });
    }
    const intent = account.find(idOf(request));
    // The existence of an intent is revealed only with its secret.
    if (required(parameters, 'client_secret') !== intent.clientSecret) throw missing('payment_intent', intent.id);
    return intent;
  };

  app.get('/v3/', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(STRIPE_JS));
  app.get('/v3/card-frame', (_request, reply) => reply.type('text/html; charset=utf-8').send(cardFramePage()));

  app.get('/_browser/payment_intents/:id', (request, reply) =>
    serve(reply, 'retrieve', () => {
      const parameters = parametersOf(request);
      refuseUnknown(parameters, ['key', 'client_secret']);
      return json(intentOf(request, parameters));
    }),
  );
  app.post('/v1/payment_intents/:id/confirm', (request, reply) =>
    serve(reply, 'confirm', () => {
      const parameters = parametersOf(request);
      refuseUnknown(parameters, ['key', 'client_secret', 'payment_method_data[type]', ...CARD_FIELDS]);
      const intent = intentOf(request, parameters);
      oneOf('payment_method_data[type]', required(parameters, 'payment_method_data[type]'), ['card']);
      const [number = '', month, year, cvc = ''] = CARD_FIELDS.map((name) => required(parameters, name));
      try {
        const card = { number: number.replace(/\s/g, ''), expMonth: Number(month), expYear: fullYear(year ?? ''), cvc };
        account.confirm(intent, card);
      } catch (error) {
        if (error instanceof ApiError) error.intent = json(intent);
        throw error;
      }
      return json(intent);
    }),
  );

  app.get('/_challenge/:id', (request, reply) => {
    const intent = account.find(idOf(request));
    const secret = (request.query as { client_secret?: string }).client_secret;
    if (secret !== intent.clientSecret) throw missing('payment_intent', intent.id);
    return reply.type('text/html; charset=utf-8').send(challengePage(intent));
  });
  app.post('/_challenge/:id', async (request, reply) => {
    const parameters = parametersOf(request);
    const intent = account.find(idOf(request));
    if (parameters.get('client_secret') !== intent.clientSecret) throw missing('payment_intent', intent.id);
    account.authenticate(intent, parameters.get('outcome') === 'complete');
    await webhooks.early();
    return reply.type('text/html; charset=utf-8').send(challengeDonePage());
  });
}

function fullYear(year: string): number {
  return /^\d\d$/.test(year) ? 2000 + Number(year) : Number(year);
}
