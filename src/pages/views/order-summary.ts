import { type Html, html } from '../../platform/html/html.ts';
import { formatConversionRate, formatMoney } from '../../platform/wording/format.ts';
import { contactView } from './contact.ts';
import type { PaymentView } from './view.ts';

type Row = readonly [label: string, value: Html | string | null];

/** The amount and what it is for, with more lines after it. The head of the page shows the merchant. */
export function orderSummary(view: PaymentView, more: readonly Row[] = []): Html {
  const { payment, texts, language } = view;
  const { amountMinor, currency } = payment;
  return html`<p class="sum">${formatMoney(amountMinor, currency, language)}</p>
${conversion(view)}
${view.isWidget ? '' : recurringTerms(view)}
${details([[texts.description, payment.description], [texts.reference, payment.reference], ...more])}`;
}

/** The terms of a subscription: its amount, its interval, and how it ends. Empty for other payments. */
export function recurringTerms({ payment, texts, language, website }: PaymentView): Html | '' {
  const { amountMinor, currency, recurringInterval: interval, recurringIntervalCount } = payment;
  if (interval === null) return '';
  const amount = formatMoney(amountMinor, currency, language);
  const contact = website?.brand.contact;
  return html`<p><b>${texts.recurringTerms({ amount, interval, count: recurringIntervalCount ?? 1 })}</b></p>
<p class="soft">${texts.recurringEnd}${contact ? html` ${contactView(contact)}` : ''}</p>`;
}

/** The button that pays. A subscription's button also says that the customer subscribes. */
export function payLabel({ payment, texts, language }: Pick<PaymentView, 'payment' | 'texts' | 'language'>): string {
  if (payment.recurringInterval !== null) return texts.subscribe;
  return texts.pay({ amount: formatMoney(payment.amountMinor, payment.currency, language) });
}

/** Labels and values, without empty ones. The merchant's texts are in `bdi`, so that right-to-left text cannot change the rest. */
export function details(rows: readonly Row[]): Html | '' {
  const shown = rows.filter(([, value]) => value !== null && String(value).trim() !== '');
  if (shown.length === 0) return '';
  return html`<dl>${shown.map(([label, value]) => html`<div class="row"><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

function conversion({ payment: { originalAmountMinor, rateE4 }, language }: PaymentView): Html | '' {
  if (originalAmountMinor === null || rateE4 === null) return '';
  return html`<p class="soft">${formatMoney(originalAmountMinor, 'USD', language)} (${formatConversionRate(rateE4, language)})</p>`;
}
