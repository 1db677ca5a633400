import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFinal, type Payment } from '../core/payment.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { type Exchange, languageOf, sendMessage, sendNotFound, sendUnknownPayment } from './messages.ts';
import { sameHrefIn } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { factsOf } from './payment-facts.ts';
import { sendFailure } from './send-failure.ts';
import { sendPage } from './send-page.ts';
import { outcomePage } from './views/outcome-page.ts';

/** The pages for a browser that returns from a provider, for the inbound routes. */
export function returningPages(deps: Pick<PagesDeps, 'db' | 'clock' | 'providerFor' | 'publicUrl' | 'receiptModes'>) {
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

/**
 * A payment's outcome for a browser that did not prove to be the customer's: no amount, no reference, no address of the payment's page,
 * because transaction ids can be guessed.
 */
async function showOutcome(
  deps: Parameters<typeof factsOf>[0],
  payment: Payment,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const facts = await factsOf(deps, payment, request);
  // Only the customer may read of a dispute.
  const back = facts.back.filter(({ isHeld }) => !isHeld);
  const html = outcomePage({ payment, ...facts, back, texts: TEXTS[language], language }, (other) =>
    sameHrefIn(request.url, other),
  );
  // The provider's ledger may be slower than the customer, so this address checks again.
  if (!isFinal(payment.status) && facts.reloadSeconds) reply.header('refresh', String(facts.reloadSeconds));
  return sendPage(reply, { html, merchant: facts.merchant });
}
