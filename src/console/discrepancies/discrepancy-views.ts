import type { PaymentStatus } from '../../core/payment.ts';
import type { Discrepancy } from '../../features/payments/discrepancies/discrepancy.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { badge } from '../views/badge.ts';
import { paymentLink } from '../work-views.ts';

/** The gateway's side of the payment. */
export function askedView({ expected, namedId, mayBeArchived }: Discrepancy, language: Language): Html {
  const texts = DISCREPANCY_TEXTS[language];
  if (!expected && namedId != null) return html`${mayBeArchived ? texts.mayBeArchived : texts.notStored}`;
  if (!expected) return html`${texts.noPayment}`;
  const { amountMinor, currency, status } = expected;
  return html`${formatMoney(amountMinor, currency, language)}, ${STATE_TEXTS[language][status as PaymentStatus]}`;
}

/** The provider's side of the payment. */
export function cameView({ reported, kind }: Discrepancy, language: Language): Html {
  const texts = DISCREPANCY_TEXTS[language];
  if (reported) return html`${formatMoney(reported.amountMinor, reported.currency, language)}`;
  return html`${kind === 'unknown_payment' ? texts.noAmount : texts.nothingCame}`;
}

/** Whether the discrepancy is open, as a badge. */
export function discrepancyBadge({ settledAtUs }: Discrepancy, language: Language): Html {
  const texts = DISCREPANCY_TEXTS[language];
  return settledAtUs === null ? badge('care', texts.open) : badge('good', texts.settled);
}

/** The transaction id: a link to a stored payment, or only the id of an unknown one. */
export function paymentView(context: SignedInContext, { paymentId, namedId }: Discrepancy): Html | '' {
  return paymentId === null && namedId != null ? html`<bdi>${namedId}</bdi>` : paymentLink(context, paymentId);
}
