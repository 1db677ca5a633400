import { type Html, html } from '../../platform/html/html.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { type ConsoleContext, hrefOf } from '../console-context.ts';

/**
 * The links below a list with cursor pagination: to the first page, and to the next one. The address keeps its filters, so that every page
 * can be shared.
 */
export function pagerView(
  context: ConsoleContext,
  {
    path,
    query,
    before,
    next,
  }: {
    /** Below `/console`. */
    path: string;
    /** The filters. */
    query: Readonly<Record<string, string | undefined>>;
    /** The cursor of this page, as the address has it; empty for the first page. */
    before: string;
    /** The value of `before` for the next page; undefined on the last page. */
    next: string | undefined;
  },
): Html | '' {
  const texts = LISTS[context.language];
  const first =
    before === '' ? '' : html`<a class="button quiet" href="${hrefOf(context, path, query)}">« ${texts.newest}</a>`;
  const more =
    next === undefined
      ? ''
      : html`<a class="button quiet" rel="next" href="${hrefOf(context, path, { ...query, before: next })}">${texts.older} »</a>`;
  return first === '' && more === '' ? '' : html`<nav class="pager"><span>${first}</span><span>${more}</span></nav>`;
}
