import type { Website } from '../features/websites/store/websites.ts';
import { queryField } from '../http/form-fields.ts';
import { type Html, html } from '../platform/html/html.ts';
import type { Language } from '../platform/messages/language.ts';
import { refusalText } from '../platform/messages/refusals/refusal-messages.ts';
import type { OperatorError } from '../platform/operator-error.ts';
import { type ConsoleContext, hrefOf } from './console-context.ts';
import { notice } from './views/notice.ts';
import { timeView } from './views/time.ts';

/** A time, or nothing. */
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
