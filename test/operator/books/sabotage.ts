import type { Payment } from '../../../src/core/payment.ts';
import type { BookFaultKind } from '../../../src/features/reconciliation/books/book-faults.ts';
import type { Owner } from './books-store.ts';
import type { More } from './more-world.ts';

/** Something of each kind that a store can hold. */
export interface World {
  readonly shop: Owner;
  readonly quiet: Owner;
  readonly paid: Payment;
  readonly failed: Payment;
  readonly converted: Payment;
  readonly livePaid: Payment;
  readonly liveFailed: Payment;
  readonly liveOpen: Payment;
  readonly subscription: string;
  readonly charge: Payment;
  readonly linkId: string;
  readonly linkPaid: Payment;
  /** A checkout session, its completed payment and a failed one. */
  readonly sessionId: string;
  readonly sessionPaid: Payment;
  readonly sessionFailed: Payment;
}

/** A change by hand: its name, its SQL, the kinds of faults that are found, and the id that one of them must name. */
export interface Sabotage {
  readonly what: string;
  readonly by: (world: World & More) => readonly string[];
  readonly finds: readonly BookFaultKind[];
  readonly names: (world: World & More) => string | number;
  readonly detail?: RegExp;
}

/** Deletes a payment with all rows that belong only to it. */
export const deleted = (id: number) => [
  `DELETE FROM delivery_tries WHERE delivery_id = 'dlv_${id}'`,
  ...['deliveries', 'events', 'receipts', 'late_checks', 'payment_terms'].map(
    (table) => `DELETE FROM ${table} WHERE payment_id = ${id}`,
  ),
  `DELETE FROM postings WHERE about = ${id}`,
  `DELETE FROM payments WHERE id = ${id}`,
];
