import type { Money } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';

/** What opens our card widget for a payment: the client secret and the publishable key of the create response. */
export interface CardWidget {
  /** Which payment a client secret is for: by our id or by the provider's number. Undefined when it is none of this provider's. */
  paymentOf(clientSecret: string): { readonly paymentId: number } | { readonly providerRef: string } | undefined;
  /** Whether both values are this payment's. The secret is compared in constant time. */
  opens(payment: Payment, given: { readonly clientSecret: string; readonly publishableKey: string }): boolean;
}

/** The provider's own card fields, for the frame of our card widget: a number that is typed there never reaches us. */
export interface CardFields {
  /** What the create response calls `publishable_key`. */
  readonly publishableKey: string;
  /** The provider's script, which makes the fields. */
  readonly scriptUrl: string;
  /** What the page that holds them must allow: sources of a content security policy. */
  readonly sources: Readonly<Record<'script' | 'frame' | 'connect', readonly string[]>>;
  /** What the card is charged, which may be in another currency than was asked. */
  chargeOf(payment: Payment): Money;
}
