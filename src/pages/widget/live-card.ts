import type { FastifyReply } from 'fastify';
import { isFinal, type Payment } from '../../core/payment.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { logOf } from '../../http/note-on-request.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { FormState } from '../../providers/payment-form.ts';
import { isClosedTo, sendClosed } from '../closed-website.ts';
import { queryProvider } from '../current-payment.ts';
import { FRESH_FORM, openSession, sealSession } from '../form-state.ts';
import { pageHref } from '../page-href.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { factsOf } from '../payment-facts.ts';
import { type Exchange, languageOf, sendMessage } from '../send-page.ts';
import { liveCardPage } from './live-card-page.ts';
import { sendWidgetPage } from './send-widget-page.ts';

const SUBMITTED: FormState = { step: 'submitted', kept: {}, errors: {} };

/**
 * The card widget's page of a live payment: the provider's card fields, waiting for the result, or the outcome. No card number is ever sent
 * here: the fields are in the provider's own frame.
 */
export async function showLiveCard(deps: PagesDeps, payment: Payment, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const fields = deps.providerFor(payment.mode, payment.method)?.cardFields;
  if (!fields) return sendMessage(exchange, 503, 'unavailable');
  const language = languageOf(request);
  const hrefOf = (state: FormState) =>
    pageHref(language, sealSession(deps.box, { paymentId: payment.id, state }, deps.clock()));
  const session = queryField(request, 's');
  const opened = openSession(deps.box, session, deps.clock());
  const isWaiting = typeof opened === 'object' && opened.state.step === 'submitted';
  const current = isWaiting && !isFinal(payment.status) ? await queryProvider(deps, payment, logOf(request)) : payment;
  const isOpen = !isFinal(current.status);
  if (!isWaiting && (await isClosedTo(deps, current))) return sendClosed(deps, exchange, current);
  if (!isOpen) deps.recordStep(current, { name: 'outcome_seen', facts: { result: current.status } });
  const facts = await factsOf(deps, current, request);
  const page = liveCardPage(
    {
      payment: current,
      ...facts,
      language,
      texts: TEXTS[language],
      state: FRESH_FORM,
      isWidget: true,
      action: pageHref(language, session),
      freshHref: hrefOf(isWaiting ? SUBMITTED : FRESH_FORM),
    },
    {
      fields,
      isWaiting,
      startHref: hrefOf(FRESH_FORM),
    },
  );
  // A header instead of a <meta>, which does the same but is reported by accessibility checkers. The page has a link as well. It leads to a
  // new session, so that a customer who waits long does not return to the form.
  if (isOpen && isWaiting && facts.reloadSeconds) {
    reply.header('refresh', `${facts.reloadSeconds}; url=${hrefOf(SUBMITTED)}`);
  }
  return sendWidgetPage(reply, { html: page, cardSources: isOpen ? fields.sources : undefined });
}

/** Processes what a live card page sends: a cancellation, or a hint to verify with the provider. */
export async function submitLiveCard(deps: PagesDeps, payment: Payment, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const hrefOf = (state: FormState) =>
    pageHref(languageOf(request), sealSession(deps.box, { paymentId: payment.id, state }, deps.clock()));
  const isCancelled = formField(request, 'action') === 'cancel';
  if (!isFinal(payment.status)) deps.recordStep(payment, { name: isCancelled ? 'cancelled' : 'submitted' });
  if (!isCancelled) return seeOther(reply, hrefOf(SUBMITTED));
  if ((await deps.verifications.consume(`page:${payment.id}`)) > 0) return seeOther(reply, hrefOf(SUBMITTED));
  const current = await deps.giveUp(payment, logOf(request));
  return current ? seeOther(reply, hrefOf(FRESH_FORM)) : sendMessage(exchange, 503, 'unavailable');
}
