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
  /** What will happen. */
  readonly what: string;
  readonly fields?: ConsoleForm['fields'];
}

/** Asks before a recurring payment is paused. */
export async function askPause(visit: SignedInVisit, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { pauseSure, pauseWhat } = RECURRING_TEXTS[visit.language];
  return ask(visit, { verb: 'pause', title: pauseSure, what: pauseWhat }, fault, status);
}

/** Asks before it goes on. */
export async function askResume(visit: SignedInVisit, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language } = visit;
  const { resumeSure, resumeWhat } = RECURRING_TEXTS[language];
  const subscription = await visibleSubscription(visit);
  // As if it went on now: what fell due until now is skipped. One that cannot go on is told so by the verb.
  const skippedUntilUs = subscriptionNowUs(subscription, deps.clock());
  const dueUs = nextDueAtUs({ ...subscription, status: 'active', pausedAtUs: null, skippedUntilUs }) ?? skippedUntilUs;
  const what = resumeWhat({ time: formatHaitiTime(dueUs, language) });
  return ask(visit, { verb: 'resume', title: resumeSure, what }, fault, status);
}

/** Asks before it ends, and why. */
export async function askEnd(visit: SignedInVisit, fault?: OperatorError, status = 200): Promise<FastifyReply> {
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

/** Pauses it. */
export async function pause(visit: SignedInVisit): Promise<FastifyReply> {
  return act(visit, 'paused', (verbs, id) => verbs.pause(id), askPause);
}

/** Lets it go on. */
export async function resume(visit: SignedInVisit): Promise<FastifyReply> {
  return act(visit, 'resumed', (verbs, id) => verbs.unpause(id), askResume);
}

/** Ends it for good. */
export async function end(visit: SignedInVisit): Promise<FastifyReply> {
  const reason = formField(visit.request, 'reason').trim();
  return act(visit, 'ended', (verbs, id) => verbs.cancel(id, reason), askEnd);
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
