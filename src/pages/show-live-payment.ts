import type { FastifyReply } from 'fastify';
import { isFinal, type Payment } from '../core/payment.ts';
import type { Step } from '../core/payment-history.ts';
import { seeOther } from '../http/form-fields.ts';
import { logOf } from '../http/note-on-request.ts';
import { rememberPayer } from '../http/payer-cookie.ts';
import { stepOn } from '../http/preview-cookie.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { isClosedTo, sendClosed } from './closed-website.ts';
import { beforeHostedForm } from './current-payment.ts';
import { FRESH_FORM } from './form-state.ts';
import { pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { factsOf } from './payment-facts.ts';
import { type Exchange, languageOf, sendPage } from './send-page.ts';
import { livePaymentPage } from './views/live-payment-page.ts';
import { hasPageScript } from './views/result.ts';

/**
 * The page of a live payment: the link to the provider's page if there is one, else waiting for the result, or the outcome. No card number
 * and no PIN is ever entered here.
 */
export async function showLivePayment(deps: PagesDeps, payment: Payment, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const language = languageOf(request);
  const provider = deps.providerFor(payment.mode, payment.method);
  const isWayThere = provider?.hostedForm !== undefined || provider?.hostedPage !== undefined;
  const current = isWayThere ? await beforeHostedForm(deps, payment, logOf(request)) : payment;
  const isOpen = !isFinal(current.status);
  const record = (step: Step) => deps.recordStep(current, stepOn(request, deps, current, step));
  if (isWayThere && (await isClosedTo(deps, current))) return sendClosed(deps, exchange, current);
  const page = isOpen ? provider?.hostedPage?.(current) : undefined;
  if (page !== undefined) {
    rememberPayer(reply, deps, current);
    record({ name: 'sent_to_provider' });
    return seeOther(reply, page);
  }
  // A subscription's charge must not also be paid on a page.
  const form = isOpen && current.subscriptionId === null ? provider?.hostedForm?.(current, language) : undefined;
  // No attempt is known, and the form is no longer offered.
  const isTimeOver = isWayThere && current.subscriptionId === null && current.providerRef === null;
  if (!isOpen) record({ name: 'outcome_seen', facts: { result: current.status } });
  else if (form) record({ name: 'opened', facts: { place: 'page' } });
  const facts = await factsOf(deps, current, request);
  const html = livePaymentPage(
    {
      payment: current,
      ...facts,
      language,
      texts: TEXTS[language],
      state: FRESH_FORM,
      isWidget: false,
      action: '',
      freshHref: pageHref(language, ''),
    },
    form ?? (isTimeOver ? 'time_is_over' : undefined),
    (other) => pageHref(other, ''),
  );
  const seconds = form?.freshForSeconds ?? facts.reloadSeconds;
  if (isOpen && seconds) reply.header('refresh', String(seconds));
  return sendPage(reply, {
    html,
    merchant: facts.merchant,
    hasScript: hasPageScript({ payment: current }),
    formTarget: form && new URL(form.action).origin,
  });
}
