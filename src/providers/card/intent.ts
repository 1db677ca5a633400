import { parseTransactionId } from '../../core/ids.ts';
import { CURRENCIES, type Currency } from '../../core/money.ts';
import { asObject, isObject, type JsonObject, textOf } from '../../platform/text/json-object.ts';
import { ProviderUnavailable, type ReportedDispute } from '../provider.ts';

export interface IntentRefund {
  readonly id: string;
  readonly amountMinor: number;
  /** `failed`: or cancelled. */
  readonly status: 'pending' | 'succeeded' | 'failed';
}

/** The parts that we read of the charge that paid a PaymentIntent. */
interface IntentCharge {
  readonly id: string;
  /** The sum of its refunds. */
  readonly refundedMinor: number;
  /** Only the newest when `hasMoreRefunds`. */
  readonly refunds: readonly IntentRefund[];
  /** Whether the charge has more refunds than were listed with it. */
  readonly hasMoreRefunds: boolean;
  readonly isDisputed: boolean;
}

/** The parts that we read of a PaymentIntent, each validated. */
export interface Intent {
  readonly id: string;
  /** Stripe's status; it may be one that we do not know. */
  readonly status: string;
  readonly amountMinor: number;
  readonly receivedMinor: number;
  readonly currency: Currency;
  readonly clientSecret: string | null;
  readonly cancellationReason: string | null;
  /** Why the last attempt was declined. */
  readonly declineCode: string | null;
  /** Whether cards are among the methods that Stripe offers for it. */
  readonly takesCards: boolean;
  readonly isLivemode: boolean;
  readonly createdAtUs: number;
  /** Our transaction id from its metadata. */
  readonly transactionId: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Undefined when it was not requested with the PaymentIntent, or there is none. */
  readonly charge: IntentCharge | undefined;
  /** Disputes that moved money, also those that were won since. */
  readonly disputes: readonly ReportedDispute[];
}

/** Throws ProviderUnavailable for a value that is no PaymentIntent, or lacks a part that we depend on. */
export function readIntent(value: unknown): Intent {
  const intent = asObject(value);
  const { amount, amount_received: received, created, livemode, payment_method_types: types } = intent;
  const [id, status] = [textOf(intent.id), textOf(intent.status)];
  const currency = CURRENCIES.find((one) => one.toLowerCase() === intent.currency);
  const isWhole = [amount, received, created].every(isCount);
  if (intent.object !== 'payment_intent' || id === undefined || status === undefined || !isWhole || !currency) {
    throw new ProviderUnavailable('stripe returned something that is no PaymentIntent');
  }
  const metadata = asObject(intent.metadata);
  const lastError = asObject(intent.last_payment_error);
  return {
    id,
    status,
    amountMinor: Number(amount),
    receivedMinor: Number(received),
    currency,
    clientSecret: textOf(intent.client_secret) ?? null,
    cancellationReason: textOf(intent.cancellation_reason) ?? null,
    declineCode: textOf(lastError.decline_code) ?? textOf(lastError.code) ?? null,
    takesCards: Array.isArray(types) && types.includes('card'),
    isLivemode: livemode === true,
    createdAtUs: Number(created) * 1_000_000,
    transactionId: parseTransactionId(textOf(metadata.transaction_id) ?? ''),
    metadata,
    charge: isObject(intent.latest_charge) ? readCharge(intent.latest_charge) : undefined,
    disputes: [],
  };
}

/** Throws ProviderUnavailable for a charge without its refunded amount. */
function readCharge(charge: JsonObject): IntentCharge {
  const [id, refundedMinor, isDisputed] = [textOf(charge.id), charge.amount_refunded, charge.disputed];
  const { data: refunds = [], has_more: hasMore } = asObject(charge.refunds);
  if (id === undefined || !isCount(refundedMinor) || typeof isDisputed !== 'boolean' || !Array.isArray(refunds)) {
    throw new ProviderUnavailable('stripe returned something that is no charge');
  }
  return { id, refundedMinor, isDisputed, refunds: refunds.map(readRefund), hasMoreRefunds: hasMore === true };
}

/** A refund of a charge; one in an unknown status is pending. Throws ProviderUnavailable for a value that is no refund. */
export function readRefund(value: unknown): IntentRefund {
  const { id, amount, status: word } = asObject(value);
  const refundId = textOf(id);
  if (refundId === undefined || !isCount(amount)) {
    throw new ProviderUnavailable('stripe returned something that is no refund');
  }
  const isFailed = word === 'failed' || word === 'canceled';
  const isDone = word === 'succeeded' || word === undefined || word === null;
  return { id: refundId, amountMinor: amount, status: isFailed ? 'failed' : isDone ? 'succeeded' : 'pending' };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
