import { US_PER_MINUTE } from '../../core/durations.ts';
import { isAllowed } from '../../core/roles.ts';
import type { AuditAction } from '../../features/audit/audit.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { haitiTimestamp } from '../../platform/clock/haiti-time.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatShortHaitiTime } from '../../platform/wording/format.ts';
import { type ConsoleContext, hrefOf, type SignedInContext } from '../console-context.ts';

/** A time; empty if there is none. */
export function momentView(us: number | null, language: Language): Html | null {
  return us === null ? null : timeView(us, language);
}

/** A link within the console whose text is a time. */
export function timeLink(
  context: ConsoleContext,
  path: string,
  us: number,
  query: Readonly<Record<string, string | undefined>> = {},
): Html {
  return html`<a href="${hrefOf(context, path, query)}">${timeView(us, context.language)}</a>`;
}

/** A link to a payment's page. */
export function paymentLink(context: ConsoleContext, paymentId: number | null): Html | '' {
  return paymentId === null
    ? ''
    : html`<a class="id" href="${hrefOf(context, `/payments/${paymentId}`)}">${paymentId}</a>`;
}

/** A website's name; its id if it is not in the list. */
export function websiteView(websites: readonly Website[], id: string): Html {
  return html`<bdi>${websites.find((website) => website.id === id)?.name ?? id}</bdi>`;
}

/** The notice about the last action, by its name in the redirect address. */
export function doneView(
  context: ConsoleContext,
  texts: Readonly<Record<string, string | ((values: { count: number }) => string)>>,
): Html | '' {
  const done = queryField(context.request, 'done');
  const text = Object.hasOwn(texts, done) ? texts[done] : undefined;
  if (text === undefined) return '';
  const count = Number(/^\d{1,9}$/.exec(queryField(context.request, 'count'))?.[0] ?? 0);
  return notice('good', html`<p>${typeof text === 'string' ? text : text({ count })}</p>`);
}

/** A verb's refusal: next to its field if the page has it, else above the form. */
export function refusedView(
  context: ConsoleContext,
  error: OperatorError | undefined,
  fields: readonly string[] = [],
): Html | '' {
  if (error === undefined || fields.includes(error.field)) return '';
  return notice('bad', html`<p>${refusalText(error.refusal, context.language)}</p>`);
}

/** A message about a result, or about something that the user must know: `good`, `care` or `bad`. */
export function notice(kind: 'good' | 'care' | 'bad', content: Html): Html {
  return html`<div class="notice ${kind}" role="status">${content}</div>`;
}

/** A secret that is shown once, with a button that copies it where scripts run. */
export function secretOnce(label: string, secret: string, copy: string): Html {
  return html`<div class="secret"><p>${label}</p><code id="secret">${secret}</code> <button type="button" class="quiet copy" data-copy="secret" hidden>${copy}</button></div>`;
}

/** A status as text with a colour, never by colour alone. */
export function badge(tone: 'good' | 'bad' | 'care' | 'calm', text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** A time in Haiti, for lists and facts. It wraps only between the day and the time. */
export function timeView(us: number, language: Language, { seconds = false } = {}): Html {
  const { date, time } = formatShortHaitiTime(us, language, { seconds });
  return html`<time datetime="${haitiTimestamp(us)}"><span>${date},</span> <span>${time}</span></time>`;
}

/** How long something has lasted, on one line: in minutes, from an hour on in hours, and from two days on in days. */
export function ageText(us: number, language: Language): string {
  const { minutes, hours, days } = LISTS[language].ages;
  const passed = Math.max(0, Math.floor(us / US_PER_MINUTE));
  const [unit, count] =
    passed < 60
      ? [minutes, passed]
      : passed < 48 * 60
        ? [hours, Math.floor(passed / 60)]
        : [days, Math.floor(passed / 1_440)];
  return unit({ count }).replace(' ', '\u00a0');
}

/** A link from an object to its changes in the audit log; empty for users who may not read the log. */
export function auditLink(context: SignedInContext, subjectId: string): Html | '' {
  return linkTo(context, { subject: subjectId });
}

/** A link to all changes by one action, for settings that have no id. */
export function auditActionLink(context: SignedInContext, action: AuditAction): Html | '' {
  return linkTo(context, { action });
}

function linkTo(context: SignedInContext, query: Record<string, string>): Html | '' {
  if (!isAllowed(context.who.user.role, 'audit.read')) return '';
  return html`<a class="button quiet" href="${hrefOf(context, '/audit', query)}">${AUDIT_TEXTS[context.language].audit}</a>`;
}

/** A text that users copy, such as an id. The console's script adds a button that copies it; without the script it can be selected. */
export function copyable(text: string | number): Html {
  return html`<bdi class="copyable">${text}</bdi>`;
}

/** One fact: a label and a value. A fact whose value is null is omitted. */
export type Fact = readonly [label: string, value: Html | '' | null];

/** A list of labels and values, without those whose value is null. */
export function factsView(facts: readonly Fact[]): Html {
  const rows = facts.flatMap(([label, value]) =>
    value === null ? [] : [html`<div><dt>${label}</dt><dd>${value}</dd></div>`],
  );
  return html`<dl class="facts">${rows}</dl>`;
}
