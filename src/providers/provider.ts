import type { FailureReason, Payment } from '../domain/payment.ts';

/** What a provider says a payment has come to. What it does not know, or words we do not know, are `open`: not yet. */
export type Outcome =
  | { readonly status: 'open' }
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly failureReason: FailureReason };

/** How a provider begins a payment: what is stored with it, and what the merchant's server is told. */
export interface Opening {
  /** What the provider needs to know the payment again, as JSON. */
  readonly providerData: string | null;
  /** Until when the provider accepts it, microseconds since 1970. */
  readonly expiresAtUs: number;
  /** When to ask the provider for the first time, if nothing was heard until then. */
  readonly nextCheckAtUs: number;
  /** The fields of the create response that depend on the method: `payment_url`, `client_secret`, … */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Verification {
  readonly outcome: Outcome;
  /** The provider's own words, without secrets: shown to the merchant, and to be ignored for logic. */
  readonly response: Readonly<Record<string, unknown>>;
  /** When to ask again while it is open, microseconds since 1970. */
  readonly nextCheckAtUs: number;
}

/** A payment as it is about to be stored: all but what the provider adds. */
export type UnopenedPayment = Omit<Payment, 'providerData' | 'expiresAtUs' | 'nextCheckAtUs'>;

/** What every provider offers. A provider never touches the store, and never another provider. */
export interface Provider {
  readonly name: string;
  /** Begins a payment before it is stored. Pure: nothing leaves the machine, and calling it twice does no harm. */
  open(payment: UnopenedPayment): Opening;
  /** Asks what a payment has come to. Throws when no answer came, which says nothing about the payment. */
  verify(payment: Payment): Promise<Verification>;
}
