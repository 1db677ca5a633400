import type { Payment } from '../../core/payment.ts';
import { isRefundOver, type Refund, type RefundStatus } from '../../core/refund.ts';
import { discrepanciesOf } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { otherPayerOf } from '../../features/refunds/decide-refund.ts';
import { waitOf } from '../../features/refunds/refund-waits.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { formatHaitiTime, formatMoney, methodLabel } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { badge, type Fact, notice, paymentLink, timeLink } from '../views/parts.ts';
import { tableView } from '../views/table.ts';

export const REFUNDS_PATH = '/refunds';

/** Amber if a person or the gateway has to find out more; green only once the customer has the money. */
/** The waits that a person may have to end, whatever the status. */
const FOR_A_PERSON: ReadonlySet<ReturnType<typeof waitOf>> = new Set(['numberTaken', 'otherAmount', 'amountHidden']);

const TONES: Readonly<Record<RefundStatus, Parameters<typeof badge>[0]>> = {
  requested: 'care',
  approved: 'calm',
  sent: 'calm',
  unknown: 'care',
  manual: 'care',
  succeeded: 'good',
  failed: 'bad',
  reversed: 'bad',
};

/** A refund's status as a badge. */
export function refundBadge({ status }: Pick<Refund, 'status'>, language: Language): Html {
  return badge(TONES[status], REFUND_TEXTS[language].statuses[status]);
}

/** A refund's amount. */
export function refundMoney({ amountMinor, currency }: Refund, language: Language): string {
  return formatMoney(amountMinor, currency, language);
}

/** What happens next with a refund, and who does it. */
export function nextStepText({ who, language }: SignedInContext, refund: Refund): string {
  const { id, kind, status, word, nextStepAtUs, failureReason } = refund;
  const {
    steps,
    merchantSteps,
    portalStep,
    merchantPortalStep,
    returnedStep,
    merchantReturnedStep,
    externalStep,
    waits,
  } = REFUND_TEXTS[language];
  if (kind === 'external') return status === 'succeeded' ? externalStep : steps[status];
  const isMerchant = who.websiteIds !== null;
  const wait = waitOf(word);
  if (
    wait !== undefined &&
    !isMerchant &&
    (status === 'approved' || wait === 'numberOfAnother' || (FOR_A_PERSON.has(wait) && !isRefundOver(status)))
  ) {
    return waits[wait];
  }
  // Its provider has no records that could be searched.
  if (status === 'unknown' && nextStepAtUs === null) return isMerchant ? merchantPortalStep : portalStep({ id });
  if (failureReason === 'returned_already') return isMerchant ? merchantReturnedStep : returnedStep;
  const forMerchants: Readonly<Partial<Record<RefundStatus, string>>> = merchantSteps;
  return (isMerchant && forMerchants[status]) || steps[status];
}

/** The discrepancy by which an external refund was found; null if there is none. */
export async function foundBy(context: SignedInContext, { id, paymentId }: Refund): Promise<Fact | null> {
  const { deps, language } = context;
  const found = (await discrepanciesOf(deps.db, paymentId)).find(({ refundId }) => refundId === id);
  if (!found) return null;
  const link = html`<a href="${hrefOf(context, `/discrepancies/${found.id}`)}">${found.id}</a>`;
  return [DISCREPANCY_TEXTS[language].discrepancy, link];
}

/** That another user pays a manual refund by hand now; undefined if no one else does. */
export function payingNotice(context: SignedInContext, refund: Refund): Html | undefined {
  const { deps, language } = context;
  const other = otherPayerOf({ clock: deps.clock, actor: actorOf(context) }, refund);
  if (!other || refund.status !== 'manual') return undefined;
  const time = formatHaitiTime(other.untilUs, language);
  return notice('care', html`<p><bdi>${REFUND_TEXTS[language].payingNow({ name: other.name, time })}</bdi></p>`);
}

/** What a refund's pages show of its payment. */
export function paymentFacts(context: SignedInContext, payment: Payment): Fact[] {
  const { language } = context;
  const texts = PAYMENT_TEXTS[language];
  return [
    [DELIVERY_TEXTS[language].transactionId, paymentLink(context, payment.id)],
    [texts.customer, html`<bdi>${payment.customerName}</bdi>`],
    [REFUND_TEXTS[language].paid, html`${formatMoney(payment.amountMinor, payment.currency, language)}`],
    [texts.method, html`${methodLabel(payment.method, TEXTS[language])}`],
  ];
}

/** The refunds of one payment, oldest first; empty if there are none. */
export function refundsOfPayment(context: SignedInContext, refunds: readonly Refund[]): Html | '' {
  const { language } = context;
  const texts = REFUND_TEXTS[language];
  if (refunds.length === 0) return '';
  const table = tableView(refunds, {
    caption: texts.ofPayment,
    empty: '',
    columns: [
      {
        label: texts.created,
        phone: 'lead',
        cell: ({ id, createdAtUs }) => timeLink(context, `${REFUNDS_PATH}/${id}`, createdAtUs),
      },
      {
        label: texts.amount,
        phone: 'end',
        isNumber: true,
        cell: (refund) => html`${refundMoney(refund, language)}`,
      },
      { label: texts.status, phone: 'second', cell: (refund) => refundBadge(refund, language) },
      { label: texts.kind, phone: 'second', cell: ({ kind }) => html`${texts.kinds[kind]}` },
      { label: texts.reason, phone: 'second', cell: ({ reason }) => html`<bdi>${reason ?? ''}</bdi>` },
    ],
  });
  return html`<h2>${texts.ofPayment}</h2>${table}`;
}

/** The path of the form that requests a refund of a payment. */
export function requestPath(paymentId: number): string {
  return `/payments/${paymentId}/refund`;
}

/** A link to that form, as a button. */
export function requestButton(context: SignedInContext, paymentId: number): Html {
  return html`<a class="button quiet" href="${hrefOf(context, requestPath(paymentId))}">${REFUND_TEXTS[context.language].give}</a>`;
}
