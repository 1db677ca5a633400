import { type Html, html } from '../../platform/html/html.ts';
import { formatConversionRate, formatMoney } from '../../platform/wording/format.ts';
import type { PaymentView } from './view.ts';

type Row = readonly [label: string, value: Html | string | null];

/** The amount and what it is for, with more lines after it. The head of the page shows the merchant. */
export function orderSummary(view: PaymentView, more: readonly Row[] = []): Html {
  const { payment, texts, language } = view;
  const { amountMinor, currency, recurringInterval, recurringIntervalCount } = payment;
  return html`<p class="sum">${formatMoney(amountMinor, currency, language)}</p>
${conversion(view)}
${recurringInterval && html`<p>${texts.recurring({ interval: recurringInterval, count: recurringIntervalCount ?? 1 })}</p>`}
${details([[texts.description, payment.description], [texts.reference, payment.reference], ...more])}`;
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
