import type { Currency } from './money.ts';
import type { Mode, PaymentMethod } from './payment.ts';

/**
 * The status of a refund. `requested`: waits for an approval. `approved`: will be sent. `sent`: the provider has the request, and has
 * not finished. `unknown`: it was requested, and whether the provider moved the money is not known. `manual`: the provider takes no refunds, a
 * person pays. `reversed`: it had succeeded, and the money came back.
 */
export const REFUND_STATUSES = [
  'requested',
  'approved',
  'sent',
  'unknown',
  'manual',
  'succeeded',
  'failed',
  'reversed',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The allowed status changes. Every change is a guarded UPDATE in features/refunds/store/refunds.ts. */
const REFUND_TRANSITIONS: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: ['approved', 'manual', 'failed'],
  approved: ['sent', 'manual', 'failed'],
  // Approved again: nothing had left the gateway.
  sent: ['approved', 'unknown', 'succeeded', 'failed'],
  unknown: ['approved', 'sent', 'succeeded', 'failed'],
  manual: ['succeeded', 'failed'],
  succeeded: ['reversed'],
  failed: [],
  reversed: [],
};

/** How the payments of a method are refunded. */
interface RefundRoute {
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

/** The statuses from which a refund can change to `status` in one step. */
export function refundStatusesBefore(status: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => REFUND_TRANSITIONS[from].includes(status));
}

/** The share of the payment's money that a refund of this status holds: reserved for it, refunded by it, or none. */
export function holdOf(status: RefundStatus): 'reserved' | 'refunded' | 'none' {
  if (status === 'succeeded') return 'refunded';
  return status === 'failed' || status === 'reversed' ? 'none' : 'reserved';
}

/** Whether a refund of this status has ended: only a reversal can still follow a success. */
export function isRefundOver(status: RefundStatus): boolean {
  return holdOf(status) !== 'reserved';
}

/** Why a refund failed: always a proof that no money moved. */
export const REFUND_FAILURES = [
  /** An operator refused the request, ended an unpaid refund, or has proof that the provider moved no money. */
  'rejected',
  /** The provider refused it. */
  'declined',
  /** Money of the payment was returned before: in the provider's portal, or by a refund of another amount that a restore has lost. */
  'returned_already',
] as const;
type RefundFailure = (typeof REFUND_FAILURES)[number];

/** Who made a refund: this gateway, at a request, or someone in the portal of the provider, in whose records it was found. */
export const REFUND_KINDS = ['gateway', 'external'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

/** Names that callers give to refunds. */
export const REFUND_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Above how much of a live payment, in minor units, its refunds need a person other than the one who requested them. Null for a currency
 * without a limit.
 */
export type SecondPersonLimits = Readonly<Record<Currency, number | null>>;

/** A refund as it is stored. Amounts are minor units, times are microseconds since 1970. */
export interface Refund {
  /** The gateway's own id, and the name of the refund at its provider. It follows from the website, the mode and `name`. */
  readonly id: string;
  /** The name that the caller gave: unique among the refunds of a website and mode. An external refund is named by the gateway. */
  readonly name: string;
  readonly kind: RefundKind;
  readonly websiteId: string;
  readonly mode: Mode;
  readonly paymentId: number;
  readonly method: PaymentMethod;
  /** In the currency that the customer was charged in. */
  readonly amountMinor: number;
  readonly currency: Currency;
  /** Whether the caller gave no amount: it is what was left of the payment. */
  readonly isWhole: boolean;
  readonly reason: string | null;
  readonly status: RefundStatus;
  readonly failureReason: RefundFailure | null;
  /** The key or the user who requested it; `external` for an external refund, as in `approvedBy`. */
  readonly requestedBy: string;
  /** Who approved it; null until then. */
  readonly approvedBy: string | null;
  /** The provider's number of the refund, or the number of the wallet's transaction that paid it. */
  readonly providerRef: string | null;
  /** The provider's own status, or its last error: shown to the operator. */
  readonly word: string | null;
  /** How often it was requested from the provider. */
  readonly attempts: number;
  /** When it was requested last. */
  readonly askedAtUs: number | null;
  /** When a worker takes the next step: sends it, or looks it up. Null when none follows by itself. */
  readonly nextStepAtUs: number | null;
  readonly createdAtUs: number;
  /** When it succeeded, failed or was reversed. */
  readonly endedAtUs: number | null;
  /** The id of the user who last claimed it to pay it by hand; null for a command, and if no one did. */
  readonly payerId: string | null;
  /** The name of that person. */
  readonly payer: string | null;
  /** Until when that claim lasts: until then, no other person can claim or reject the refund. */
  readonly payingUntilUs: number | null;
}
