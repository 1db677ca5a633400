import type { Payment } from '../../domain/payment.ts';

/** Where a payment stands in every list, for good: a payment never changes when it was created. */
export type ListPlace = Pick<Payment, 'createdAtUs' | 'id'>;

/** The condition of what stands before or behind a place in a list, which two parameters hold. One range of an index. */
export function besidePlace(side: '<' | '>', createdAtUs: string, id: string): string {
  return `(created_at_us, id) ${side} (${createdAtUs}, ${id})`;
}
