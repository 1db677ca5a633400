import type { FastifyReply } from 'fastify';
import type { Refund } from '../../core/refund.ts';
import { isAllowed } from '../../core/roles.ts';
import type { AuditRow } from '../../features/audit/audit.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import { findPayment } from '../../features/payments/store/find-payment.ts';
import { listNewestRefunds } from '../../features/refunds/store/refunds.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import type { TimelineEntry } from '../payments/history-entries.ts';
import { timelineView } from '../payments/timeline.ts';
import { queryOf } from '../views/filters.ts';
import { isFromList, keptRowQuery, trailView } from '../views/pager.ts';
import { auditLink, copyable, doneView, factsView, momentView, notice } from '../views/parts.ts';
import { visibleRefund, visibleWebsites } from '../visible.ts';
import {
  foundBy,
  nextStepText,
  payingNotice,
  paymentFacts,
  REFUNDS_PATH,
  refundBadge,
  refundMoney,
} from './refund-views.ts';
import { refundFilter, refundFilters } from './refunds-list.ts';

/** A refund has fewer changes. */
const MOST_CHANGES = 20;

/**
 * A refund: its status, what is next and who does it, its facts and its timeline. A merchant's users see neither the provider's wording nor
 * who handled it for the operator.
 */
export async function showRefund(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, params, who } = context;
  const texts = REFUND_TEXTS[language];
  const refund = await visibleRefund(context, params.id ?? '');
  const isExternal = refund.kind === 'external';
  const isOperator = who.websiteIds === null;
  const [payment, website, changes, found] = await Promise.all([
    findPayment(deps.db, refund.paymentId),
    findWebsite(deps.db, refund.websiteId),
    listAuditRows(deps.db, { subjectId: refund.id, limit: MOST_CHANGES }),
    isExternal ? foundBy(context, refund) : null,
  ]);
  const own = (text: string | null) => (text === null ? null : html`<bdi>${text}</bdi>`);
  const facts = factsView([
    ...(payment ? paymentFacts(context, payment) : []),
    [
      texts.website,
      website ? html`<a href="${hrefOf(context, `/websites/${website.id}`)}"><bdi>${website.name}</bdi></a>` : null,
    ],
    [texts.kind, html`${texts.kinds[refund.kind]}`],
    ...(found ? [found] : []),
    [texts.reason, own(refund.reason)],
    [texts.failure, refund.failureReason === null ? null : html`${texts.failures[refund.failureReason]}`],
    [texts.providerRef, refund.providerRef === null ? null : copyable(refund.providerRef)],
    [texts.requestedBy, isOperator && !isExternal ? own(refund.requestedBy) : null],
    [texts.approvedBy, isOperator && !isExternal ? own(refund.approvedBy) : null],
    [texts.word, isOperator ? own(refund.word) : null],
    [texts.attempts, isOperator && refund.attempts > 0 ? html`${refund.attempts}` : null],
    [isExternal ? texts.found : texts.ended, momentView(refund.endedAtUs, language)],
    [texts.name, own(refund.name)],
    [texts.number, copyable(refund.id)],
  ]);
  const content = html`${doneView(context, texts.done)}
<p>${refundBadge(refund, language)} <strong>${refundMoney(refund, language)}</strong></p>
<div class="sheet"><h2>${texts.next}</h2><p>${nextStepText(context, refund)}</p>${await decisions(context, refund)}</div>
<div class="story"><div><h2>${texts.refund}</h2><div class="sheet">${facts}</div></div>
<div><h2>${texts.timeline}</h2><div class="sheet">${timelineView(context, refundTimeline(context, refund, changes))}</div></div></div>
<p>${auditLink(context, refund.id)}</p>`;
  const title = `${texts.refund} ${refundMoney(refund, language)}`;
  return context.show({
    title,
    content,
    trail: await trailOf(context, refund),
    place: REFUNDS_PATH,
    mode: refund.mode,
  });
}

