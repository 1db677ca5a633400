import type { Payment } from '../core/payment.ts';
import type { Value } from './database.ts';
import { whereAll } from './matching.ts';

/** A payment's permanent position in every list: its creation time never changes. */
export type ListPosition = Pick<Payment, 'createdAtUs' | 'id'>;

/** Newer than any payment can be. */
export const NEWEST_POSITION: ListPosition = { createdAtUs: Number.MAX_SAFE_INTEGER, id: 0 };

/** Older than every payment. */
export const OLDEST_POSITION: ListPosition = { createdAtUs: 0, id: 0 };

/** The columns of a position in a list: of its time, and of its id. */
export type PositionColumns = readonly [time: string, id: string];
const BY_CREATION: PositionColumns = ['created_at_us', 'id'];

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
