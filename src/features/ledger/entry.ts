import type { Money } from '../../core/money.ts';
import type { Mode, PaymentMethod } from '../../core/payment.ts';

/**
 * An account of a website's ledger in a mode. `due:METHOD`: what a provider holds for the website. `sales`: what customers paid. `refunds`:
 * what was refunded, or is reserved for a refund. `reserved`: what is reserved. `discrepancies`: money of a provider that fits no sale, or
 * that a sale lacks. `fees:METHOD`: what a provider withheld. `bank:NAME`: what providers paid to a bank account. Positive amounts are what the website has or has spent, negative ones where that came from, or what it owes.
 */
export type Account =
  | `due:${PaymentMethod}`
  | `fees:${PaymentMethod}`
  | `bank:${string}`
  | 'sales'
  | 'refunds'
  | 'reserved'
  | 'discrepancies';

/** The ledger that an entry belongs to. */
export interface Book {
  readonly websiteId: string;
  readonly mode: Mode;
}

/** One line of an entry. */
export interface EntryLine {
  readonly account: Account;
  readonly money: Money;
}

/** What an event changed: its lines sum to zero in each currency. */
export interface Entry extends Book {
  /** The event, unique among the entries about the same payment: the same event is posted once. */
  readonly event: EntryEvent;
  /** The transaction id of the payment. */
  readonly about: number;
  /** When it happened, microseconds since 1970. */
  readonly atUs: number;
  readonly lines: readonly EntryLine[];
}

/**
 * `completed` is the payment's own event; the others start with what they belong to. `fee:NUMBER` is the fee by the rule with this number.
 * `payout:ID:LINE` is a line of a payout that names the payment, and `fee:ID:LINE` the fee that this line says; `fee:ID:LINE:back` reverses
 * the replaced fee. `payout:ID` is a payout without lines, which is about no payment (0). With `:reversal`, each was reversed.
 */
type EntryEvent =
  | 'completed'
  | `refund:${string}:${RefundEvent}`
  | `dispute:${string}:${DisputeEvent}`
  | `discrepancy:${string}:${number}`
  | `fee:${string}`
  | `payout:${string}`;
export type RefundEvent = 'reserved' | 'succeeded' | 'failed' | 'reversed';
export type DisputeEvent = 'opened' | 'won';

/** The lines that move money from one account to another. A negative amount moves it back. */
export function move(from: Account, to: Account, { amountMinor, currency }: Money): [EntryLine, EntryLine] {
  return [
    { account: to, money: { amountMinor, currency } },
    { account: from, money: { amountMinor: -amountMinor, currency } },
  ];
}

/** The name of an entry: `payment:911607750261429:completed`, `payment:911607750261429:fee:3`, `refund:rfd_…:reserved`. */
export function entryName({ event, about }: Pick<Entry, 'event' | 'about'>): string {
  return event === 'completed' || event.startsWith('fee:') ? `payment:${about}:${event}` : event;
}
