import type { FastifyRequest } from 'fastify';
import type { Payment } from '../core/payment.ts';
import { countRequest } from '../http/count-request.ts';
import { formField } from '../http/form-fields.ts';
import { isMailAddress } from '../platform/mail/mail-address.ts';
import { languageOf } from './messages.ts';
import { isLanguageSwitch, pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { type ReceiptMail, receiptMailOf } from './payment-facts.ts';

/** Whether the request is the form for a receipt by e-mail. */
export function isReceiptForm(request: FastifyRequest): boolean {
  return formField(request, 'action') === 'receipt' && !isLanguageSwitch(request);
}

/**
 * Queues the receipt for the address in the form, and returns the address to continue at. The page shows the same text
 * for every address, even after too many requests for the payment or the address. The e-mail contains nothing that the
 * customer entered. Throws ApiError `rate_limit_exceeded` after too many requests by the client.
 */
export async function submitReceiptForm(deps: PagesDeps, payment: Payment, request: FastifyRequest): Promise<string> {
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
