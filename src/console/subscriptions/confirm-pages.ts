import type { FastifyReply } from 'fastify';
import { nextDueAtUs, subscriptionNowUs } from '../../core/recurring.ts';
import type { RecurringVerbs } from '../../features/subscriptions/recurring-verbs.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { RECURRING_TEXTS } from '../../platform/messages/subscriptions/subscriptions-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { type ConsoleForm, formView } from '../views/form.ts';
import { visibleSubscription } from './recurring-views.ts';

const MENU_PATH = '/recurring';

interface Question {
  readonly verb: 'pause' | 'resume' | 'end';
  readonly title: string;
  /** The consequence of the action. */
  readonly what: string;
  readonly fields?: ConsoleForm['fields'];
}

/** Confirms before a subscription is paused. */
export async function confirmPause(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { pauseSure, pauseWhat } = RECURRING_TEXTS[context.language];
  return ask(context, { verb: 'pause', title: pauseSure, what: pauseWhat }, fault, status);
}

/** Confirms before a subscription is resumed. */
export async function confirmResume(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { deps, language } = context;
  const { resumeSure, resumeWhat } = RECURRING_TEXTS[language];
  const subscription = await visibleSubscription(context);
  // The subscription as if it were resumed now: charges that fell due until now are skipped. If it cannot be resumed,
  // the verb refuses the form.
  const skippedUntilUs = subscriptionNowUs(subscription, deps.clock());
  const dueUs = nextDueAtUs({ ...subscription, status: 'active', pausedAtUs: null, skippedUntilUs }) ?? skippedUntilUs;
  const what = resumeWhat({ time: formatHaitiTime(dueUs, language) });
  return ask(context, { verb: 'resume', title: resumeSure, what }, fault, status);
}

/** Confirms before a subscription is cancelled, and requests a reason. */
export async function confirmEnd(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { endSure, endWhat, endReason, endReasonHint } = RECURRING_TEXTS[context.language];
  const reason = {
    name: 'reason',
    label: endReason,
    hint: endReasonHint,
    maxlength: 255,
  };
  return ask(context, { verb: 'end', title: endSure, what: endWhat, fields: [reason] }, fault, status);
}

async function ask(
  context: SignedInContext,
  { verb, title, what, fields = [] }: Question,
  fault: OperatorError | undefined,
  status: number,
): Promise<FastifyReply> {
  const { id, mode } = await visibleSubscription(context);
  const texts = RECURRING_TEXTS[context.language];
  const path = `${MENU_PATH}/${id}`;
  const form = formView(context, {
    action: `${path}/${verb}`,
    submit: texts[verb],
    fields,
    fault,
    isDanger: verb === 'end',
  });
  const content = html`<div class="sheet"><p>${texts.one} <bdi>${id}</bdi></p><p>${what}</p>${form}</div>
<p><a class="button quiet" href="${hrefOf(context, path)}">${texts.back}</a></p>`;
  return context.show({ title, content, place: MENU_PATH, mode }, status);
}

/** Pauses the subscription. */
export async function pause(context: SignedInContext): Promise<FastifyReply> {
  return act(context, 'paused', (verbs, id) => verbs.pause(id));
}

/** Resumes the subscription. */
export async function resume(context: SignedInContext): Promise<FastifyReply> {
  return act(context, 'resumed', (verbs, id) => verbs.unpause(id));
}

/** Cancels the subscription permanently. */
export async function end(context: SignedInContext): Promise<FastifyReply> {
  const reason = formField(context.request, 'reason').trim();
  return act(context, 'ended', (verbs, id) => verbs.cancel(id, reason));
}

async function act(
  context: SignedInContext,
  done: string,
  work: (verbs: RecurringVerbs, id: string) => Promise<unknown>,
): Promise<FastifyReply> {
  const { id } = await visibleSubscription(context);
  await work(context.deps.recurring.as(actorOf(context)), id);
  return seeOther(context.reply, hrefOf(context, `${MENU_PATH}/${id}`, { done }));
}
