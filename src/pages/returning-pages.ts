import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Payment } from '../core/payment.ts';
import { sendMessage, sendNotFound, sendUnknownPayment } from './messages.ts';
import { showOutcome } from './outcome-page.ts';
import type { PagesDeps } from './pages-deps.ts';
import { sendFailure } from './send-failure.ts';

/** The pages for a browser that returns from a provider, for the inbound routes. */
export function returningPages(deps: Pick<PagesDeps, 'db' | 'clock' | 'providerFor' | 'publicUrl'>) {
  const exchange = (request: FastifyRequest, reply: FastifyReply) => ({ request, reply, isWidget: false });
  return {
    thanks: (request: FastifyRequest, reply: FastifyReply) => sendMessage(exchange(request, reply), 200, 'returned'),
    unknown: (transactionId: number, request: FastifyRequest, reply: FastifyReply) =>
      sendUnknownPayment(exchange(request, reply), transactionId),
    outcome: (payment: Payment, request: FastifyRequest, reply: FastifyReply) =>
      showOutcome(deps, payment, exchange(request, reply)),
    notFound: (request: FastifyRequest, reply: FastifyReply) => sendNotFound(exchange(request, reply)),
    failure: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendFailure(error, exchange(request, reply)),
  };
}
