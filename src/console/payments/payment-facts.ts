import { isFinal, type Payment } from '../../core/payment.ts';
import type { ReceiptRecord } from '../../features/receipts/store/receipts.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { CHECKOUT_TEXTS } from '../../platform/messages/checkout/checkout-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { SEARCH_TEXTS } from '../../platform/messages/search/search-messages.ts';
import { formatConversionRate, formatMoney } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { PAYMENTS } from '../exports/exported-fields.ts';
import { fieldFacts } from '../views/field-views.ts';
import { factsView, timeView } from '../views/parts.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';
import type { PaymentRecord } from './payment-record.ts';

/** The facts of a payment, with links to its link and its website. */
export function facts(context: SignedInContext, payment: Payment, besides: PaymentRecord): Html {
  const { language } = context;
  const texts = PAYMENT_TEXTS[language];
  const { originalAmountMinor, rateE4, subscriptionId } = payment;
  const linkTo = (path: string, to: { readonly id: string; readonly name: string } | undefined) =>
    to ? html`<a href="${hrefOf(context, `${path}/${to.id}`)}"><bdi>${to.name}</bdi></a>` : null;
  const { session } = besides;
  const period = texts.period({ period: String(payment.subscriptionPeriod) });
  const isConverted = originalAmountMinor !== null && rateE4 !== null;
  const lines = fieldFacts(context, PAYMENTS, payment, [
    ...(['transaction_id', 'amount'] as const),
    [
      texts.convertedFrom,
      isConverted
        ? html`${formatMoney(originalAmountMinor, 'USD', language)} (${formatConversionRate(rateE4, language)})`
        : null,
    ],
    ...(['payment_method', 'mode'] as const),
    { field: 'website_id', html: linkTo('/websites', besides.website) },
    [LIST_TEXTS[language].link, linkTo('/links', besides.link)],
    [CHECKOUT_TEXTS[language].one, linkTo('/checkout', session && { id: session.id, name: session.id })],
    { field: 'key_id', html: besides.keyName ? html`<bdi>${besides.keyName}</bdi>` : null },
    ...(['reference', 'description'] as const),
    {
      field: 'customer_name',
      html: html`<bdi>${payment.customerName}</bdi>${
        payment.customerPhone || payment.customerEmail
          ? html`<br><a href="${hrefOf(context, `${PAYMENTS_PLACE}/${payment.id}/customer`)}">${SEARCH_TEXTS[language].allOf}</a>`
          : ''
      }`,
    },
    ...(['customer_email', 'customer_phone', 'provider_ref'] as const),
    [texts.recurring, subscriptionId === null ? null : html`<bdi>${subscriptionId}</bdi>, ${period}`],
    [
      texts.recurring,
      payment.recurringInterval === null
        ? null
        : html`${TEXTS[language].recurring({ interval: payment.recurringInterval, count: payment.recurringIntervalCount ?? 1 })}`,
    ],
    { field: 'created_at', label: texts.created },
    [texts.expires, isFinal(payment.status) ? null : timeView(payment.expiresAtUs, language)],
    'finished_at',
    [texts.receipt, receiptState(context, besides.receipt)],
    [texts.requestedReceipt, receiptState(context, besides.requested)],
    [texts.sellerMail, receiptState(context, besides.sellerMail, false)],
    'metadata',
  ]);
  return factsView(lines);
}

/** The status of an e-mail about the payment; if it was not sent, why. The form below sends a receipt again. */
function receiptState(context: SignedInContext, receipt: ReceiptRecord | undefined, isReceipt = true): Html | null {
  if (!receipt) return null;
  const { language } = context;
  const { status, error } = receipt;
  const texts = PAYMENT_TEXTS[language];
  const state = texts.receiptStatus[status];
  if (status === 'sent' || error === null) return html`${state}`;
  const again = isReceipt && status === 'given_up' && may(context, 'payments.receipt');
  return html`${state}${TEXTS[language].colon} <bdi>${error}</bdi>${again && html`. <a href="#receipt">${texts.receiptAgain}</a>`}`;
}
