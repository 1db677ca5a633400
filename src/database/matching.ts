import type { Payment } from '../core/payment.ts';
import type { Row, Value } from './database.ts';

/** A payment's permanent position in every list: its creation time never changes. */
export type ListPosition = Pick<Payment, 'createdAtUs' | 'id'>;

/** Newer than any payment can be. */
export const NEWEST_POSITION: ListPosition = { createdAtUs: Number.MAX_SAFE_INTEGER, id: 0 };

/** Older than every payment. */
export const OLDEST_POSITION: ListPosition = { createdAtUs: 0, id: 0 };

/** The columns of a position in a list: of its time, and of its id. */
type PositionColumns = readonly [time: string, id: string];
const BY_CREATION: PositionColumns = ['created_at_us', 'id'];

/** A row's position in a list that is ordered by creation, newest first, and by descending id within a moment. */
export interface RowPosition extends Row {
  readonly created_at_us: number;
  readonly id: string | number;
}

/**
 * The conditions of a filter, `column = $n` for each given value; the values are added to `params`. Undefined and empty values are skipped.
 */
export function matching(params: Value[], wanted: Readonly<Record<string, Value | undefined>>): string[] {
  return Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined || value === '' ? [] : [`${column} = $${params.push(value)}`],
  );
}

/** A WHERE of all conditions; empty when there are none. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** `column IN (…)` for values that become parameters. An empty list of values matches no row. */
export function inList(params: Value[], column: string, values: readonly (string | number)[]): string {
  return values.length === 0 ? '1 = 0' : `${column} IN (${values.map((value) => `$${params.push(value)}`).join(', ')})`;
}

/**
 * A condition that one of the columns contains a text, case-insensitively; its parameters are added to `params`. The embedded store knows
 * the case of ASCII letters only: an accented letter matches as it is typed, or capitalised at the start of a word.
 */
export function holding(params: Value[], columns: readonly string[], text: string): string {
  const like = (column: string, typed: string) =>
    `${column} LIKE $${params.push(`%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\'`;
  const spellings = [...new Set([text, text.toUpperCase(), capitalised(text)])];
  const matches = columns.flatMap((column) => [
    like(`lower(${column})`, text.toLowerCase()),
    ...spellings.map((each) => like(column, each)),
  ]);
  return `(${matches.join(' OR ')})`;
}

function capitalised(text: string): string {
  return text.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/** The ORDER BY of a list. */
export function listOrder(isOldestFirst = false, [time, id] = BY_CREATION): string {
  const way = isOldestFirst ? 'ASC' : 'DESC';
  return `ORDER BY ${time} ${way}, ${id} ${way}`;
}

/**
 * The condition for rows before or after a position in a list. Two parameters hold the position. The condition is one range of an index.
 */
export function positionCondition(side: '<' | '>', atUs: string, id: string, columns = BY_CREATION): string {
  const [timeColumn, idColumn] = columns;
  return `(${timeColumn}, ${idColumn}) ${side} (${atUs}, ${id})`;
}

/** Which page of a list by creation, as a part of the list's filter. An undefined field does not filter. */
export interface ListPage {
  /** From `fromUs` on, and before `toUs`. Microseconds since 1970. */
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
  readonly isOldestFirst?: boolean | undefined;
  /** Only rows after this one, the last of the previous page. */
  readonly before?: { readonly createdAtUs: number; readonly id: string } | undefined;
  /** The most rows. */
  readonly limit: number;
}

/**
 * The WHERE, ORDER BY and LIMIT of a page, newest first unless the page says otherwise; its parameters are added to `params`. `fromUs` and
 * `toUs` apply to the column `timeColumn`, and positions in the list to `columns`.
 */
export function pageClauses(
  params: Value[],
  conditions: readonly string[],
  { fromUs, toUs, isOldestFirst, before, limit }: ListPage,
  { columns = BY_CREATION, timeColumn = columns[0] }: { columns?: PositionColumns; timeColumn?: string } = {},
): string {
  const all = [...conditions];
  if (fromUs !== undefined) all.push(`${timeColumn} >= $${params.push(fromUs)}`);
  if (toUs !== undefined) all.push(`${timeColumn} < $${params.push(toUs)}`);
  if (before) {
    const [at, id] = [params.push(before.createdAtUs), params.push(before.id)];
    all.push(positionCondition(isOldestFirst ? '>' : '<', `$${at}`, `$${id}`, columns));
  }
  return `${whereAll(all)} ${listOrder(isOldestFirst, columns)} LIMIT $${params.push(limit)}`;
}

/**
 * The newest rows of several lists, newest first; or the oldest, oldest first. Each list holds its own first rows in this order, at most
 * `limit`.
 */
export function newestOf(
  lists: readonly (readonly RowPosition[])[],
  limit: number,
  isOldestFirst = false,
): RowPosition[] {
  const way = isOldestFirst ? -1 : 1;
  return lists
    .flat()
    .sort((a, b) => way * (b.created_at_us - a.created_at_us || (a.id < b.id ? 1 : -1)))
    .slice(0, limit);
}

/**
 * `newestOf` for lists that are read one after the other, each in the order of an index. The cost grows with the number
 * of lists, not with their length.
 *
 * @param list reads the newest of one list, at most `limit`
 */
export async function newestOfAll<Source>(
  sources: readonly Source[],
  list: (source: Source) => Promise<readonly RowPosition[]>,
  limit: number,
): Promise<RowPosition[]> {
  const lists: (readonly RowPosition[])[] = [];
  for (const source of sources) lists.push(await list(source));
  return newestOf(lists, limit);
}
