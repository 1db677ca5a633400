import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { type ConsoleContext, hrefOf, ownPath } from '../console-context.ts';

/** In an address: the page was opened from a list. The address has the list's filters. */
const MARK = 'list';
/** The parts of a list's address that are not filters. */
const NOT_FILTERS = ['mode', 'sort'];

/** The most rows that are sorted in memory: the newest that match. An index by such an order would cost every write of its table. */
export const MOST_SORTED = 1_000;

const CURSOR = /^(\d{1,16})\.([\w-]{1,64})$/;

interface Pager {
  /** Below `/console`. */
  readonly path: string;
  /** The filters. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The cursor of this page, as the address has it; empty for the first page. */
  readonly before: string;
  /** The value of `before` for the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/** Rows on a page of a list. */
export const PAGE = 50;

/**
 * The request for one page of a list: the rows after the last one of the page before. Its time has the names that lists
 * use.
 */
export interface AskedPage {
  readonly before: (RowCursor & { readonly createdAtUs: number }) | undefined;
  /** Only in lists that can be sorted. */
  readonly isOldestFirst?: boolean;
  readonly limit: number;
}

/** Which page of a list is read: its filters, the field by which it is ordered, and how many rows it has. */
export interface ReadPage<Time extends string> extends Pick<Pager, 'path'> {
  readonly query?: Pager['query'];
  readonly time: Time;
  readonly size?: number;
}

/** The rows of one page of a list, and the links below it. The address has the cursor in `before`. */
export async function readPage<
  Time extends string,
  Item extends { readonly id: string } & Readonly<Record<Time, number>>,
>(
  context: ConsoleContext,
  { path, query = {}, time, size = PAGE }: ReadPage<Time>,
  read: (page: AskedPage) => Promise<readonly Item[]>,
): Promise<{ shown: readonly Item[]; pager: Html | '' }> {
  const before = queryField(context.request, 'before');
  const cursor = readCursor(before);
  const found = await read({
    before: cursor && { ...cursor, createdAtUs: cursor.atUs },
    isOldestFirst: Boolean(query.sort),
    limit: size + 1,
  });
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  const next = last && cursorText({ atUs: last[time], id: last.id });
  return { shown, pager: pagerView(context, { path, query, before, next }) };
}

/**
 * The links below a list with cursor pagination: to the first page, and to the next one. The address keeps its filters, so that every page
 * can be shared.
 */
export function pagerView(context: ConsoleContext, { path, query, before, next }: Pager): Html | '' {
  const texts = LISTS[context.language];
  const [start, on] =
    query.sort === 'oldest'
      ? [texts.oldest, texts.newer]
      : query.sort
        ? [texts.first, texts.next]
        : [texts.newest, texts.older];
  const first =
    before === '' ? '' : html`<a class="button quiet" href="${hrefOf(context, path, query)}">«&nbsp;${start}</a>`;
  const more =
    next === undefined
      ? ''
      : html`<a class="button quiet" rel="next" href="${hrefOf(context, path, { ...query, before: next })}">${on}&nbsp;»</a>`;
  return first === '' && more === '' ? '' : html`<nav class="pager"><span>${first}</span><span>${more}</span></nav>`;
}

/** The cursor of a list page: the page starts after this row. */
export interface RowCursor {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly id: string;
}

/** The cursor as text for an address. */
export function cursorText({ atUs, id }: RowCursor): string {
  return `${atUs}.${id}`;
}

/** Parses the cursor of an address; undefined for the first page, and for an invalid cursor. */
export function readCursor(text: string): RowCursor | undefined {
  const [, atUs, id] = CURSOR.exec(text) ?? [];
  return atUs === undefined || id === undefined || !Number.isSafeInteger(Number(atUs))
    ? undefined
    : { atUs: Number(atUs), id };
}

/** Reads pages of the newest rows in the order of `compare` instead of by time. */
export function sortedRows<Item extends { readonly id: string }>(
  read: (page: AskedPage) => Promise<readonly Item[]>,
  compare: (one: Item, other: Item) => number,
): (page: AskedPage) => Promise<readonly Item[]> {
  return async ({ before, limit }) => {
    const newest = await read({ before: undefined, isOldestFirst: false, limit: MOST_SORTED });
    const rows = [...newest].sort(compare);
    const start = before ? rows.findIndex(({ id }) => id === before.id) + 1 : 0;
    return rows.slice(start, start + limit);
  };
}

type Query = Readonly<Record<string, string | undefined>>;

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
