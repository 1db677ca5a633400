import type { ErrorBody } from './api-error.ts';
import type { CardBehaviour } from './cards.ts';
import type { StripeFaults } from './faults.ts';

type IntentStatus = 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';

export interface Refund {
  readonly id: string;
  readonly amount: number;
  /** Seconds since 1970. */
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** A refund can fail after it has succeeded: the customer's bank has returned the money. */
  status: 'pending' | 'succeeded' | 'failed';
}

/**
 * A dispute of a charge. While the dispute is open, and once it is lost, the bank has the money. An inquiry (`warning_…`) moves no money.
 */
export interface Dispute {
  readonly id: string;
  readonly amount: number;
  /** Seconds since 1970. */
  readonly created: number;
  status: 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost';
}

/** A PaymentIntent in the account's records. */
export interface Intent {
  readonly id: string;
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: 'htg' | 'usd';
  /** Seconds since 1970. */
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly methodTypes: readonly string[];
  status: IntentStatus;
  /** An unknown status that is reported in place of the intent's own. */
  unknownStatus: string | null;
  amountReceived: number;
  /** The refunds, oldest first. */
  readonly refunds: Refund[];
  /** The dispute of a customer's bank about the charge; null when there is none. */
  dispute: Dispute | null;
  latestCharge: string | null;
  lastPaymentError: ErrorBody | null;
  canceledAt: number | null;
  cancellationReason: string | null;
  /** The card whose 3-D Secure challenge is open. */
  challenged: CardBehaviour | null;
}

/** An intent as the API shows it to the owner of the secret key. */
export function intentJson(
  intent: Intent,
  faults: StripeFaults,
  origin: string,
  expand: readonly string[] = [],
): Record<string, unknown> {
  const status = faults.status ?? intent.unknownStatus ?? intent.status;
  const received = intent.status === 'succeeded' ? (faults.wrongAmountMinor ?? intent.amountReceived) : 0;
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.methodTypes,
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: received,
    automatic_payment_methods: null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    last_payment_error: intent.lastPaymentError,
    latest_charge: expand.some((path) => path.startsWith('latest_charge'))
      ? chargeJson(intent, received, expand.includes('latest_charge.refunds'))
      : intent.latestCharge,
    livemode: false,
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? nextAction(intent, origin) : null,
    payment_method: null,
    payment_method_types: faults.withoutCards ? [] : intent.methodTypes,
    receipt_email: intent.receiptEmail,
    status,
  };
}

export function amountRefunded({ refunds }: Intent): number {
  return refunds.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0);
}

/** The charge of an intent as the API returns it expanded. It contains the refunds only when these are expanded as well. */
export function chargeJson(intent: Intent, received: number, withRefunds: boolean): Record<string, unknown> | null {
  if (intent.latestCharge === null) return null;
  const refunded = amountRefunded(intent);
  return {
    id: intent.latestCharge,
    object: 'charge',
    amount: intent.amount,
    amount_captured: received,
    amount_refunded: refunded,
    captured: true,
    currency: intent.currency,
    disputed: intent.dispute !== null,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: refunded > 0 && refunded >= intent.amountReceived,
    ...(withRefunds && {
      refunds: {
        object: 'list',
        has_more: intent.refunds.length > 10,
        data: intent.refunds
          .slice(-10)
          .reverse()
          .map((refund) => refundJson(intent, refund)),
      },
    }),
    status: 'succeeded',
  };
}

export function refundJson({ id: intentId, currency, latestCharge }: Intent, refund: Refund): object {
  const { id, amount, created, metadata, status } = refund;
  return {
    id,
    object: 'refund',
    amount,
    created,
    currency,
    charge: latestCharge,
    metadata,
    payment_intent: intentId,
    status,
  };
}

/** How long after its start a dispute accepts evidence. */
const EVIDENCE_SECONDS = 7 * 86_400;

export function disputeJson(
  { id: intentId, currency, latestCharge }: Intent,
  { id, amount, created, status }: Dispute,
): object {
  const hasEvidence = status === 'under_review';
  return {
    id,
    object: 'dispute',
    amount,
    created,
    currency,
    evidence_details: {
      due_by: created + EVIDENCE_SECONDS,
      has_evidence: hasEvidence,
      past_due: false,
      submission_count: Number(hasEvidence),
    },
    charge: latestCharge,
    payment_intent: intentId,
    livemode: false,
    reason: 'fraudulent',
    status,
  };
}

/** The intent as the API shows it to a browser, which has only the client secret. */
export function publicIntentJson(intent: Intent, faults: StripeFaults, origin: string): Record<string, unknown> {
  const { metadata: _metadata, ...rest } = intentJson(intent, faults, origin);
  return rest;
}

function nextAction({ id, clientSecret }: Intent, origin: string): object {
  const stripeJs = `${origin}/_challenge/${id}?client_secret=${clientSecret}`;
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: stripeJs } };
}
