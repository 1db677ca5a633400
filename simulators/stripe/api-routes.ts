import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CANCELLATION_REASONS } from './account.ts';
import { ApiError, invalid } from './api-error.ts';
import { readCreation } from './create-parameters.ts';
import { CREDENTIALS } from './credentials.ts';
import { type Operation, SWITCH_OF } from './faults.ts';
import { idempotencyKeys } from './idempotency.ts';
import { amountRefunded, disputeJson, type Intent, intentJson, refundJson } from './intent.ts';
import { listPage, refundPage } from './list-page.ts';
import {
  hashOf,
  integer,
  listOf,
  oneOf,
  type Parameters,
  parseParameters,
  refuseUnknown,
  required,
} from './parameters.ts';
import type { SimulatorParts } from './parts.ts';
import { responseOf, sendWithFault } from './response.ts';

interface Call {
  readonly request: FastifyRequest;
  readonly parameters: Parameters;
  readonly apiVersion: string;
}

const EXPANDABLE = ['latest_charge', 'latest_charge.refunds'] as const;

/** The requests of a server with the secret key. */
export function apiRoutes(app: FastifyInstance, parts: SimulatorParts): void {
  const { account, faults, calls, webhooks, onCancel, now, origin } = parts;
  const once = idempotencyKeys(now);
  const json = (intent: Intent, expand: readonly string[] = []) => intentJson(intent, faults, origin(), expand);

  /** Handles one call: checks it, counts it, and runs it at most once, with the response that the faults set. */
  const serve =
    (operation: Operation, act: (call: Call) => object) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const transactionId = new URLSearchParams(textBody(request)).get('metadata[transaction_id]');
      calls.push({ operation, subject: transactionId });
      return sendWithFault(
        reply,
        () => faults[SWITCH_OF[operation]],
        async () => {
          const response = responseOfCall(() => {
            const call = { request, apiVersion: checkHeaders(request), parameters: parametersOf(request) };
            const fingerprint = `${request.method} ${request.url} ${JSON.stringify([...call.parameters].sort())}`;
            const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
            return once(key, fingerprint, () => responseOf(() => act(call)));
          });
          await webhooks.early();
          return response;
        },
      );
    };

  app.post(
    '/v1/payment_intents',
    serve('create', ({ parameters, apiVersion }) => {
      const values = readCreation(parameters, apiVersion);
      if (faults.refuseCreate) throw invalid('parameter_invalid', 'The account cannot make charges.', 'amount');
      return json(account.create(values));
    }),
  );
  app.get(
    '/v1/payment_intents',
    serve('list', ({ parameters }) => listPage([...account.intents.values()], parameters, (intent) => json(intent))),
  );
  app.get(
    '/v1/payment_intents/:id',
    serve('retrieve', ({ request, parameters }) => {
      refuseUnknown(parameters, ['client_secret', 'expand[]']);
      const expand = listOf(parameters, 'expand').map((path) => oneOf('expand', path, EXPANDABLE));
      return json(account.find(idOf(request)), expand);
    }),
  );
  app.post(
    '/v1/payment_intents/:id/cancel',
    serve('cancel', ({ request, parameters }) => {
      refuseUnknown(parameters, ['cancellation_reason']);
      const reason = parameters.get('cancellation_reason');
      const intent = account.find(idOf(request));
      onCancel();
      try {
        account.cancel(
          intent,
          reason === undefined ? null : oneOf('cancellation_reason', reason, CANCELLATION_REASONS),
        );
      } catch (error) {
        if (error instanceof ApiError) error.intent = json(intent);
        throw error;
      }
      return json(intent);
    }),
  );
  app.post(
    '/v1/refunds',
    serve('refund', ({ parameters }) => {
      refuseUnknown(parameters, ['payment_intent', 'amount', 'reason', 'metadata[]']);
      const intent = account.find(required(parameters, 'payment_intent'));
      const given = parameters.get('amount');
      const amount = given === undefined ? intent.amountReceived - amountRefunded(intent) : integer('amount', given);
      return refundJson(intent, account.refund(intent, amount, hashOf(parameters, 'metadata')));
    }),
  );
  app.get(
    '/v1/refunds',
    serve('refunds', ({ parameters }) => {
      refuseUnknown(parameters, ['payment_intent', 'limit', 'starting_after']);
      const intent = account.find(required(parameters, 'payment_intent'));
      return refundPage(intent, parameters);
    }),
  );
  app.get(
    '/v1/disputes',
    serve('disputes', ({ parameters }) => {
      refuseUnknown(parameters, ['payment_intent', 'limit']);
      const intent = account.find(required(parameters, 'payment_intent'));
      const data = intent.dispute ? [disputeJson(intent, intent.dispute)] : [];
      return { object: 'list', url: '/v1/disputes', has_more: false, data };
    }),
  );
}

/** Headers are checked first: a call with a wrong header does not use up its idempotency key. */
function responseOfCall(act: () => ReturnType<typeof responseOf>): ReturnType<typeof responseOf> {
  let response: ReturnType<typeof responseOf> | undefined;
  const refused = responseOf(() => {
    response = act();
    return response.body;
  });
  return response ?? refused;
}

/** Returns the API version. */
function checkHeaders(request: FastifyRequest): string {
  if (header(request, 'authorization') !== `Bearer ${CREDENTIALS.STRIPE_SECRET_KEY}`) {
    throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' });
  }
  const version = header(request, 'stripe-version') ?? '';
  if (!/^\d{4}-\d\d-\d\d(\.[a-z]+)?$/.test(version)) {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'Invalid Stripe API version' });
  }
  if (request.method === 'POST' && header(request, 'content-type') !== 'application/x-www-form-urlencoded') {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'Send the parameters form-encoded' });
  }
  return version;
}

export function parametersOf(request: FastifyRequest): Parameters {
  return parseParameters(request.method === 'POST' ? textBody(request) : (request.url.split('?')[1] ?? ''));
}

export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

function textBody({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function header({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join() : value;
}
