import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../core/ids.ts';
import { isFinal, type Payment } from '../core/payment.ts';
import { findSessionOfPayment } from '../features/checkout/store/sessions.ts';
import { countRequest, countVisit } from '../http/count-request.ts';
import { formField, seeOther } from '../http/form-fields.ts';
import { logOf } from '../http/note-on-request.ts';
import { isMailAddress } from '../platform/mail/mail-address.ts';
import { isPaymentTag } from '../providers/payment-page.ts';
import { isClosedTo, sendClosed } from './closed-website.ts';
import { currentPayment } from './current-payment.ts';
import { isLanguageSwitch, pageHref, sessionHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { type ReceiptMail, receiptMailOf } from './payment-facts.ts';
import { isPaidHere, showPayment, submitPayment } from './payment-form.ts';
import { languageOf, sendNotFound, sendUnknownPayment } from './send-page.ts';
import { showLivePayment } from './show-live-payment.ts';

export interface PaymentAddress {
  Params: { transaction_id: string; tag: string };
}

/** Shows a payment's page: the form, the link to its provider's page, or the result. */
export async function showPaymentPage(
  deps: PagesDeps,
  request: FastifyRequest<PaymentAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = { request, reply, isWidget: false };
  const payment = await payableAt(deps, request);
  if (typeof payment === 'number') return sendUnknownPayment(exchange, payment);
  if (!payment) return sendNotFound(exchange);
  const elsewhere = await paidElsewhere(deps, payment, request);
  if (elsewhere !== undefined) return seeOther(reply, elsewhere);
  if (!isPaidHere(deps, payment)) return showLivePayment(deps, payment, exchange);
  if (await isClosedTo(deps, payment)) return sendClosed(deps, exchange, payment);
  return showPayment(deps, payment, exchange);
}

/** Takes a form of a payment's page: a step of the payment, the request for a receipt, or another language. */
export async function submitPaymentPage(
  deps: PagesDeps,
  request: FastifyRequest<PaymentAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = { request, reply, isWidget: false };
  const payment = await payableAt(deps, request);
  if (typeof payment === 'number') return sendUnknownPayment(exchange, payment);
  if (!payment) return sendNotFound(exchange);
  const elsewhere = await paidElsewhere(deps, payment, request);
  if (elsewhere !== undefined) return seeOther(reply, elsewhere);
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
}

/**
 * The payment of an address; only its id if this gateway signed the address and the payment is not in the store. A payment by `card` is paid
 * in the widget: here it is found only for its receipt.
 */
async function payableAt(
  deps: PagesDeps,
  request: FastifyRequest<PaymentAddress>,
): Promise<Payment | number | undefined> {
  const { transaction_id: transactionId, tag } = request.params;
  const id = parseTransactionId(transactionId);
  if (id === undefined || !isPaymentTag(deps.box, id, tag)) return undefined;
  await countVisit(deps.visits, id);
  const payment = await currentPayment(deps, id, logOf(request));
  if (!payment) return id;
  return payment.method === 'card' && payment.status !== 'completed' ? undefined : payment;
}

/**
 * The page of the session of an open payment, if another payment has paid the session: the customer must not pay twice. Contract:
 * CHECKOUT-5.
 */
async function paidElsewhere(
  { db, publicUrl }: PagesDeps,
  payment: Payment,
  request: FastifyRequest,
): Promise<string | undefined> {
  const session = isFinal(payment.status) ? undefined : await findSessionOfPayment(db, payment);
  if (!session || session.paidPaymentId === null) return undefined;
  return `${sessionHref(publicUrl, session.code)}${pageHref(languageOf(request), '')}`;
}

/** Whether the request is the form for a receipt by e-mail. */
function isReceiptForm(request: FastifyRequest): boolean {
  return formField(request, 'action') === 'receipt' && !isLanguageSwitch(request);
}

/**
 * Queues the receipt for the address in the form, and returns the address to continue at. The page shows the same text
 * for every address, even after too many requests for the payment or the address. The e-mail contains nothing that the
 * customer entered. Throws ApiError `rate_limit_exceeded` after too many requests by the client.
 */
async function submitReceiptForm(deps: PagesDeps, payment: Payment, request: FastifyRequest): Promise<string> {
  const address = formField(request, 'email').trim();
  const result: ReceiptMail = isMailAddress(address) ? 'requested' : 'wrong';
  if (result === 'requested' && receiptMailOf(deps, payment, request) !== undefined) {
    await countRequest(deps.receiptsByClient, request);
    if (await isCounted(deps, payment, address)) await deps.requestReceipt(payment, address);
  }
  return `${pageHref(languageOf(request), '')}&receipt=${result}`;
}

/**
 * Counts a request, first for its payment: requests that the payment does not allow must not use up the limit of an address that may be
 * someone else's.
 */
async function isCounted(deps: PagesDeps, payment: Payment, address: string): Promise<boolean> {
  if (!(await deps.mayRequestReceipt(payment)) || (await deps.receiptsByPayment.consume(String(payment.id))) > 0)
    return false;
  return (await deps.receipts.consume(deps.box.tag('receipt-address', address.toLowerCase()))) === 0;
}
