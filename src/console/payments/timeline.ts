import type { Dispute } from '../../core/dispute.ts';
import { US_PER_SECOND } from '../../core/durations.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import type { HistoryEntry, StepEntry } from '../../core/payment-history.ts';
import type { Refund } from '../../core/refund.ts';
import { isAllowed } from '../../core/roles.ts';
import type { AuditAction } from '../../features/audit/audit.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import type { Discrepancy } from '../../features/payments/discrepancies/discrepancy.ts';
import { listPaymentHistory } from '../../features/payments/history/store/list-payment-history.ts';
import type { Delivery } from '../../features/webhooks/store/delivery-table.ts';
import { type DeliveryAttempt, listAttempts } from '../../features/webhooks/store/delivery-tries.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import { PAYMENT_TEXTS } from '../../platform/messages/payment/payment-messages.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { timeView } from '../views/parts.ts';
import { AFTER, FIRST, historyEntries, OUTCOME, stepTitle, type TimelineEntry } from './history-entries.ts';
import { discrepancyEntries, disputeEntries, refundEntries } from './money-entries.ts';

/** The audit log shows further changes of the payment. */
const MOST_CHANGES = 100;
/** More than are stored for one payment. */
const MOST_ENTRIES = 500;

/** The data for a timeline, besides the data that it reads itself. */
interface TimelineParts {
  readonly payment: Payment;
  /** The display name of the key; undefined for users who may not see keys. */
  readonly keyName: string | undefined;
  readonly delivery: Delivery | undefined;
  readonly discrepancies: readonly Discrepancy[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
}

/**
 * All recorded events of a payment, in the order of time. The step that caused the outcome in the same second is part
 * of the outcome's entry.
 */
export async function timelineOf(context: SignedInContext, parts: TimelineParts): Promise<TimelineEntry[]> {
  const { payment, delivery } = parts;
  const [tries, changes, history] = await Promise.all([
    delivery ? listAttempts(context.deps.db, delivery.id) : [],
    changesOf(context, payment, delivery),
    listPaymentHistory(context.deps.db, payment.id, { limit: MOST_ENTRIES }),
  ]);
  const cause = history.find((entry) => isCauseOf(payment, entry));
  const entries = [
    ...courseOf(context, parts, cause),
    ...(delivery ? deliveryEntries(context, delivery, tries) : []),
    ...discrepancyEntries(context, parts.discrepancies),
    ...refundEntries(context, parts.refunds),
    ...disputeEntries(context, parts.disputes),
    ...changes,
    ...historyEntries(
      context,
      history.filter((entry) => entry !== cause),
    ),
  ];
  return entries.sort((a, b) => secondOf(a) - secondOf(b) || (a.order ?? 0) - (b.order ?? 0) || a.atUs - b.atUs);
}

/** The timeline as a list. */
export function timelineView({ language }: SignedInContext, entries: readonly TimelineEntry[]): Html {
  const items = entries.map(
    ({ atUs, title, more = '' }) =>
      html`<li><h3>${title}</h3><p class="soft">${timeView(atUs, language, { seconds: true })}</p>${more}</li>`,
  );
  return html`<ol class="timeline">${items}</ol>`;
}

function secondOf({ atUs }: { readonly atUs: number }): number {
  return Math.floor(atUs / US_PER_SECOND);
}

/** Whether an entry is the step that made the payment final: stored in the same transaction, a moment after the outcome. */
function isCauseOf({ finishedAtUs, failureReason }: Payment, entry: HistoryEntry): entry is StepEntry {
  if (entry.kind !== 'step' || finishedAtUs === null || secondOf(entry) !== secondOf({ atUs: finishedAtUs }))
    return false;
  const { name, facts } = entry.step;
  return name === 'cancelled'
    ? failureReason === name
    : name === 'submitted' && facts?.result === (failureReason ?? 'completed');
}

/** The changes of the payment itself. */
function courseOf(
  { language }: SignedInContext,
  { payment, keyName }: TimelineParts,
  cause: StepEntry | undefined,
): TimelineEntry[] {
  const texts = PAYMENT_TEXTS[language];
  const { createdAtUs, chargeAskedAtUs, finishedAtUs, status, failureReason } = payment;
  const byKey = keyName === undefined ? '' : html`<p><bdi>${texts.byKey({ key: keyName })}</bdi></p>`;
  const course: TimelineEntry[] = [{ atUs: createdAtUs, order: FIRST, title: texts.wasCreated, more: byKey }];
  if (chargeAskedAtUs !== null) course.push({ atUs: chargeAskedAtUs, title: texts.wasAsked });
  if (finishedAtUs !== null && isFinal(status)) {
    const state = STATE_TEXTS[language][status === 'failed' ? (failureReason ?? 'failed') : status];
    const by = cause ? html`<p>${stepTitle(language, cause.step)}</p>` : '';
    course.push({ atUs: finishedAtUs, order: OUTCOME, title: texts.wasFinished({ state }), more: by });
  }
  return course;
}

function deliveryEntries(
  context: SignedInContext,
  delivery: Delivery,
  tries: readonly DeliveryAttempt[],
): TimelineEntry[] {
  const texts = PAYMENT_TEXTS[context.language];
  const href = hrefOf(context, `/webhooks/${delivery.id}`);
  const made = tries.map((tried) => ({
    atUs: tried.atUs,
    order: AFTER,
    title: texts.attempt({ attempt: tried.attempt }),
    more: html`<p><a href="${href}"><bdi>${delivery.url}</bdi></a></p>
<p>${[tried.statusCode, tried.error, texts.ms({ ms: tried.durationMs })].filter((each) => each !== null).join(' · ')}</p>
<details><summary>${texts.request}</summary><pre tabindex="0">${delivery.body}</pre></details>
${tried.responseStart ? html`<details><summary>${texts.answer}</summary><pre tabindex="0">${tried.responseStart}</pre></details>` : ''}`,
  }));
  const { nextAttemptAtUs } = delivery;
  if (nextAttemptAtUs === null) return made;
  return [...made, { atUs: nextAttemptAtUs, title: tries.length === 0 ? texts.deliveryAttempts : texts.nextAttempt }];
}

/**
 * The users' actions on the payment, by the audit log. Names are shown to users who may read that log; every user sees
 * their own name.
 */
async function changesOf(
  { deps, who, language }: SignedInContext,
  { id }: Payment,
  delivery: Delivery | undefined,
): Promise<TimelineEntry[]> {
  const texts = PAYMENT_TEXTS[language];
  const subjects = [String(id), ...(delivery ? [delivery.id] : [])];
  const lists = await Promise.all(
    subjects.map((subjectId) => listAuditRows(deps.db, { subjectId, limit: MOST_CHANGES })),
  );
  // Notes are omitted, because a note shows its author itself.
  const rows = lists.flat().filter(({ action }) => action !== 'payment.note');
  return rows.map(({ atUs, action, actor }) => {
    const isKnown = isAllowed(who.user.role, 'audit.read') || actor.id === who.user.id;
    const by = isKnown ? html`<p><bdi>${texts.by({ name: actor.name })}</bdi></p>` : '';
    const order = action.startsWith('delivery.') ? AFTER : 0;
    return { atUs, order, title: ACTION_TEXTS[language][action as AuditAction] ?? action, more: by };
  });
}
