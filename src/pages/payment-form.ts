import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFinal, type Payment } from '../core/payment.ts';
import type { Step } from '../core/payment-history.ts';
import { formField, queryField } from '../http/form-fields.ts';
import { stepOn } from '../http/preview-cookie.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { firstCharacters } from '../platform/text/printable.ts';
import type { FormDecision, FormState, PaymentForm } from '../providers/payment-form.ts';
import { FRESH_FORM, openSession, sealSession } from './form-state.ts';
import { isLanguageSwitch, pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { factsOf } from './payment-facts.ts';
import { type Exchange, languageOf, sendPage } from './send-page.ts';
import { hasFormScript, paymentPage } from './views/payment-page.ts';
import { hasPageScript } from './views/result.ts';
import { sendWidgetPage } from './widget/send-widget-page.ts';
import { widgetPage } from './widget/widget-page.ts';

/** Whether the customer pays on this gateway's page, and not on the provider's page or in its fields. */
export function isPaidHere({ providerFor }: Pick<PagesDeps, 'providerFor'>, { mode, method }: Payment): boolean {
  return providerFor(mode, method)?.form !== undefined;
}

/**
 * Shows a payment: its form, that it is processing, or its result. If the language switch sent the form, it shows the typed values again,
 * except secrets and card numbers.
 */
export async function showPayment(
  deps: PagesDeps,
  payment: Payment,
  { request, reply, isWidget }: Exchange,
): Promise<FastifyReply> {
  const { box, clock, providerFor, recordStep } = deps;
  const language = languageOf(request);
  const session = queryField(request, 's');
  const opened = stateFor(openSession(box, session, clock()), payment);
  const fresh = freshSession({ box, clock }, payment, isWidget);
  const current = opened === FRESH_FORM ? fresh : session;
  const isSwitch = isLanguageSwitch(request);
  const state = isSwitch && opened.step === 'start' ? { ...opened, kept: keptOf(request) } : opened;
  const form = formOf(providerFor, payment);
  const facts = await factsOf(deps, payment, request);
  const record = (step: Step) => recordStep(payment, stepOn(request, deps, payment, step));
  if (isFinal(payment.status)) record({ name: 'outcome_seen', facts: { result: payment.status } });
  else if (form && !isWidget && session === '' && !isSwitch) record({ name: 'opened', facts: { place: 'page' } });
  const view = {
    payment,
    ...facts,
    language,
    texts: TEXTS[language],
    state,
    isWidget,
    action: pageHref(language, current),
    freshHref: pageHref(language, fresh),
  };
  // A header instead of a <meta>, which does the same but is reported by accessibility checkers. The page has a link as well.
  if (!isFinal(payment.status) && !form && facts.reloadSeconds) reply.header('refresh', String(facts.reloadSeconds));
  if (isWidget) return sendWidgetPage(reply, { html: widgetPage(view, form) });
  return sendPage(reply, {
    html: paymentPage(view, form, (other) => pageHref(other, current)),
    merchant: facts.merchant,
    hasScript: isFinal(payment.status) ? hasPageScript(view) : hasFormScript(form),
  });
}

/**
 * Processes a submitted form, updates the payment, and returns the address to continue at: always a query, relative to the page's address.
 * Of two concurrent submits one settles the payment, and both lead to the same result. A payment that is final, or whose customer has
 * already paid, does not change. If the session has expired, the form starts again.
 */
export async function submitPayment(
  { box, settle, begin, recordStep, clock, providerFor }: PagesDeps,
  payment: Payment,
  { request, isWidget }: Pick<Exchange, 'request' | 'isWidget'>,
): Promise<string> {
  const language = languageOf(request);
  const href = (state: FormState) => pageHref(language, sealSession(box, { paymentId: payment.id, state }, clock()));
  const done = pageHref(language, freshSession({ box, clock }, payment, isWidget));
  const session = openSession(box, queryField(request, 's'), clock());
  const form = formOf(providerFor, payment);
  if (isFinal(payment.status) || !form || session === 'expired') return done;

  const field = (name: string) => formField(request, name);
  const decision = form.submit({ field, state: stateFor(session, payment), nowUs: clock() });
  const step = stepOn(request, { box, clock }, payment, stepOf(decision));
  switch (decision.kind) {
    case 'ask':
      recordStep(payment, step);
      return href(decision.state);
    case 'authenticate':
      await begin(payment, undefined, step);
      return href(decision.state);
    case 'wait':
      await begin(payment, decision.provider, step);
      return done;
    case 'settle':
      await settle(payment, decision.outcome, { cardToken: decision.cardToken, step });
      return done;
  }
}

/** Undefined once the customer has submitted, because no input is needed any more. */
function formOf(providerFor: PagesDeps['providerFor'], payment: Payment): PaymentForm | undefined {
  const provider = providerFor(payment.mode, payment.method);
  return provider?.isSubmitted?.(payment) ? undefined : provider?.form?.(payment);
}

/** The typed values that a form shows again. They are never in an address: the response to the form contains them. */
function keptOf(request: FastifyRequest): FormState['kept'] {
  const typed = (name: string, most: number) => firstCharacters(formField(request, name), most);
  return { phone: typed('phone', 40), expiry: typed('expiry', 10), name: typed('name', 100) };
}

/** A widget's page is found only by its session, so it has a session even when its form starts again. */
function freshSession({ box, clock }: Pick<PagesDeps, 'box' | 'clock'>, payment: Payment, isWidget: boolean): string {
  return isWidget ? sealSession(box, { paymentId: payment.id, state: FRESH_FORM }, clock()) : '';
}

/** A session of another payment, or an expired one, is ignored. */
function stateFor(session: ReturnType<typeof openSession>, payment: Payment): FormState {
  if (session === 'expired' || session?.paymentId !== payment.id) return FRESH_FORM;
  return isFinal(payment.status) ? FRESH_FORM : session.state;
}

/**
 * The step that a submitted form adds to the payment's history: the entry and its result, but not the entered value.
 */
function stepOf(decision: FormDecision): Step {
  switch (decision.kind) {
    case 'ask': {
      const { errors, kept } = decision.state;
      const refused = Object.values(errors).join(' ');
      if (refused !== '') return { name: 'entry_refused', facts: { errors: refused } };
      return {
        name: 'number_given',
        ...(kept.phone !== undefined && { facts: { phone: `…${kept.phone.slice(-2)}` } }),
      };
    }
    case 'authenticate':
      return { name: 'authentication_asked' };
    case 'wait':
      return { name: 'submitted', facts: { result: 'waiting' } };
    case 'settle': {
      const { outcome } = decision;
      const result = outcome.status === 'failed' ? outcome.failureReason : outcome.status;
      return result === 'cancelled' ? { name: 'cancelled' } : { name: 'submitted', facts: { result } };
    }
  }
}
