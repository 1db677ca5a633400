import { type Html, html } from '../../lib/html.ts';
import { LISTS } from '../../messages/lists/lists-messages.ts';
import { hrefOf, type Visit } from '../visit.ts';

/**
 * The links below a list that is read by keys: to its begin, and to what follows its last row. The filters of the address stay, so that
 * every page can be shared.
 */
export function pagerView(
  visit: Visit,
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
    /** Where this page begins, as the address says it; empty for the first. */
    before: string;
    /** What `before` is for the page that follows; undefined on the last. */
    next: string | undefined;
  },
): Html | '' {
  const texts = LISTS[visit.language];
  const first =
    before === '' ? '' : html`<a class="button quiet" href="${hrefOf(visit, path, query)}">« ${texts.newest}</a>`;
  const more =
    next === undefined
      ? ''
      : html`<a class="button quiet" rel="next" href="${hrefOf(visit, path, { ...query, before: next })}">${texts.older} »</a>`;
  return first === '' && more === '' ? '' : html`<nav class="pager"><span>${first}</span><span>${more}</span></nav>`;
}
