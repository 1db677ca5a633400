import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { type ConsoleContext, hrefOf, ownPath } from '../console-context.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** In an address: the page was opened from a list, whose filters the address has. */
const MARK = 'list';
/** What an address of a list has besides its filters. */
const NOT_FILTERS = ['mode', 'sort'];

/** The query of a link from a list to the page of a row: the list's filters. */
export function rowQuery(query: Query): Query {
  return { ...query, [MARK]: '1' };
}

/** Whether the address says that the page was opened from a list. */
export function isFromList({ request }: Pick<ConsoleContext, 'request'>): boolean {
  return queryField(request, MARK) !== '';
}

/** The filters of the list from which the page of a form was opened, for the address that the form leads to. */
export function keptRowQuery(context: ConsoleContext): Query {
  const { done, count, ...query } = Object.fromEntries(new URLSearchParams(ownPath(context).split('?', 2)[1]));
  return query[MARK] === undefined ? {} : query;
}

/** The list of a row, and the rows next to it; `query` has the list's filters, and is undefined if the page was opened directly. */
interface Trail {
  /** The list, below `/console`; also the path of its rows. */
  readonly path: string;
  readonly title: string;
  readonly query?: Query | undefined;
  readonly previous?: string | number | undefined;
  readonly next?: string | number | undefined;
}

/** Above the page of a row: a link back to its list, and links to the rows before and after it. */
export function trailView(context: ConsoleContext, { path, title, query, previous, next }: Trail): Html {
  const texts = LISTS[context.language];
  const isFiltered = Object.entries(query ?? {}).some(([name, value]) => value && !NOT_FILTERS.includes(name));
  const back = html`<a href="${hrefOf(context, path, query)}">‹ ${isFiltered ? texts.filtered({ list: title }) : title}</a>`;
  const step = (rel: 'prev' | 'next', id: string | number | undefined) =>
    id === undefined
      ? ''
      : html`<a class="button quiet" rel="${rel}" href="${hrefOf(context, `${path}/${id}`, rowQuery(query ?? {}))}">${texts[rel]}</a>`;
  return html`<nav class="trail" aria-label="${texts.trail}">${back}${step('prev', previous)}${step('next', next)}</nav>`;
}
