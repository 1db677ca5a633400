import type { Currency } from './money.ts';

export const PAYMENT_METHODS = ['moncash', 'natcash', 'lakaypay_card', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export type OpenStatus = 'pending' | 'processing';
export type FinalStatus = 'completed' | 'failed';

/** Test keys simulate payments, live keys move money. */
export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

/** Why a payment failed: short codes, the same in test and live mode. A provider's own text is never stored here. */
export const FAILURE_REASONS = [
  'insufficient_balance',
  'declined',
  'cancelled',
  'expired',
  'expired_card',
  'provider_error',
  'amount_mismatch',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export const RECURRING_INTERVALS = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type RecurringInterval = (typeof RECURRING_INTERVALS)[number];

/**
 * The allowed status changes. Final is final: nothing leaves `completed` or `failed`.
 * The same table is enforced in the SQL of features/payments/store/finish-payment.ts and by a CHECK in the migration.
 */
export const TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** The statuses from which a payment can change to `status` in one step. */
export function statusesBefore(status: PaymentStatus): PaymentStatus[] {
  return PAYMENT_STATUSES.filter((from) => TRANSITIONS[from].includes(status));
}

export function isFinal(status: PaymentStatus): status is FinalStatus {
  return TRANSITIONS[status].length === 0;
}

/** The first status of a payment of this method: a card waits for its number, the others are processed at once. */
export function initialStatus(method: PaymentMethod): OpenStatus {
  return method === 'card' ? 'pending' : 'processing';
}

/** Whether a method always charges gourdes, whatever currency the merchant requested. */
export function isPaidInHtgOnly(method: PaymentMethod): boolean {
  return method === 'moncash' || method === 'natcash';
}

/** A payment as it is stored. Amounts are minor units, times are microseconds since 1970. */
export interface Payment {
  readonly id: number;
  readonly websiteId: string;
  readonly apiKeyId: string;
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  /** The amount that the customer is charged. */
  readonly amountMinor: number;
  readonly currency: Currency;
  /** The requested amount before conversion; then `rateE4` is the rate that was used. */
  readonly originalAmountMinor: number | null;
  readonly rateE4: number | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly customerName: string;
  readonly customerEmail: string | null;
  readonly customerPhone: string | null;
  /** The JSON text as the merchant sent it: key order and digits beyond a double's precision survive. */
  readonly metadata: string | null;
  readonly recurringInterval: RecurringInterval | null;
  readonly recurringIntervalCount: number | null;
  /** The subscription and the cycle that this payment charges; null for a payment that a customer started. */
  readonly subscriptionId: string | null;
  readonly subscriptionPeriod: number | null;
  /**
   * The number of the charge attempt in this cycle, from 1. The charge's name at the acquirer consists of the
   * subscription, the cycle and this number. Null for a payment that a customer started, and for charges older than
   * this column, which are named by their id.
   */
  readonly subscriptionTry: number | null;
  /** When the charge was requested from the provider; null before that, and for a payment that a customer started. */
  readonly chargeAskedAtUs: number | null;
  /** The provider's data for identifying the payment: its own JSON, opaque to other modules. */
  readonly providerData: string | null;
  /** The provider's own reference, once known. */
  readonly providerRef: string | null;
  readonly failureReason: FailureReason | null;
  readonly createdAtUs: number;
  /** When the payment became final. */
  readonly finishedAtUs: number | null;
  /** When the provider stops accepting the payment. */
  readonly expiresAtUs: number;
  /** When the worker verifies it with the provider next; null once final. */
  readonly nextCheckAtUs: number | null;
}
