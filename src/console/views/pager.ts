import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { type ConsoleContext, hrefOf } from '../console-context.ts';
import { cursorText, type RowCursor, readCursor } from '../row-cursor.ts';

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

/** What a list reads for one page: rows after the last one of the page before, whose time has the names that lists use. */
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
    before === '' ? '' : html`<a class="button quiet" href="${hrefOf(context, path, query)}">« ${start}</a>`;
  const more =
    next === undefined
      ? ''
      : html`<a class="button quiet" rel="next" href="${hrefOf(context, path, { ...query, before: next })}">${on} »</a>`;
  return first === '' && more === '' ? '' : html`<nav class="pager"><span>${first}</span><span>${more}</span></nav>`;
}
