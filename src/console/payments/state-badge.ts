import type { Payment } from '../../core/payment.ts';
import { type Evidence, type ShownState, shownState } from '../../features/payments/shown-state.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { badge } from '../views/parts.ts';

/** The tones of the payment's own page: amber if money may have moved, grey if the customer or the clock ended it. */
const TONES: Readonly<Record<ShownState, Parameters<typeof badge>[0]>> = {
  not_opened: 'calm',
  unfinished: 'calm',
  waiting_customer: 'calm',
  waiting_moncash: 'calm',
  waiting_natcash: 'calm',
  waiting_card: 'calm',
  completed: 'good',
  late: 'care',
  late_returned: 'care',
  twice: 'care',
  returned: 'care',
  amount_mismatch: 'care',
  provider_error: 'care',
  insufficient_balance: 'bad',
  declined: 'bad',
  expired_card: 'bad',
  cancelled: 'calm',
  expired: 'calm',
};

/** A payment's state as a badge, with a second one while a discrepancy is open. */
export function stateBadge(payment: Payment, evidence: Evidence | undefined, language: Language): Html {
  const state = shownState(payment, evidence);
  const mark = evidence?.hasOpenDiscrepancy ? html` ${badge('care', DISCREPANCY_TEXTS[language].discrepancy)}` : '';
  return html`${badge(TONES[state], STATE_TEXTS[language][state])}${mark}`;
}
