import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFinal, MODES, type Payment } from '../../core/payment.ts';
import { findPayment, findPaymentByProviderRef } from '../../features/payments/store/find-payment.ts';
import { countVisit } from '../../http/count-request.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { logOf, noteOnRequest } from '../../http/note-on-request.ts';
import type { CardWidget } from '../../providers/card-widget.ts';
import { isClosedTo, sendClosed } from '../closed-website.ts';
import { currentPayment } from '../current-payment.ts';
import { type FormSession, FRESH_FORM, openSession, sealSession } from '../form-state.ts';
import { pageHref } from '../page-href.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { isPaidHere, showPayment, submitPayment } from '../payment-form.ts';
import { languageOf, sendNotFound } from '../send-page.ts';
import { showLiveCard, submitLiveCard } from './live-card.ts';
import { openingPage, sendWidgetPage, widgetScript } from './send-widget-page.ts';

const SCRIPT = widgetScript();

/** Sends the script for the merchant's page. It creates the frame. */
export function sendScript(reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type('text/javascript; charset=utf-8')
    .send(SCRIPT);
}

/** Shows the page in the frame: the one that waits for the client secret, the card form, or the result. */
export async function showCard(deps: PagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const exchange = { request, reply, isWidget: true };
  const session = sessionOf(deps, request);
  // Also for an expired session: the page around the frame has the client secret, and opens a new session with it.
  if (queryField(request, 's') === '' || session === 'expired') {
    return sendWidgetPage(reply, { html: openingPage(languageOf(request)) });
  }
  const payment = await paymentOfSession(deps, request, session);
  if (!payment) return sendNotFound(exchange);
  if (!isPaidHere(deps, payment)) return showLiveCard(deps, payment, exchange);
  if (await isClosedTo(deps, payment)) return sendClosed(deps, exchange, payment);
  return showPayment(deps, payment, exchange);
}

/**
 * Opens a session with the client secret, which arrives by a message and a form, never in a URL. From then on the URL contains a sealed
 * session for that payment only.
 */
export async function openCard(deps: PagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const payment = await paymentOfSecret(deps, request);
  if (!payment) return sendNotFound({ request, reply, isWidget: true });
  if (!isFinal(payment.status)) deps.recordStep(payment, { name: 'opened', facts: { place: 'widget' } });
  const session = sealSession(deps.box, { paymentId: payment.id, state: FRESH_FORM }, deps.clock());
  return seeOther(reply, `../card${pageHref(languageOf(request), session)}`);
}

/** Takes the card form. */
export async function submitCard(deps: PagesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const exchange = { request, reply, isWidget: true };
  const session = sessionOf(deps, request);
  if (session === 'expired') return seeOther(reply, pageHref(languageOf(request), ''));
  const payment = await paymentOfSession(deps, request, session);
  if (!payment) return sendNotFound(exchange);
  if (!isPaidHere(deps, payment)) return submitLiveCard(deps, payment, exchange);
  if (await isClosedTo(deps, payment)) return sendClosed(deps, exchange, payment);
  return seeOther(reply, await submitPayment(deps, payment, exchange));
}

function sessionOf({ box, clock }: PagesDeps, request: FastifyRequest): FormSession | 'expired' | undefined {
  return openSession(box, queryField(request, 's'), clock());
}

async function paymentOfSession(
  deps: PagesDeps,
  request: FastifyRequest,
  session: FormSession | undefined,
): Promise<Payment | undefined> {
  if (!session) return undefined;
  await countVisit(deps.visits, session.paymentId);
  const payment = await currentPayment(deps, session.paymentId, logOf(request));
  return payment && forWidget(payment, request);
}

/** Both values of the create response must match. This proves that the client has them. */
async function paymentOfSecret(deps: PagesDeps, request: FastifyRequest): Promise<Payment | undefined> {
  const given = {
    clientSecret: formField(request, 'client_secret'),
    publishableKey: formField(request, 'publishable_key'),
  };
  for (const mode of MODES) {
    const widget = deps.providerFor(mode, 'card')?.widget;
    const found = widget && (await namedPayment(deps, widget, given.clientSecret));
    if (found?.mode !== mode || !widget?.opens(found, given)) continue;
    await countVisit(deps.visits, found.id);
    const payment = await currentPayment(deps, found.id, logOf(request));
    return payment && forWidget(payment, request);
  }
  return undefined;
}

async function namedPayment({ db }: PagesDeps, widget: CardWidget, clientSecret: string): Promise<Payment | undefined> {
  const named = widget.paymentOf(clientSecret);
  if (!named) return undefined;
  return 'paymentId' in named
    ? findPayment(db, named.paymentId)
    : findPaymentByProviderRef(db, 'card', named.providerRef);
}

function forWidget(payment: Payment, request: FastifyRequest): Payment | undefined {
  if (payment.method !== 'card') return undefined;
  noteOnRequest(request, { paymentId: payment.id });
  return payment;
}
