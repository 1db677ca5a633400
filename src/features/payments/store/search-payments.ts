import type { Payment } from '../../../core/payment.ts';
import type { Database } from '../../../database/database.ts';
import { listByReference, listNewestPayments, type NewestFilter } from './list-newest-payments.ts';

/** The most payments that are read for a condition without an index. */
export const MOST_LOOKED_AT = 10_000;
/** Payments read at a time. Each id is a parameter, and SQLite accepts 32,766 of those in a statement. */
const STEP = 500;

/** The filter of a search. */
export interface PaymentSearch extends NewestFilter {
  readonly reference?: string | undefined;
  /** A part of the customer's name or e-mail address, in any case and without regard to accents, or of the phone number. */
  readonly customer?: string | undefined;
}

interface FoundPayments {
  readonly payments: readonly Payment[];
  /** The oldest payment that was read, when the search ended there and older ones may match; otherwise null. */
  readonly endedAt: Payment | null;
}

/**
 * The newest payments that match. Indexed conditions are read from the index alone. The others (a customer, or a
 * reference together with a status or a method) are then checked on at most MOST_LOOKED_AT of the newest remaining
 * payments.
 */
export async function searchPayments(db: Database, search: PaymentSearch): Promise<FoundPayments> {
  const { reference, customer, ...filter } = search;
  const { status, method, limit } = filter;
  const list = (of: NewestFilter) =>
    reference === undefined ? listNewestPayments(db, of) : listByReference(db, reference, of);
  if (customer === undefined && (reference === undefined || (status ?? method) === undefined)) {
    return { payments: await list(filter), endedAt: null };
  }
  const isCustomer = customer === undefined ? () => true : customerMatcher(customer);
  const isWanted = (payment: Payment) =>
    (status === undefined || payment.status === status) &&
    (method === undefined || payment.method === method) &&
    isCustomer(payment);
  const found: Payment[] = [];
  let { beforeId } = filter;
  let oldest: Payment | undefined;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; lookedAt += STEP) {
    const payments = await list({ ...filter, beforeId, limit: STEP });
    found.push(...payments.filter(isWanted));
    oldest = payments.at(-1);
    if (found.length >= limit || payments.length < STEP) return { payments: found.slice(0, limit), endedAt: null };
    beforeId = oldest?.id;
  }
  return { payments: found, endedAt: oldest ?? null };
}

/** Returns a function that tests whether a payment's customer matches a text. */
function customerMatcher(text: string): (payment: Payment) => boolean {
  const wanted = plain(text);
  const digits = /^[\d\s()+.-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '';
  return ({ customerName, customerEmail, customerPhone }) =>
    plain(customerName).includes(wanted) ||
    plain(customerEmail ?? '').includes(wanted) ||
    (digits !== '' && (customerPhone ?? '').replaceAll(/\D/g, '').includes(digits));
}

/** Without accents, and in one case: `CÉLINE` is `celine`. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