/** The buttons of the decisions that the refund's status allows, or why this user may not decide. */
async function decisions(context: SignedInContext, refund: Refund): Promise<Html | ''> {
  const { deps, language } = context;
  const { status, id } = refund;
  const texts = REFUND_TEXTS[language];
  if (!may(context, 'refunds.approve')) return '';
  const link = (verb: 'approve' | 'reject' | 'complete' | 'resolve', kind: string) =>
    html`<a class="button ${kind}" href="${hrefOf(context, `${REFUNDS_PATH}/${id}/${verb}`, keptRowQuery(context))}">${texts[verb]}</a> `;
  if (status !== 'requested' && status !== 'manual' && status !== 'unknown') return '';
  const ownRequest = await deps.refunds.as(actorOf(context)).findOwnRequest(refund);
  const paying = payingNotice(context, refund);
  const why = ownRequest ? notice('care', html`<p>${refusalText(ownRequest, language)}</p>`) : (paying ?? '');
  if (status === 'unknown')
    return html`${why}${ownRequest ? '' : html`<p class="row">${link('resolve', 'quiet')}</p>`}`;
  const forward = ownRequest ? '' : link(status === 'requested' ? 'approve' : 'complete', '');
  return html`${why}<p class="row">${forward}${paying ? '' : link('reject', 'danger')}</p>`;
}

/** The steps of a refund, in the order of time. Names are shown to users who may read the audit log; every user sees their own. */
function refundTimeline(
  { language, who }: SignedInContext,
  refund: Refund,
  changes: readonly AuditRow[],
): TimelineEntry[] {
  const texts = REFUND_TEXTS[language];
  const money = refundMoney(refund, language);
  if (refund.kind === 'external') return [{ atUs: refund.createdAtUs, title: texts.isExternal({ money }) }];
  const titles: Readonly<Record<string, string>> = {
    'refund.approve': texts.isApproved,
    'refund.reject': texts.isRejected,
    'refund.claim': texts.isClaimed,
    'refund.complete': texts.isCompleted,
    'refund.resolve': texts.isResolved,
    'refund.correct': texts.isCorrected,
  };
  const by = ({ actor }: AuditRow): Html | '' =>
    isAllowed(who.user.role, 'audit.read') || actor.id === who.user.id
      ? html`<p><bdi>${texts.byName({ name: actor.name })}</bdi></p>`
      : '';
  const asked = changes.find(({ action }) => action === 'refund.request');
  const entries: TimelineEntry[] = [
    {
      atUs: refund.createdAtUs,
      order: -1,
      title: texts.isRequested({ money }),
      more: asked ? by(asked) : html`<p>${texts.byKey}</p>`,
    },
    ...changes.flatMap((change) => {
      const title = titles[change.action];
      return title === undefined ? [] : [{ atUs: change.atUs, title, more: by(change) }];
    }),
  ];
  if (refund.askedAtUs !== null) {
    const { attempts } = refund;
    const title = attempts > 1 ? texts.isSentAgain({ count: attempts }) : texts.isSent;
    entries.push({ atUs: refund.askedAtUs, order: 1, title });
  }
  if (refund.endedAtUs !== null) {
    const title = texts.hasEnded({ status: texts.statuses[refund.status], money });
    const why = refund.failureReason;
    const more = why === null ? '' : html`<p>${texts.failures[why]}</p>`;
    entries.push({ atUs: refund.endedAtUs, order: 2, title, more });
  }
  return entries.sort((a, b) => a.atUs - b.atUs || (a.order ?? 0) - (b.order ?? 0));
}

/** Where the refund is: in the list whose filters the address has, with its neighbours there. */
async function trailOf(context: SignedInContext, { id, createdAtUs, mode }: Refund): Promise<Html> {
  const list = { path: REFUNDS_PATH, title: FRAME_TEXTS[context.language].refunds };
  if (!isFromList(context) || mode !== context.mode) return trailView(context, list);
  const filter = { ...refundFilter(context), before: { createdAtUs, id }, limit: 1 };
  const firstAfter = async (oldestFirst: boolean) =>
    (await listNewestRefunds(context.deps.db, { ...filter, isOldestFirst: oldestFirst }))[0]?.id;
  const [previous, next, websites] = await Promise.all([
    firstAfter(!filter.isOldestFirst),
    firstAfter(filter.isOldestFirst ?? false),
    visibleWebsites(context),
  ]);
  return trailView(context, { ...list, query: queryOf(refundFilters(context, websites)), previous, next });
}
