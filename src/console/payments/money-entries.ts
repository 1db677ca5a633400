import type { Dispute } from '../../core/dispute.ts';
import type { Refund } from '../../core/refund.ts';
import { sideOf } from '../../core/roles.ts';
import type { Discrepancy } from '../../features/payments/discrepancies/discrepancy.ts';
import { html } from '../../platform/html/html.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { disputeMoney } from '../refunds/dispute-views.ts';
import { AFTER, type TimelineEntry } from './history-entries.ts';

/** Merchants see neither the provider's wording nor the operators' note. */
export function discrepancyEntries(context: SignedInContext, discrepancies: readonly Discrepancy[]): TimelineEntry[] {
  const { language, who } = context;
  const texts = PAYMENT_TEXTS[language];
  const isOperator = sideOf(who.user.role) === 'operator';
  return discrepancies.flatMap(({ id, kind, reported, word, firstSeenAtUs, settledAtUs, note }) => {
    const money = reported && formatMoney(reported.amountMinor, reported.currency, language);
    const seen = [DISCREPANCY_TEXTS[language].kinds[kind], money, isOperator && word].filter(Boolean).join(' · ');
    const entries: TimelineEntry[] = [
      {
        atUs: firstSeenAtUs,
        order: AFTER,
        title: texts.discrepancy,
        more: html`<p><a href="${hrefOf(context, `/discrepancies/${id}`)}"><bdi>${seen}</bdi></a></p>`,
      },
    ];
    if (settledAtUs !== null) {
      entries.push({
        atUs: settledAtUs,
        title: texts.settled,
        more: isOperator ? html`<p><bdi>${note ?? ''}</bdi></p>` : '',
      });
    }
    return entries;
  });
}

/** The request and the end of each refund; its own page has the steps in between. */
export function refundEntries(context: SignedInContext, refunds: readonly Refund[]): TimelineEntry[] {
  const texts = REFUND_TEXTS[context.language];
  return refunds.flatMap(({ id, kind, amountMinor, currency, status, createdAtUs, endedAtUs }) => {
    const money = formatMoney(amountMinor, currency, context.language);
    const more = html`<p><a href="${hrefOf(context, `/refunds/${id}`)}">${texts.refund}</a></p>`;
    const isExternal = kind === 'external';
    const title = texts.hasEnded({ status: texts.statuses[status], money });
    return [
      { atUs: createdAtUs, order: AFTER, title: (isExternal ? texts.isExternal : texts.isRequested)({ money }), more },
      ...(endedAtUs === null || (isExternal && endedAtUs === createdAtUs)
        ? []
        : [{ atUs: endedAtUs, order: AFTER, title, more }]),
    ];
  });
}

/** When a dispute was opened, and its last decision. */
export function disputeEntries({ language }: SignedInContext, disputes: readonly Dispute[]): TimelineEntry[] {
  const texts = REFUND_TEXTS[language].disputes;
  return disputes.flatMap((dispute) => {
    const { state, openedAtUs, decidedAtUs } = dispute;
    const money = disputeMoney(dispute, language);
    const end = state === 'won' ? texts.isWon({ money }) : texts.isLost({ money });
    return [
      { atUs: openedAtUs, order: AFTER, title: texts.isOpened({ money }) },
      ...(decidedAtUs === null ? [] : [{ atUs: decidedAtUs, order: AFTER, title: end }]),
    ];
  });
}
