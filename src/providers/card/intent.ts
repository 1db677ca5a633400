import { parseTransactionId } from '../../domain/ids.ts';
import { CURRENCIES, type Currency } from '../../domain/money.ts';
import { asObject, textOf } from '../../lib/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';

/** What we read of a PaymentIntent, after a look at every part of it. */
export interface Intent {
  readonly id: string;
  /** In Stripe's words; there may be some that we do not know. */
  readonly status: string;
  readonly amountMinor: number;
  readonly receivedMinor: number;
  readonly currency: Currency;
  readonly clientSecret: string | null;
  readonly cancellationReason: string | null;
  /** Why the last attempt was declined. */
  readonly declineCode: string | null;
  /** Whether a card can be used at all, of what Stripe has found to fit. */
  readonly takesCards: boolean;
  readonly isLivemode: boolean;
  readonly createdAtUs: number;
  /** Our number, which Stripe was given with it. */
  readonly transactionId: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Throws ProviderUnavailable for what is no PaymentIntent, or lacks a part that we depend on. */
export function readIntent(value: unknown): Intent {
  const intent = asObject(value);
  const { amount, amount_received: received, created, livemode, payment_method_types: types } = intent;
  const [id, status] = [textOf(intent.id), textOf(intent.status)];
  const currency = CURRENCIES.find((one) => one.toLowerCase() === intent.currency);
  const isWhole = [amount, received, created].every((number) => Number.isSafeInteger(number) && Number(number) >= 0);
  if (intent.object !== 'payment_intent' || id === undefined || status === undefined || !isWhole || !currency) {
    throw new ProviderUnavailable('stripe answered with something that is no PaymentIntent');
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
  };
}
