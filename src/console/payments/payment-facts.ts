import { isFinal, type Payment } from '../../core/payment.ts';
import type { ReceiptRecord } from '../../features/receipts/store/receipts.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { SEARCH_TEXTS } from '../../platform/messages/search/search-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { formatConversionRate, formatMoney, methodLabel } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { copyable, factsView, timeView } from '../views/parts.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';
import type { PaymentRecord } from './payment-record.ts';

/** The facts of a payment, with links to its link and its website. */
export function facts(context: SignedInContext, payment: Payment, besides: PaymentRecord): Html {
  const { language } = context;
  const texts = PAYMENT_TEXTS[language];
  const { originalAmountMinor, rateE4, subscriptionId, finishedAtUs } = payment;
  const own = (text: string | null | undefined) => (text ? html`<bdi>${text}</bdi>` : null);
  const money = (minor: number, currency: 'HTG' | 'USD') => formatMoney(minor, currency, language);
  const period = texts.period({ period: String(payment.subscriptionPeriod) });
  return factsView([
    [DELIVERY_TEXTS[language].transactionId, copyable(payment.id)],
    [texts.amount, html`${money(payment.amountMinor, payment.currency)}`],
    [
      texts.convertedFrom,
      originalAmountMinor === null || rateE4 === null
        ? null
        : html`${money(originalAmountMinor, 'USD')} (${formatConversionRate(rateE4, language)})`,
    ],
    [texts.method, html`${methodLabel(payment.method, TEXTS[language])}`],
    [texts.mode, html`${LIST_TEXTS[language][payment.mode]}`],
    [
      texts.website,
      besides.website
        ? html`<a href="${hrefOf(context, `/websites/${besides.website.id}`)}"><bdi>${besides.website.name}</bdi></a>`
        : null,
    ],
    [
      LIST_TEXTS[language].link,
      besides.link
        ? html`<a href="${hrefOf(context, `/links/${besides.link.id}`)}"><bdi>${besides.link.name}</bdi></a>`
        : null,
    ],
    [texts.key, own(besides.keyName)],
    [texts.reference, payment.reference ? copyable(payment.reference) : null],
    [texts.description, own(payment.description)],
    [
      texts.customer,
      html`<bdi>${payment.customerName}</bdi>${
        payment.customerPhone || payment.customerEmail
          ? html`<br><a href="${hrefOf(context, `${PAYMENTS_PLACE}/${payment.id}/customer`)}">${SEARCH_TEXTS[language].allOf}</a>`
          : ''
      }`,
    ],
    [texts.email, own(payment.customerEmail)],
    [texts.phone, own(payment.customerPhone)],
    [texts.providerNumber, payment.providerRef ? copyable(payment.providerRef) : null],
    [texts.recurring, subscriptionId === null ? null : html`<bdi>${subscriptionId}</bdi>, ${period}`],
    [
      texts.recurring,
      payment.recurringInterval === null
        ? null
        : html`${TEXTS[language].recurring({ interval: payment.recurringInterval, count: payment.recurringIntervalCount ?? 1 })}`,
    ],
    [texts.created, timeView(payment.createdAtUs, language)],
    [texts.expires, isFinal(payment.status) ? null : timeView(payment.expiresAtUs, language)],
    [texts.finished, finishedAtUs === null ? null : timeView(finishedAtUs, language)],
    [texts.receipt, receiptState(context, besides.receipt)],
    [texts.requestedReceipt, receiptState(context, besides.requested)],
    [texts.sellerMail, receiptState(context, besides.sellerMail, false)],
    [texts.metadata, payment.metadata === null ? null : html`<pre tabindex="0">${payment.metadata}</pre>`],
  ]);
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
