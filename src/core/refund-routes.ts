import type { PaymentMethod } from './payment.ts';

/** How the payments of a method are refunded. */
export interface RefundRoute {
  /**
   * Who returns the money of a live payment: the provider at the gateway's request, the gateway by a transfer from an account of the
   * operator, or a person.
   */
  readonly live: 'provider' | 'transfer' | 'hand';
  /** The settings that decide it besides the method's own: without them, or when they are off, a person pays. */
  readonly settings: readonly string[];
  /** Which parts of a payment the gateway can refund. A person can pay any part. */
  readonly parts: 'any' | 'unless_converted' | 'none';
  /** Whether the sandbox refunds test payments by itself. Otherwise they are completed by hand. */
  readonly isSimulated: boolean;
}

/** How each method refunds: the adapters are tested against this table, and documents and commands show it. */
export const REFUND_ROUTES: Readonly<Record<PaymentMethod, RefundRoute>> = {
  moncash: {
    live: 'transfer',
    settings: ['MONCASH_TRANSFER_CLIENT_ID', 'MONCASH_TRANSFER_CLIENT_SECRET'],
    parts: 'any',
    isSimulated: false,
  },
  natcash: { live: 'provider', settings: ['NATCASH_REFUNDS'], parts: 'none', isSimulated: true },
  lakaypay_card: { live: 'provider', settings: [], parts: 'any', isSimulated: true },
  card: { live: 'provider', settings: [], parts: 'unless_converted', isSimulated: true },
};
