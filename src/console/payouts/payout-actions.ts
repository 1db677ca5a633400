import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { isOpenLine, type Payout } from '../../features/payouts/payout.ts';
import { findLine } from '../../features/payouts/store/payout-lines.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { keptRowQuery } from '../views/pager.ts';
import { visiblePayout } from '../visible.ts';
import { PAYOUTS_PATH, payoutMoney } from './payout-views.ts';

/** Lets a worker match the open lines of a payout again. */
export async function matchAgain(context: SignedInContext): Promise<FastifyReply> {
  const { id } = await thisPayout(context);
  const count = await context.deps.operator.as(actorOf(context)).rematchPayout(id);
  return backTo(context, id, { done: 'again', count });
}

/** Confirms before a payout is reversed: what the reversal does, and why it is needed. */
export async function confirmReversal(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const payout = await thisPayout(context);
  const path = `${PAYOUTS_PATH}/${payout.id}`;
  // Another user was first: the payout's page shows that.
  if (payout.reversedAtUs !== null && !fault) return seeOther(context.reply, hrefOf(context, path));
  const form = formView(context, {
    action: `${path}/reverse`,
    submit: texts.reverse,
    isDanger: true,
    fault,
    fields: [{ name: 'note', label: texts.reverseNote, hint: texts.reverseHint, maxlength: 255 }],
  });
  const content = html`<div class="sheet"><p><strong>${payoutMoney(payout, payout.netMinor, language)}</strong> <bdi>${payout.reference}</bdi></p><p>${texts.reverseText}</p>${form}</div>
<p><a class="button quiet" href="${hrefOf(context, path, keptRowQuery(context))}">${texts.cancel}</a></p>`;
  return context.show({ title: texts.reverseTitle, content, place: PAYOUTS_PATH, mode: 'live' }, status);
}

/** Reverses the payout. */
export async function reverse(context: SignedInContext): Promise<FastifyReply> {
  const { id } = await thisPayout(context);
  await context.deps.operator.as(actorOf(context)).reversePayout(id, formField(context.request, 'note').trim());
  return backTo(context, id, { done: 'reversed' });
}

/** The form that settles an open line with a note. */
export async function confirmSettling(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const payout = await thisPayout(context);
  const number = lineNumber(context);
  const line = await findLine(context.deps.db, payout.id, number);
  if (!line) throw new ApiError('not_found');
  const path = `${PAYOUTS_PATH}/${payout.id}`;
  if (!isOpenLine(line) && !fault) return seeOther(context.reply, hrefOf(context, path));
  const form = formView(context, {
    action: `${path}/lines/${number}`,
    submit: texts.settle,
    fault,
    fields: [{ name: 'note', label: texts.note, hint: texts.settleHint, maxlength: 255 }],
  });
  const reason = line.reason === null ? '' : html`<p>${texts.reasons[line.reason]}</p>`;
  const content = html`<div class="sheet"><p><strong>${formatMoney(line.amountMinor, line.currency, language)}</strong> <bdi>${line.reference}</bdi></p>${reason}<p>${texts.settleText}</p>${form}</div>
<p><a class="button quiet" href="${hrefOf(context, path, keptRowQuery(context))}">${texts.cancel}</a></p>`;
  const title = texts.settleTitle({ line: String(number) });
  return context.show({ title, content, place: PAYOUTS_PATH, mode: 'live' }, status);
}

/** Settles the line. */
export async function settleLine(context: SignedInContext): Promise<FastifyReply> {
  const { id } = await thisPayout(context);
  const note = formField(context.request, 'note').trim();
  await context.deps.operator.as(actorOf(context)).settlePayoutLine(id, lineNumber(context), note);
  return backTo(context, id, { done: 'settled' });
}

/** The line that the address names. Throws ApiError `not_found` for a text that is no number of a line. */
function lineNumber({ params }: SignedInContext): number {
  const { line = '' } = params;
  if (!/^[1-9]\d{0,8}$/.test(line)) throw new ApiError('not_found');
  return Number(line);
}

function thisPayout(context: SignedInContext): Promise<Payout> {
  return visiblePayout(context, context.params.id ?? '');
}

function backTo(context: SignedInContext, id: string, query: Readonly<Record<string, string | number>>): FastifyReply {
  return seeOther(context.reply, hrefOf(context, `${PAYOUTS_PATH}/${id}`, { ...keptRowQuery(context), ...query }));
}
