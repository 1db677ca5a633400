import type { FastifyReply } from 'fastify';
import type { OperatorError } from '../../../domain/operator-error.ts';
import { nextDueAtUs, subscriptionNowUs } from '../../../domain/recurring.ts';
import { formField } from '../../../http/form-fields.ts';
import { seeOther } from '../../../http/see-other.ts';
import { html } from '../../../lib/html.ts';
import { RECURRING_TEXTS } from '../../../messages/subscriptions/subscriptions-messages.ts';
import type { RecurringVerbs } from '../../../payments/recurring/recurring-verbs.ts';
import { formatHaitiTime } from '../../../wording/format-haiti-time.ts';
import { actorOf } from '../../actor-of.ts';
import { type ConsoleForm, formView } from '../../views/form.ts';
import { hrefOf, type SignedInVisit } from '../../visit.ts';
import { orShow, refusedView } from '../work-views.ts';
import { visibleSubscription } from './visible-subscription.ts';

const PLACE = '/recurring';

interface Question {
  readonly verb: 'pause' | 'resume' | 'end';
  readonly title: string;
  /** The consequence of the action. */
  readonly what: string;
  readonly fields?: ConsoleForm['fields'];
}

/** Confirms before a subscription is paused. */
export async function confirmPause(visit: SignedInVisit, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { pauseSure, pauseWhat } = RECURRING_TEXTS[visit.language];
  return ask(visit, { verb: 'pause', title: pauseSure, what: pauseWhat }, fault, status);
}

/** Confirms before a subscription is resumed. */
export async function confirmResume(visit: SignedInVisit, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language } = visit;
  const { resumeSure, resumeWhat } = RECURRING_TEXTS[language];
  const subscription = await visibleSubscription(visit);
  // As if it were resumed now: charges that fell due until now are skipped. If it cannot be resumed, the verb says so.
  const skippedUntilUs = subscriptionNowUs(subscription, deps.clock());
  const dueUs = nextDueAtUs({ ...subscription, status: 'active', pausedAtUs: null, skippedUntilUs }) ?? skippedUntilUs;
  const what = resumeWhat({ time: formatHaitiTime(dueUs, language) });
  return ask(visit, { verb: 'resume', title: resumeSure, what }, fault, status);
}

/** Confirms before a subscription is cancelled, and requests a reason. */
export async function confirmEnd(visit: SignedInVisit, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { endSure, endWhat, endReason, endReasonHint } = RECURRING_TEXTS[visit.language];
  const reason = {
    name: 'reason',
    label: endReason,
    hint: endReasonHint,
    maxlength: 255,
    value: formField(visit.request, 'reason'),
    error: fault?.field === 'reason' ? fault.refusal : undefined,
  };
  return ask(visit, { verb: 'end', title: endSure, what: endWhat, fields: [reason] }, fault, status);
}

async function ask(
  visit: SignedInVisit,
  { verb, title, what, fields = [] }: Question,
  fault: OperatorError | undefined,
  status: number,
): Promise<FastifyReply> {
  const { id } = await visibleSubscription(visit);
  const texts = RECURRING_TEXTS[visit.language];
  const path = `${PLACE}/${id}`;
  const form = formView(visit, {
    action: `${path}/${verb}`,
    submit: texts[verb],
    fields,
    isDanger: verb === 'end',
  });
  const content = html`${refusedView(
    visit,
    fault,
    fields.map(({ name }) => name),
  )}
<div class="sheet"><p>${texts.one} <bdi>${id}</bdi></p><p>${what}</p>${form}</div>
<p><a class="button quiet" href="${hrefOf(visit, path)}">${texts.back}</a></p>`;
  return visit.show({ title, content, place: PLACE }, status);
}

/** Pauses the subscription. */
export async function pause(visit: SignedInVisit): Promise<FastifyReply> {
  return act(visit, 'paused', (verbs, id) => verbs.pause(id), confirmPause);
}

/** Resumes the subscription. */
export async function resume(visit: SignedInVisit): Promise<FastifyReply> {
  return act(visit, 'resumed', (verbs, id) => verbs.unpause(id), confirmResume);
}

/** Cancels the subscription permanently. */
export async function end(visit: SignedInVisit): Promise<FastifyReply> {
  const reason = formField(visit.request, 'reason').trim();
  return act(visit, 'ended', (verbs, id) => verbs.cancel(id, reason), confirmEnd);
}

async function act(
  visit: SignedInVisit,
  done: string,
  work: (verbs: RecurringVerbs, id: string) => Promise<unknown>,
  show: (visit: SignedInVisit, fault: OperatorError, status: number) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { id } = await visibleSubscription(visit);
  return orShow(
    async () => {
      await work(visit.deps.recurring.as(actorOf(visit)), id);
      return seeOther(visit.reply, hrefOf(visit, `${PLACE}/${id}`, { done }));
    },
    (error, status) => show(visit, error, status),
  );
}
