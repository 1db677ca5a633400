import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { usableMethods } from '../../features/payments/method-refusal.ts';
import { callbackUrlOf } from '../../features/websites/store/websites.ts';
import { needsScope, principalOf } from '../../http/authenticate.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import {
  API_REQUESTS_RESPONSES,
  CREATED_SESSION_RESPONSES,
  SESSION_RESPONSES,
  WEBSITE_RESPONSES,
} from '../schemas/examples.ts';
import { array, enveloped, nullable, ref, responses } from '../schemas/json-schema.ts';
import { Timestamp } from '../schemas/payments.ts';
import { CreateSession, type CreateSessionBody, SessionParams } from './checkout-schemas.ts';
import { RequestsCursor, RequestsQuery } from './requests-schemas.ts';
import type { SessionsDeps } from './serve-sessions.ts';

const TAGS = ['Checkout'];
const ONE = enveloped(ref('CheckoutSession'));

/** The dependencies of the checkout API. */
export interface CheckoutDeps extends SessionsDeps {
  readonly providerFor: ProviderRegistry;
}

/**
 * The checkout API, with the same keys, limits and errors as the rest of the merchant API. The code of its sessions is loaded by the first
 * request, so that it does not slow the start.
 */
export function checkoutRoutes(app: FastifyInstance, deps: CheckoutDeps): void {
  const { providerFor } = deps;
  app.get(
    '/website',
    {
      ...needsScope('any'),
      schema: {
        operationId: 'readWebsite',
        summary: 'Read the settings of your website',
        description:
          'The name, mode, methods, return URL and callback URL of the website of this key. A program can check its setup with it. ' +
          'Changes take effect within ten seconds.',
        tags: TAGS,
        response: responses({
          status: 200,
          description: 'The settings.',
          schema: enveloped(ref('CheckoutWebsite')),
          examples: WEBSITE_RESPONSES,
        }),
      },
    },
    // Contract: CHECKOUT-1.
    async (request) => {
      const { website, key } = principalOf(request);
      return {
        success: true,
        data: {
          website_id: website.id,
          name: website.name,
          mode: key.mode,
          methods: usableMethods(website, key.mode, providerFor),
          return_url: website.returnUrl,
          callback_url: callbackUrlOf(website, key.mode),
        },
      };
    },
  );
  app.get<{ Querystring: RequestsQuery }>(
    '/requests',
    {
      schema: {
        operationId: 'listApiRequests',
        summary: 'List the last API requests',
        description:
          "The requests of the keys of the key's website and mode in the last 14 days, newest first: what was called, and what it returned. " +
          'A request appears a few seconds after its response. Of each key, the newest 10,000 requests are listed. Successful reads of the ' +
          'events feeds are not listed, because programs send them every few seconds, and nor are reads of this list.',
        tags: TAGS,
        querystring: RequestsQuery,
        response: responses(
          {
            status: 200,
            description: 'The requests, newest first.',
            schema: enveloped(array(ref('ApiRequest')), {
              next_cursor: RequestsCursor,
              last_dropped_at: nullable(Timestamp, {
                description:
                  'When requests were last missing from the list, because too many arrived at once. Null: none in 14 days.',
              }),
            }),
            examples: API_REQUESTS_RESPONSES,
          },
          ['validation_error', 'invalid_cursor'],
        ),
      },
    },
    async (request, reply) => (await import('./serve-requests.ts')).listApiRequests(deps, request, reply),
  );
  const load = () => import('./serve-sessions.ts');
  app.post<{ Body: CreateSessionBody | undefined }>(
    '/sessions',
    {
      // The handler reports schema errors together with those that a schema cannot express.
      attachValidation: true,
      schema: {
        operationId: 'createCheckoutSession',
        summary: 'Create a checkout session',
        description:
          'Creates a page where the customer of one order chooses the payment method. Redirect the customer to `url`. Each choice is an ' +
          'ordinary payment of this key, with its webhook; at most one payment of a session completes. There is no idempotency key: after a ' +
          'lost response, create another session. The customer gets only the address that you redirect to, so the lost session expires unpaid.',
        tags: TAGS,
        body: CreateSession,
        response: responses(
          { status: 201, description: 'The session.', schema: ONE, examples: CREATED_SESSION_RESPONSES },
          [
            'payment_method_not_available',
            'amount_too_low',
            'amount_too_high',
            'payload_too_large',
            'unsupported_media_type',
            'validation_error',
          ],
        ),
      },
    },
    async (request, reply) => (await load()).createSession(deps, request, reply),
  );
  const read = async (request: FastifyRequest<{ Params: SessionParams }>, reply: FastifyReply) =>
    (await load()).readSession(deps, request, reply);
  app.get<{ Params: SessionParams }>(
    '/sessions/:session_id',
    {
      schema: {
        operationId: 'readCheckoutSession',
        summary: 'Read a checkout session',
        description: 'One session, with its payments.',
        tags: TAGS,
        params: SessionParams,
        response: responses({ status: 200, description: 'The session.', schema: ONE, examples: SESSION_RESPONSES }, [
          'not_found',
        ]),
      },
    },
    read,
  );
  app.post<{ Params: SessionParams }>(
    '/sessions/:session_id/cancel',
    {
      schema: {
        operationId: 'cancelCheckoutSession',
        summary: 'Cancel a checkout session',
        description:
          'No payment can be started any more, and open payments are cancelled where the provider allows it. Branch on the `status` of ' +
          'the response: a session that was paid stays `paid`, and it is `processing` while a payment may still be paid. ' +
          'Cancelling a session again is not an error.',
        tags: TAGS,
        params: SessionParams,
        response: responses({ status: 200, description: 'The session.', schema: ONE, examples: SESSION_RESPONSES }, [
          'not_found',
          'payload_too_large',
          'unsupported_media_type',
          'validation_error',
        ]),
      },
    },
    async (request, reply) => (await load()).cancelSession(deps, request, reply),
  );
}
