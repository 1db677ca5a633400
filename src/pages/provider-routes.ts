import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYMENT_METHODS } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import { paymentTag } from '../providers/payment-page.ts';
import type { Incoming } from '../providers/provider.ts';
import { seeOther } from './headers.ts';
import { sendMessage, sendNotFound } from './messages.ts';
import { showOutcome } from './outcome-page.ts';
import type { PagesDeps } from './pages-deps.ts';

/** More than any notification of any provider holds. */
const BODY_LIMIT_BYTES = 64 * 1024;

interface Address {
  Params: { method: string; '*': string };
}

/**
 * Where providers report, and customers come back: `/providers/<method>/…`. Nothing that comes in here is believed. Bodies
 * reach the provider as they were sent, because signatures are over their bytes.
 */
export function providerRoutes(app: FastifyInstance, deps: PagesDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.route<Address>({
    method: ['GET', 'POST'],
    url: '/:method/*',
    schema: { hide: true },
    handler: (request, reply) => receive(deps, request, reply),
  });
}

async function receive(deps: PagesDeps, request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const { receive, box } = deps;
  const exchange = { request, reply, isWidget: false };
  const method = PAYMENT_METHODS.find((one) => one === request.params.method);
  const received = method && (await receive(method, incomingOf(request), request.log as Log));
  if (!received) return sendNotFound(exchange);
  const { answer, payment } = received;
  if (payment) request.transactionId = String(payment.id);
  if (typeof answer === 'object') {
    return reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(answer.body);
  }
  if (!payment) return sendMessage(exchange, 200, 'returned');
  if (answer === 'visitor') return showOutcome(deps, payment, exchange);
  // From /providers/<method>/<one name>, relative: a proxy in front may have taken a path of PUBLIC_URL away.
  return seeOther(reply, `../../pay/${payment.id}/${paymentTag(box, payment.id)}`);
}

function incomingOf(request: FastifyRequest<Address>): Incoming {
  const { raw, headers, body, params } = request;
  return {
    path: params['*'],
    method: raw.method === 'POST' ? 'POST' : 'GET',
    query: new URLSearchParams(/\?(.*)$/s.exec(raw.url ?? '')?.[1] ?? ''),
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}
