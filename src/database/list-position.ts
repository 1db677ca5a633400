import type { Payment } from '../core/payment.ts';

/** A payment's permanent position in every list: its creation time never changes. */
export type ListPosition = Pick<Payment, 'createdAtUs' | 'id'>;

/** Newer than any payment can be. */
export const NEWEST_POSITION: ListPosition = { createdAtUs: Number.MAX_SAFE_INTEGER, id: 0 };

/** Older than every payment. */
export const OLDEST_POSITION: ListPosition = { createdAtUs: 0, id: 0 };

/** The ORDER BY of a list by creation. */
export function listOrder(isOldestFirst = false): string {
  const way = isOldestFirst ? 'ASC' : 'DESC';
  return `ORDER BY created_at_us ${way}, id ${way}`;
}

/**
 * The condition for rows before or after a position in a list. Two parameters hold the position. The condition is one range of an index.
 */
export function positionCondition(side: '<' | '>', createdAtUs: string, id: string): string {
  return `(created_at_us, id) ${side} (${createdAtUs}, ${id})`;
}
