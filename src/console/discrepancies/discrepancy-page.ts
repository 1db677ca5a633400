import type { FastifyReply } from 'fastify';
import { isAllowed } from '../../core/roles.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import { type Discrepancy, differenceOf, RECEIVED_KINDS } from '../../features/payments/discrepancies/discrepancy.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { around } from '../../platform/messages/catalogue.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { methodLabel, methodName } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { requestButton } from '../refunds/refund-views.ts';
import { formView } from '../views/form.ts';
import { keptRowQuery } from '../views/pager.ts';
import { auditLink, copyable, doneView, factsView, momentView, refusedView } from '../views/parts.ts';
import { visibleDiscrepancy } from '../visible.ts';
import { trailOf } from './discrepancy-trail.ts';
import {
  askedText,
  cameText,
  DISCREPANCIES_PATH,
  differenceView,
  discrepancyBadge,
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
  const facts = factsView([
    [texts.state, discrepancyBadge(found, language)],
    [texts.method, html`${methodLabel(found.method, TEXTS[language])}`],
    [texts.payment, found.paymentId === null && found.namedId == null ? null : paymentView(context, found)],
    [texts.website, website ? html`<bdi>${website.name}</bdi>` : null],
    [texts.customer, found.expected ? html`<bdi>${found.expected.customerName}</bdi>` : null],
    [texts.providerRef, copyable(found.providerRef)],
    [texts.asked, html`${askedText(found, language)}`],
    [texts.came, html`${cameText(found, language)}`],
    [
      REFUND_TEXTS[language].refund,
      found.refundId === null
        ? null
        : html`<a href="${hrefOf(context, `/refunds/${found.refundId}`)}">${found.refundId}</a>`,
    ],
    [texts.difference, differenceView(differenceOf(found), language)],
    [texts.word, isOperator && found.word ? html`<bdi>${found.word}</bdi>` : null],
    [texts.firstSeen, momentView(found.firstSeenAtUs, language)],
    [texts.lastSeen, momentView(found.lastSeenAtUs, language)],
    [texts.timesSeen, isOperator ? html`${found.timesSeen}` : null],
    [texts.settledAt, momentView(found.settledAtUs, language)],
    [texts.settledBy, settled ? html`<bdi>${settled.actor.name}</bdi>` : null],
    [texts.note, isOperator && found.note !== null ? html`<bdi>${found.note}</bdi>` : null],
  ]);
  const maySettle = found.settledAtUs === null && isAllowed(who.user.role, 'discrepancies.settle');
  const content = html`${doneView(context, { settled: texts.done })}${refusedView(context, fault, maySettle ? ['note'] : [])}
<div class="sheet">${meaningView(context, found)}${facts}</div>
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

/** How the operator gives surplus money back. Peye refunds only completed payments, so this money is returned in the provider's portal. */
function giveBackView(
  context: SignedInContext,
  { kind, method, providerRef, paymentId, expected }: Discrepancy,
): Html | '' {
  const { language } = context;
  if (!RECEIVED_KINDS.includes(kind)) return '';
  const texts = REFUND_TEXTS[language];
  const isPaid = expected?.status === 'completed' && paymentId !== null;
  const text = isPaid ? texts.giveBackTwice : texts.giveBackPortal;
  const named = { method: methodName(method, TEXTS[language]) };
  const [before, after] = around(({ number }: { number: string }) => text({ ...named, number }), 'number');
  const whole = isPaid
    ? html`<p class="row"><span>${texts.giveBackWhole}</span> ${requestButton(context, paymentId)}</p>`
    : '';
  return html`<div class="sheet"><h2>${texts.giveBack}</h2><p>${before}${copyable(providerRef)}${after}</p>${whole}</div>`;
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
