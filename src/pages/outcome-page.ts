import type { FastifyReply } from 'fastify';
import { isFinal, type Payment } from '../core/payment.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { type Exchange, languageOf } from './messages.ts';
import { sameHrefIn } from './page-href.ts';
import { factsOf } from './payment-facts.ts';
import { sendPage } from './send-page.ts';
import { outcomePage } from './views/outcome-page.ts';

/**
 * A payment's outcome for a browser that did not prove to be the customer's: no amount, no reference, no address of the payment's page,
 * because transaction ids can be guessed.
 */
export async function showOutcome(
  deps: Parameters<typeof factsOf>[0],
  payment: Payment,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const facts = await factsOf(deps, payment, request);
  const html = outcomePage({ payment, ...facts, texts: TEXTS[language], language }, (other) =>
    sameHrefIn(request.url, other),
  );
  // The provider's ledger may be slower than the customer, so this address checks again.
  if (!isFinal(payment.status) && facts.reloadSeconds) reply.header('refresh', String(facts.reloadSeconds));
  return sendPage(reply, { html, merchant: facts.merchant });
}
