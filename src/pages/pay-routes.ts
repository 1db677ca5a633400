import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../core/ids.ts';
import { isFinal, type Payment } from '../core/payment.ts';
import type { Step } from '../core/payment-history.ts';
import { countVisit } from '../http/count-request.ts';
import { seeOther } from '../http/form-fields.ts';
import { logOf } from '../http/log-of.ts';
import { rememberPayer } from '../http/payer-cookie.ts';
import { stepOn } from '../http/preview-cookie.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { isPaymentTag } from '../providers/payment-page.ts';
import { isClosedTo, sendClosed } from './closed-website.ts';
import { beforeHostedForm, currentPayment } from './current-payment.ts';
import { FRESH_FORM } from './form-state.ts';
import { isLanguageSwitch } from './language-switch.ts';
import { type Exchange, languageOf, sendNotFound, sendUnknownPayment } from './messages.ts';
import { pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { factsOf } from './payment-facts.ts';
import { isPaidHere, showPayment, submitPayment } from './payment-form.ts';
import { isReceiptForm, submitReceiptForm } from './receipt-mail.ts';
import { sendPage } from './send-page.ts';
import { livePaymentPage } from './views/live-payment-page.ts';
import { hasPageScript } from './views/result.ts';

const ADDRESS = '/:transaction_id/:tag';

interface Address {
  Params: { transaction_id: string; tag: string };
}

/** A payment's page: the form, the link to its provider's page, or the result. */
export function payRoutes(app: FastifyInstance, deps: PagesDeps): void {
  app.get<Address>(ADDRESS, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    if (typeof payment === 'number') return sendUnknownPayment(exchange, payment);
    if (!payment) return sendNotFound(exchange);
    if (!isPaidHere(deps, payment)) return showLivePayment(deps, payment, exchange);
    if (await isClosedTo(deps, payment)) return sendClosed(deps, exchange, payment);
    return showPayment(deps, payment, exchange);
  });

  app.post<Address>(ADDRESS, async (request, reply) => {
    const exchange = { request, reply, isWidget: false };
    const payment = await payableAt(deps, request);
    if (typeof payment === 'number') return sendUnknownPayment(exchange, payment);
    if (!payment) return sendNotFound(exchange);
    if (isReceiptForm(request)) return seeOther(reply, await submitReceiptForm(deps, payment, request));
    if (!isPaidHere(deps, payment)) {
      // A page that leads to a provider has no form fields, so nothing can be submitted from it. A result has the
      // fields of its receipt.
      const isResult = isLanguageSwitch(request) && isFinal(payment.status);
      return isResult ? showLivePayment(deps, payment, exchange) : seeOther(reply, pageHref(languageOf(request), ''));
    }
    if (await isClosedTo(deps, payment)) return sendClosed(deps, exchange, payment);
    if (isLanguageSwitch(request)) return showPayment(deps, payment, exchange);
    return seeOther(reply, await submitPayment(deps, payment, exchange));
  });
}

/**
 * The payment of an address; only its id if this gateway signed the address and the payment is not in the store. A payment by `card` is paid
 * in the widget: here it is found only for its receipt.
 */
async function payableAt(deps: PagesDeps, request: FastifyRequest<Address>): Promise<Payment | number | undefined> {
  const { transaction_id: transactionId, tag } = request.params;
  const id = parseTransactionId(transactionId);
  if (id === undefined || !isPaymentTag(deps.box, id, tag)) return undefined;
  await countVisit(deps.visits, id);
  const payment = await currentPayment(deps, id, logOf(request));
  if (!payment) return id;
  return payment.method === 'card' && payment.status !== 'completed' ? undefined : payment;
}

/**
 * The page of a live payment: the link to the provider's page if there is one, else waiting for the result, or the outcome. No card number
 * and no PIN is ever entered here.
 */
async function showLivePayment(deps: PagesDeps, payment: Payment, exchange: Exchange): Promise<FastifyReply> {
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
