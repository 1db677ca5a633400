import type { Money } from '../core/money.ts';
import type { Payment } from '../core/payment.ts';

/**
 * The values that open our card widget for a payment: the client secret and the publishable key of the create response.
 */
export interface CardWidget {
  /**
   * The payment to which a client secret belongs: by our id or by the provider's number. Undefined for a secret that is not this
   * provider's.
   */
  paymentOf(clientSecret: string): { readonly paymentId: number } | { readonly providerRef: string } | undefined;
  /** Whether both values are this payment's. The secret is compared in constant time. */
  opens(payment: Payment, given: { readonly clientSecret: string; readonly publishableKey: string }): boolean;
}

/** The provider's own card fields, for the frame of our card widget: a number typed there never reaches us. */
export interface CardFields {
  /** The `publishable_key` of the create response. */
  readonly publishableKey: string;
  /** The provider's script, which creates the fields. */
  readonly scriptUrl: string;
  /** The content security policy's sources that the page with the fields must allow. */
  readonly sources: Readonly<Record<'script' | 'frame' | 'connect', readonly string[]>>;
  /** The amount that the card is charged, which may be in another currency than requested. */
  chargeOf(payment: Payment): Money;
}
