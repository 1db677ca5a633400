import { randomInt } from 'node:crypto';
import type { BookEntry } from '../simulator.ts';

/** One service of a transaction, with its own result. */
export interface Application {
  readonly name: string;
  readonly reasonCode: string;
  readonly rMessage: string;
}

export interface Transaction {
  /** 22 digits. */
  readonly id: string;
  readonly atMs: number;
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: 'HTG' | 'USD';
  /** The amount that the card's bank approved; null when it approved nothing. */
  readonly approvedMinor: number | null;
  readonly cardNumber: string;
  readonly applications: readonly Application[];
  /** The token under which the card was stored, or with which it was charged. */
  readonly token: string | null;
  /** The first transaction of the series to which this one belongs; absent for the first one itself. */
  readonly rootId?: string;
  /** The transaction that this one refunds, voids or reverses. */
  readonly parentId?: string;
  /** The merchant's identifier of the customer; absent when the request named none. */
  readonly customerId?: string;
  /** For a declined charge, the codes of the bank and of the network; absent for every other transaction. */
  readonly decline?: { readonly responseCode: string | null; readonly adviceCode: string | null } | null;
  /** Null for a transaction that never was a charge. */
  readonly status: BookEntry['status'] | null;
}

export interface Transactions {
  add(transaction: Omit<Transaction, 'id' | 'atMs'>): Transaction;
  all(): readonly Transaction[];
  find(id: string): Transaction | undefined;
  book(): BookEntry[];
}

export function transactionBook(now: () => number): Transactions {
  const transactions: Transaction[] = [];
  return {
    add(transaction) {
      const id = `${now()}${String(randomInt(1_000_000_000)).padStart(9, '0')}`.padEnd(22, '0').slice(0, 22);
      const added = { id, atMs: now(), ...transaction };
      transactions.push(added);
      return added;
    },
    all: () => transactions,
    find: (wanted) => transactions.find(({ id }) => id === wanted),
    book: () =>
      transactions.flatMap(({ id, reference, amountMinor, approvedMinor, currency, status }) =>
        status === null
          ? []
          : [{ reference, providerRef: id, amountMinor: approvedMinor ?? amountMinor, currency, status }],
      ),
  };
}

/** Minor units as they are written in forms and responses: `10.50`. */
export function writeAmount(amountMinor: number): string {
  return `${Math.floor(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`;
}

/** Minor units of `10.50`, `10.5` or `10`; undefined for anything else. */
export function readAmount(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}
