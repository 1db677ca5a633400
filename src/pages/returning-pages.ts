import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFinal, type Payment } from '../core/payment.ts';
import { type Html, html } from '../platform/html/html.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import type { Language } from '../platform/messages/language.ts';
import { paymentLayout } from './layout.ts';
import { sameHrefIn } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { factsOf, type PaymentFacts } from './payment-facts.ts';
import {
  type Exchange,
  languageOf,
  sendFailure,
  sendMessage,
  sendNotFound,
  sendPage,
  sendUnknownPayment,
} from './send-page.ts';
import { details } from './views/order-summary.ts';
import { waitingView, whomToAsk } from './views/processing.ts';
import { resultClass, resultHead, resultText, titleAndState } from './views/result.ts';
import type { PaymentView } from './views/view.ts';
import { wayBack } from './views/way-back.ts';

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
  // The address of a checkout session shows the order.
  const shown = { payment, ...facts, back, session: undefined };
  const html = outcomePage({ ...shown, texts: TEXTS[language], language }, (other) => sameHrefIn(request.url, other));
  // The provider's ledger may be slower than the customer, so this address checks again.
  if (!isFinal(payment.status) && facts.reloadSeconds) reply.header('refresh', String(facts.reloadSeconds));
  return sendPage(reply, { html, merchant: facts.merchant });
}

/** A payment's outcome, and the way back to the merchant: no amount, and nothing about the order. */
function outcomePage(
  view: Pick<PaymentView, keyof PaymentFacts | 'payment' | 'texts' | 'language'>,
  hrefIn: (language: Language) => string,
): Html {
  const { payment, texts, language } = view;
  const isOver = isFinal(payment.status);
  const content = html`<section class="${isOver ? resultClass(view) : 'sheet end'}">
${isOver ? html`${resultHead(view)}${resultText(view)}` : waitingView({ ...view, freshHref: hrefIn(language) })}
${wayBack(view, { reference: null, isQuiet: !isOver })}
</section>
<section class="sheet">${details(whomToAsk(view))}</section>`;
  const head = isOver ? titleAndState(view) : { title: texts.processing, state: 'waiting' as const };
  return paymentLayout(view, { ...head, content }, hrefIn);
}
