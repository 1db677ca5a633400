import type { FastifyReply } from 'fastify';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import { type Discrepancy, differenceOf } from '../../features/payments/discrepancies/discrepancy.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { DISCREPANCIES } from '../exports/exported-fields.ts';
import { fieldFacts } from '../views/field-views.ts';
import { formView } from '../views/form.ts';
import { keptRowQuery } from '../views/pager.ts';
import { auditLink, doneView, factsView, paymentLink, refusedView } from '../views/parts.ts';
import { visibleDiscrepancy } from '../visible.ts';
import { trailOf } from './discrepancy-trail.ts';
import {
  askedText,
  cameText,
  DISCREPANCIES_PATH,
  differenceView,
  discrepancyBadge,
  giveBackView,
  meaningView,
  paymentView,
} from './discrepancy-views.ts';

/**
 * A discrepancy: its meaning, both sides, and who resolved it. A merchant's users see those of their payments, with what to do; the
 * provider's wording and the resolution note are for operators.
 */
export async function showDiscrepancy(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { deps, language, params, who } = context;
  const texts = DISCREPANCY_TEXTS[language];
  const found = await visibleDiscrepancy(context, params.id ?? '');
  const isOperator = who.websiteIds === null;
  const [[settled], website] = await Promise.all([
    isOperator ? listAuditRows(deps.db, { subjectId: found.id, action: 'discrepancy.settle', limit: 1 }) : [],
    found.expected ? findWebsite(deps.db, found.expected.websiteId) : undefined,
  ]);
  const facts = fieldFacts(context, DISCREPANCIES, found, [
    { field: 'state', html: discrepancyBadge(found, language) },
    'method',
    [texts.payment, found.paymentId === null && found.namedId == null ? null : paymentView(context, found)],
    { field: 'website_id', html: website ? html`<bdi>${website.name}</bdi>` : null },
    ...(['customer_name', 'provider_ref'] as const),
    { field: 'payment_amount', html: html`${askedText(found, language)}` },
    { field: 'reported_amount', html: html`${cameText(found, language)}` },
    [
      REFUND_TEXTS[language].refund,
      found.refundId === null
        ? null
        : html`<a href="${hrefOf(context, `/refunds/${found.refundId}`)}">${found.refundId}</a>`,
    ],
    { field: 'order_paid_by', html: paymentLink(context, found.orderPaidBy) || null },
    { field: 'difference', html: differenceView(differenceOf(found), language) },
    ...(['word', 'first_seen_at', 'last_seen_at'] as const),
    { field: 'times_seen', label: texts.timesSeen },
    { field: 'settled_at', label: texts.settledAt },
    [texts.settledBy, settled ? html`<bdi>${settled.actor.name}</bdi>` : null],
    'note',
  ]);
  const maySettle = found.settledAtUs === null && may(context, 'discrepancies.settle');
  const content = html`${doneView(context, { settled: texts.done })}${refusedView(context, fault, maySettle ? ['note'] : [])}
<div class="sheet">${meaningView(context, found)}${factsView(facts)}</div>
${maySettle ? html`${giveBackView(context, found)}${settleForm(context, found, fault)}` : ''}
<p>${auditLink(context, found.id)}</p>`;
  return context.show(
    {
      title: `${texts.discrepancy}${TEXTS[language].colon} ${texts.kinds[found.kind]}`,
      content,
      trail: await trailOf(context, found),
      place: DISCREPANCIES_PATH,
    },
    status,
  );
}

function settleForm(context: SignedInContext, { id }: Discrepancy, fault: OperatorError | undefined): Html {
  const texts = DISCREPANCY_TEXTS[context.language];
  const form = formView(context, {
    action: `${DISCREPANCIES_PATH}/${id}/settle`,
    submit: texts.settle,
    fault: fault?.field === 'note' ? fault : undefined,
    fields: [
      {
        name: 'note',
        label: texts.note,
        hint: texts.noteHint,
        type: 'textarea',
        maxlength: 255,
      },
    ],
  });
  return html`<div class="sheet"><p class="hint">${texts.settleHint}</p>${form}</div>`;
}

/** Resolves a discrepancy. If another user was first, the page says so and shows that user's note. */
export async function settle(context: SignedInContext): Promise<FastifyReply> {
  const { deps, params, reply, request } = context;
  const id = params.id ?? '';
  await deps.operator.as(actorOf(context)).resolveDiscrepancy(id, formField(request, 'note').trim());
  return seeOther(reply, hrefOf(context, `${DISCREPANCIES_PATH}/${id}`, { ...keptRowQuery(context), done: 'settled' }));
}
