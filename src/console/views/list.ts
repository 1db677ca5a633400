import type { FastifyReply } from 'fastify';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { arrange } from '../arrange.ts';
import type { SignedInContext } from '../console-context.ts';
import { exportButtons } from '../exports/export-buttons.ts';
import type { ExportList } from '../exports/exported-list.ts';
import { withPlainRange } from './date-range.ts';
import { exportQueryOf, type Filter, filtersView, queryOf } from './filters.ts';
import { type AskedPage, type ReadPage, readPage } from './pager.ts';
import { type Column, tableView } from './table.ts';

/** A list of the console: its filters, its columns, and its texts for no rows. */
export interface List<Item> {
  /** Below `/console`; also the entry of the menu. */
  readonly path: string;
  readonly title: string;
  /** Describes the table for screen readers; by default the title. */
  readonly caption?: string;
  readonly filters?: readonly Filter[];
  readonly columns: readonly Column<Item>[];
  /** The text of an empty list. */
  readonly none: Html | string;
  /** The text for filters without a match. */
  readonly noneMatch?: string;
  /** The export of the rows that the filters select. */
  readonly exported?: ExportList['name'] | undefined;
  /** How many rows the filters select, and their sums. */
  readonly totals?: string;
  /** Buttons above the table, next to the totals. */
  readonly actions?: Html | '';
  /** Notices above the filters, above the table, and below the list. */
  readonly top?: Html | '';
  readonly aboveTable?: Html | '';
  readonly bottom?: Html | '';
}

/** Rows are counted only up to this number, because counting reads each row. */
export const MOST_COUNTED = 500;

/** The rows of one page. */
export interface Rows<Item> {
  readonly shown: readonly Item[];
  readonly pager: Html | '';
  /** A notice that the search ended before the end of the list. */
  readonly more?: Html | '';
}

/** Shows a list, newest first, or oldest first if its filters have `sortFilter`. `source` reads the rows of a page; `time` names the field by which the rows are ordered. */
export async function showList<
  Time extends string,
  Item extends { readonly id: string } & Readonly<Record<Time, number>>,
>(
  context: SignedInContext,
  source: (page: AskedPage) => Promise<readonly Item[]>,
  list: List<Item> & Pick<ReadPage<Time>, 'time' | 'size'>,
  status = 200,
): Promise<FastifyReply> {
  const { path, title, filters = [] } = list;
  const rows = await readPage(context, { ...list, query: queryOf(filters) }, source);
  const counted = rows.pager === '' ? rows.shown : await source({ before: undefined, limit: MOST_COUNTED + 1 });
  const totals = countText(context, Math.min(counted.length, MOST_COUNTED), counted.length > MOST_COUNTED);
  const mode = filters.some(({ name }) => name === 'mode') ? context.mode : undefined;
  return context.show(
    { title, content: await listView(context, { ...list, totals }, rows), place: path, mode },
    status,
  );
}

/** How many rows the filters select, for lists that count them up to a bound; empty for none. */
export function countText({ language }: SignedInContext, count: number, isMore: boolean): string {
  const texts = LISTS[language];
  if (count === 0) return '';
  // Only a round number is shown as a bound: a search that ended early may have counted 332.
  const least = count < 100 ? count : count - (count % 100);
  return isMore ? texts.countedMore({ count: least }) : texts.counted({ count });
}

/** A list with rows that its page has read, as the user has arranged it. */
export async function listView<Item>(
  context: SignedInContext,
  list: List<Item>,
  { shown, pager, more = '' }: Rows<Item>,
): Promise<Html> {
  const { path, title, caption = title, filters = [], none, noneMatch, exported } = list;
  const { columns, saved, forms } = await arrange(context, list);
  const { top = '', totals = '', actions = '', aboveTable = '', bottom = '' } = list;
  const isFiltered =
    queryField(context.request, 'before') !== '' ||
    filters.some(({ value = '', isHidden, byDefault = '' }) => !isHidden && value !== byDefault);
  const text = (isFiltered && noneMatch) || none;
  const empty = typeof text === 'string' ? html`<p>${text}</p>` : text;
  return html`${top}${saved}${filters.length > 0 ? filtersView(context, path, filters) : ''}${aboveTable}
${[totals, forms, actions].some((each) => each !== '') ? html`<div class="bar"><p>${totals}</p>${forms}${actions}</div>` : ''}
${tableView(shown, { caption, columns, empty })}${more}${pager}
${exported !== undefined && shown.length > 0 ? exportButtons(context, exported, withPlainRange({ ...exportQueryOf(filters), sort: '' }, context.deps.clock())) : ''}${bottom}`;
}
