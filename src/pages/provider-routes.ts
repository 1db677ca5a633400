import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYMENT_METHODS } from '../domain/payment.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { firstFields } from '../lib/first-fields.ts';
import type { Log } from '../lib/log.ts';
import { paymentTag } from '../providers/payment-page.ts';
import type { Incoming } from '../providers/provider.ts';
import { seeOther } from './headers.ts';
import { sendMessage, sendNotFound } from './messages.ts';
import { showOutcome } from './outcome-page.ts';
import { addressOf, countRequest, countVisit } from './page-limit.ts';
import type { PagesDeps } from './pages-deps.ts';
import { payersOf } from './payer-cookie.ts';

/** More than any notification of a provider holds. */
const BODY_LIMIT_BYTES = 16 * 1024;
/** Stripe names no limit: an endpoint may be sent events of every kind, with whole objects in them. */
const EVENT_LIMIT_BYTES = 64 * 1024;

interface Address {
  Params: { method?: string; '*': string };
}

/**
 * Where providers report, and customers come back: `/providers/<method>/…`. Nothing that comes in here is believed. Bodies
 * reach the provider as they were sent, because signatures are over their bytes.
 */
export function providerRoutes(app: FastifyInstance, deps: PagesDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const route = (url: string, bodyLimit: number) =>
    app.route<Address>({
      method: ['GET', 'POST'],
      url,
      bodyLimit,
      schema: { hide: true },
      handler: (request, reply) => receive(deps, request, reply),
    });
  route('/:method/*', BODY_LIMIT_BYTES);
  route('/card/*', EVENT_LIMIT_BYTES);
}

async function receive(deps: PagesDeps, request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const { receive, box } = deps;
  const exchange = { request, reply, isWidget: false };
  const { method: named = 'card' } = request.params;
  const method = PAYMENT_METHODS.find((one) => one === named);
  if (!method) {
    await countRequest(deps.pages, request);
    return sendNotFound(exchange);
  }
  const payers = payersOf(request, deps, method);
  const sender = { address: addressOf(request), payers };
  const received = await receive(method, incomingOf(request), sender, request.log as Log);
  if (!received) return sendNotFound(exchange);
  const { answer, payment } = received;
  if (payment) noteOnRequest(request, { paymentId: payment.id });
  if (typeof answer === 'object') {
    return reply.code(answer.status).type('text/plain; charset=utf-8').send(answer.body);
  }
  if (!payment) return sendMessage(exchange, 200, 'returned');
  if (answer === 'visitor') {
    // A provider's numbers can be guessed. Whoever we have not led there is thanked, and told nothing.
    if (!payers.includes(payment.id)) return sendMessage(exchange, 200, 'returned');
    await countVisit(deps.visits, payment.id);
    return showOutcome(deps, payment, exchange);
  }
  // From /providers/<method>/<one name>, relative: a proxy in front may have taken a path of PUBLIC_URL away.
  return seeOther(reply, `../../pay/${payment.id}/${paymentTag(box, payment.id)}`);
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
