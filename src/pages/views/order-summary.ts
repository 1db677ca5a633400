import { html } from 'ghtml';
import { formatRate } from '../../domain/money.ts';
import { formatMoney } from '../../wording/format.ts';
import type { PaymentView } from './view.ts';

/** Who is paid, how much, and for what. Texts of the merchant are in `bdi`, so that right-to-left ones harm nothing. */
export function orderSummary(view: PaymentView): string {
  const { payment, website, texts } = view;
  const { amountMinor, currency, recurringInterval, recurringIntervalCount } = payment;
  return html`<p class="soft"><bdi>${website?.name}</bdi></p>
<p class="sum">${formatMoney(amountMinor, currency)}</p>
!${conversion(view)}
!${recurringInterval && html`<p>${texts.recurring(recurringInterval, recurringIntervalCount ?? 1)}</p>`}
!${details([
    [texts.description, payment.description],
    [texts.reference, payment.reference],
  ])}`;
}

/** Labels and values, those without a value left out. */
export function details(rows: readonly (readonly [label: string, value: string | null])[]): string {
  const shown = rows.filter(([, value]) => value !== null && value.trim() !== '');
  if (shown.length === 0) return '';
  return html`<dl>!${shown.map(([label, value]) => html`<div class="row"><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

function conversion({ payment: { originalAmountMinor, rateE4 } }: PaymentView): string {
  if (originalAmountMinor === null || rateE4 === null) return '';
  return html`<p class="soft">${formatMoney(originalAmountMinor, 'USD')} (1 USD &#61; ${formatRate(rateE4)} HTG)</p>`;
}
