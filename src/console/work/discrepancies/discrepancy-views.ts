import { html } from 'ghtml';
import type { Discrepancy } from '../../../domain/discrepancy.ts';
import type { PaymentStatus } from '../../../domain/payment.ts';
import { formatMoney } from '../../../wording/format.ts';
import type { Language } from '../../../wording/language.ts';
import { badge } from '../../views/badge.ts';
import { DISCREPANCY_TEXTS } from './discrepancy-texts.ts';

/** What we hold of the payment. */
export function askedView({ expected }: Discrepancy, language: Language): string {
  const texts = DISCREPANCY_TEXTS[language];
  if (!expected) return html`${texts.noPayment}`;
  const { amountMinor, currency, status } = expected;
  return html`${formatMoney(amountMinor, currency, language)}, ${texts.statuses[status as PaymentStatus]}`;
}

/** What the provider reports. */
export function cameView({ reported }: Discrepancy, language: Language): string {
  const texts = DISCREPANCY_TEXTS[language];
  return html`${reported ? formatMoney(reported.amountMinor, reported.currency, language) : texts.nothingCame}`;
}

/** Whether it waits for somebody. */
export function discrepancyBadge({ settledAtUs }: Discrepancy, language: Language): string {
  const texts = DISCREPANCY_TEXTS[language];
  return settledAtUs === null ? badge('care', texts.open) : badge('good', texts.settled);
}
