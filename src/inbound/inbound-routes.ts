import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { PAYMENT_METHODS, type Payment } from '../core/payment.ts';
import type { Receive } from '../features/payments/receive-notification.ts';
import { addressOf, countRequest, countVisit } from '../http/count-request.ts';
import { seeOther } from '../http/form-fields.ts';
import { logOf, noteOnRequest } from '../http/note-on-request.ts';
import { redirectedPaymentsOf } from '../http/payer-cookie.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { RateLimit } from '../platform/limits/rate-limits.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';
import { firstFields } from '../platform/text/first-fields.ts';
import { paymentPagePath } from '../providers/payment-page.ts';
import type { Incoming } from '../providers/provider.ts';

/** Larger than any notification of a provider. */
const BODY_LIMIT_BYTES = 16 * 1024;
/** Stripe states no limit: an endpoint may receive events of every kind, with whole objects in them. */
const EVENT_LIMIT_BYTES = 64 * 1024;

interface Address {
  Params: { method?: string; '*': string };
}

/** The pages for a browser that returns from a provider. The composition root connects them. */
interface ReturningPages {
  /** A thank-you page that reveals nothing about a payment. */
  thanks(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** The outcome of a payment, for a browser that this gateway redirected to the provider. */
  outcome(payment: Payment, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** A payment that is not in this store: 404, with its transaction id. */
  unknown(transactionId: number, request: FastifyRequest, reply: FastifyReply): FastifyReply;
  notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Any error: rate limited, body too large, store unavailable. */
  failure(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

export interface InboundDeps {
  readonly box: SecretBox;
  readonly clock: Clock;
  /** The limit of unauthenticated requests from one IP address. */
  readonly pages: RateLimit;
  /** The limit of requests to one payment's page. */
  readonly visits: RateLimit;
  /** Processes a provider's notification or a customer's return. */
  readonly receive: Receive;
  /** Loads the pages with the first one that is shown. */
  readonly loadPages: () => Promise<ReturningPages>;
}

/**
 * The routes for providers' notifications and returning customers: `/providers/<method>/…`. Nothing that arrives here is trusted. Adapters
 * get bodies unparsed, because signatures cover their bytes. Rate limits depend on the content: requests that a provider has signed are not
 * counted.
 */
export async function inboundRoutes(app: FastifyInstance, deps: InboundDeps): Promise<void> {
  const scoped: FastifyPluginAsync = async (scope) => providerScope(scope, deps);
  await app.register(scoped, { prefix: '/providers' });
}

function providerScope(app: FastifyInstance, deps: InboundDeps): void {
  app.setErrorHandler(async (error: Error, request, reply) => (await deps.loadPages()).failure(error, request, reply));
  app.setNotFoundHandler(async (request, reply) => (await deps.loadPages()).notFound(request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const route = (url: string, bodyLimit: number) =>
    app.route<Address>({
      method: ['GET', 'POST'],
      url,
      bodyLimit,
      handler: (request, reply) => receive(deps, request, reply),
    });
  route('/:method/*', BODY_LIMIT_BYTES);
  route('/card/*', EVENT_LIMIT_BYTES);
}

async function receive(
  deps: InboundDeps,
  request: FastifyRequest<Address>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method: named = 'card' } = request.params;
  const method = PAYMENT_METHODS.find((one) => one === named);
  if (!method) {
    await countRequest(deps.pages, request);
    return (await deps.loadPages()).notFound(request, reply);
  }
  const redirectedPayments = redirectedPaymentsOf(request, deps, method);
  const sender = { address: addressOf(request), redirectedPayments };
  const received = await deps.receive(method, incomingOf(request), sender, logOf(request));
  if (!received) return (await deps.loadPages()).notFound(request, reply);
  const { response, payment, unknownId, repeatAfterSeconds } = received;
  const paymentId = payment?.id ?? unknownId;
  if (paymentId !== undefined) noteOnRequest(request, { paymentId });
  if (typeof response === 'object') {
    if (repeatAfterSeconds !== undefined) return reply.code(503).header('retry-after', repeatAfterSeconds).send();
    return reply.code(response.status).type('text/plain; charset=utf-8').send(response.body);
  }
  if (unknownId !== undefined && response === 'visitor')
    return (await deps.loadPages()).unknown(unknownId, request, reply);
  if (paymentId === undefined) return (await deps.loadPages()).thanks(request, reply);
  if (payment && response === 'visitor') {
    // A provider's ids can be guessed. A browser that this gateway did not redirect there gets a thank-you page, and sees no payment.
    if (!redirectedPayments.includes(payment.id)) return (await deps.loadPages()).thanks(request, reply);
    await countVisit(deps.visits, payment.id);
    return (await deps.loadPages()).outcome(payment, request, reply);
  }
  // Relative to /providers/<method>/<name>: a proxy in front may have removed a path of PUBLIC_URL.
  return seeOther(reply, `../../${paymentPagePath(deps.box, paymentId)}`);
}

function incomingOf(request: FastifyRequest<Address>): Incoming {
  const { raw, headers, body, params } = request;
  return {
    path: params['*'],
    method: raw.method === 'POST' ? 'POST' : 'GET',
    query: new URLSearchParams(firstFields(/\?(.*)$/s.exec(raw.url ?? '')?.[1] ?? '')),
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}
