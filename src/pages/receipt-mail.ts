import type { FastifyRequest } from 'fastify';
import type { Payment } from '../core/payment.ts';
import { formField } from '../http/form-fields.ts';
import { isMailAddress } from '../platform/mail/mail-address.ts';
import { languageOf } from './messages.ts';
import { pageHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { type ReceiptMail, receiptMailOf } from './payment-facts.ts';

/** Whether the request is the form for a receipt by e-mail. */
export function isReceiptForm(request: FastifyRequest): boolean {
  return formField(request, 'action') === 'receipt';
}

/**
 * Queues the receipt for the address in the form, and returns the address to continue at. The page says the same for every address, and also
 * after too many requests. The e-mail contains nothing that the customer entered.
 */
export async function submitReceiptForm(deps: PagesDeps, payment: Payment, request: FastifyRequest): Promise<string> {
  const address = formField(request, 'email').trim();
  const result: ReceiptMail = isMailAddress(address) ? 'requested' : 'wrong';
  if (result === 'requested' && receiptMailOf(deps, payment, request) !== undefined) {
    const waitSeconds = await deps.receipts.consume(deps.box.tag('receipt-address', address.toLowerCase()));
    if (waitSeconds === 0) await deps.requestReceipt(payment, address);
  }
  return `${pageHref(languageOf(request), '')}&receipt=${result}`;
}
