import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { isAllowed } from '../../core/roles.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import type { Discrepancy } from '../../features/payments/discrepancies/discrepancy.ts';
import { findDiscrepancy } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { formField } from '../../http/form-fields.ts';
import { seeOther } from '../../http/see-other.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { methodName } from '../../platform/wording/format.ts';
import { actorOf } from '../actor-of.ts';
import { auditLink } from '../audit/audit-link.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { factsView } from '../views/table.ts';
import { doneView, momentView, refusedView } from '../work-views.ts';
import { askedView, cameView, discrepancyBadge, paymentView } from './discrepancy-views.ts';

const MENU_PATH = '/discrepancies';

/** A discrepancy: its meaning, both sides, and who resolved it. Only users who see all websites have access. */
export async function showDiscrepancy(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { deps, language, params, who } = context;
  const texts = DISCREPANCY_TEXTS[language];
  const found = await findDiscrepancy(deps.db, params.id ?? '');
  if (!found) throw new ApiError('not_found');
  const [settled] = await listAuditRows(deps.db, { subjectId: found.id, action: 'discrepancy.settle', limit: 1 });
  const facts = factsView([
    [texts.state, discrepancyBadge(found, language)],
    [texts.method, html`${methodName(found.method, TEXTS[language])}`],
    [texts.payment, found.paymentId === null && found.namedId == null ? null : paymentView(context, found)],
    [texts.providerRef, html`<bdi>${found.providerRef}</bdi>`],
    [texts.asked, askedView(found, language)],
    [texts.came, cameView(found, language)],
    [texts.word, found.word ? html`<bdi>${found.word}</bdi>` : null],
    [texts.firstSeen, momentView(found.firstSeenAtUs, language)],
    [texts.lastSeen, momentView(found.lastSeenAtUs, language)],
    [texts.timesSeen, html`${found.timesSeen}`],
    [texts.settledAt, momentView(found.settledAtUs, language)],
    [texts.settledBy, settled ? html`<bdi>${settled.actor.name}</bdi>` : null],
    [texts.note, found.note === null ? null : html`<bdi>${found.note}</bdi>`],
  ]);
  const maySettle = found.settledAtUs === null && isAllowed(who.user.role, 'discrepancies.settle');
  const content = html`${doneView(context, { settled: texts.done })}${refusedView(context, fault, maySettle ? ['note'] : [])}
<div class="sheet"><p>${texts.meanings[found.kind]}</p>${facts}</div>
${maySettle ? settleForm(context, found, fault) : ''}
<p>${auditLink(context, found.id)}</p>`;
  return context.show(
    { title: `${texts.discrepancy}${TEXTS[language].colon} ${texts.kinds[found.kind]}`, content, place: MENU_PATH },
    status,
  );
}

function settleForm(context: SignedInContext, { id }: Discrepancy, fault: OperatorError | undefined): Html {
  const texts = DISCREPANCY_TEXTS[context.language];
  const form = formView(context, {
    action: `${MENU_PATH}/${id}/settle`,
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
  return seeOther(reply, hrefOf(context, `${MENU_PATH}/${id}`, { done: 'settled' }));
}
