export type Currency = 'HTG' | 'USD';
export type PaymentMethod = 'moncash' | 'natcash' | 'lakaypay_card' | 'card';
/** `completed` and `failed` are final. */
export type PaymentStatus = 'pending' | 'processing' | 'completed' | 'failed';
export type FailureReason =
  | 'insufficient_balance'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'expired_card'
  | 'provider_error'
  | 'amount_mismatch';

/** A payment as reads, lists, webhooks and events show it. Times are ISO 8601 in UTC. */
export interface Payment {
  /** 15 or 16 digits. */
  transaction_id: string;
  /** Two decimals, in the real currency unit. Compare it with `amounts.equal`. */
  amount: string;
  currency: Currency;
  /** Branch on this. */
  status: PaymentStatus;
  payment_method: PaymentMethod;
  /** Your order identifier. Not unique. */
  reference: string | null;
  description: string | null;
  /** As you sent it. */
  customer: { name: string | null; email: string | null; phone: string | null };
  created_at: string;
  /** Null unless it is `completed`. */
  completed_at: string | null;
  /** Null unless it is `failed`. */
  failed_at: string | null;
  /** Null unless it is `failed`. */
  failure_reason: FailureReason | null;
  /** As you sent it. */
  metadata: { [key: string]: unknown } | null;
}

/** What `payments.create` takes. Null and undefined are not given. */
export interface CreatePaymentFields {
  /** In the real currency unit, at most two decimals: `'500.00'`, sent digit by digit, or a number. At least 1. */
  amount: string | number;
  currency: Currency;
  payment_method: PaymentMethod;
  /** At most 255 characters. */
  customer_name: string;
  customer_email?: string | null | undefined;
  /** At most 20 characters. */
  customer_phone?: string | null | undefined;
  /** Your order identifier, at most 255 characters: by it a payment is found whose answer was lost. */
  reference?: string | null | undefined;
  /** At most 500 characters. */
  description?: string | null | undefined;
  /** Returned in reads and webhooks. */
  metadata?: { [key: string]: unknown } | null | undefined;
  /** `lakaypay_card` only. */
  recurring?: boolean | null | undefined;
  /** Needed when `recurring` is true. */
  recurring_interval?: 'daily' | 'weekly' | 'monthly' | 'yearly' | null | undefined;
  /** Intervals between two charges, 1 to 12. */
  recurring_interval_count?: number | null | undefined;
}

/** Keep its `transaction_id` with your order before you redirect. */
export interface CreatedPayment {
  success: true;
  transaction_id: string;
  /** What the customer is charged. */
  amount: string;
  /** Dollars are converted for `moncash` and `natcash`. */
  currency: Currency;
  /** `requires_payment_method` for `card`; else `processing`. */
  status: 'processing' | 'requires_payment_method';
  created_at: string;
  /** Where to send the customer's browser. Absent for `card`. */
  payment_url?: string;
  /** When dollars were converted. */
  conversion?: Conversion;
  /** `natcash` only. */
  natcash_reference?: string;
  /** `card` only: for the card widget. */
  client_secret?: string;
  /** `card` only: for the card widget. */
  publishable_key?: string;
  /** `card` only. */
  payment_intent_id?: string;
}

export interface Conversion {
  original_amount: number;
  original_currency: 'USD';
  /** Gourdes for one dollar. */
  exchange_rate: number;
  charged_amount: number;
  charged_currency: 'HTG';
}

/** Days are of UTC, inclusive: YYYY-MM-DD. */
export interface ListFilters {
  status?: PaymentStatus;
  payment_method?: PaymentMethod;
  from_date?: string;
  to_date?: string;
  /** 1 to 100, else 20. */
  per_page?: number;
  /** From 1. Not with `cursor` or `for await`. */
  page?: number;
  /** Empty for the first page, then `next_cursor`. */
  cursor?: string;
}

export interface Pagination {
  current_page: number;
  per_page: number;
  /** Payments that match, on all pages. */
  total: number;
  last_page: number;
}

/** Newest first. */
export interface PaymentPage {
  success: true;
  data: Payment[];
  pagination: Pagination;
  /** When `cursor` was sent. Null on the last page. */
  next_cursor?: string | null;
}

export interface Verification {
  transaction_id: string;
  /** Branch on this. */
  status: PaymentStatus;
  verified_at: string;
  /** The provider's own words: no logic on these. */
  provider_response: { [key: string]: unknown };
}

/** An item of the sandbox feed. */
export interface FeedEvent {
  id: string;
  event: 'payment.success' | 'payment.failed';
  created_at: string;
  data: Payment;
}

export interface EventsQuery {
  /** The `next_cursor` of the page before. */
  after?: string;
  /** 1 to 100, else 50. */
  limit?: number;
}

/** Oldest first. */
export interface EventPage {
  success: true;
  data: FeedEvent[];
  /** Never expires. Null when there is no event at all. */
  next_cursor: string | null;
  /** Whether more events wait. */
  has_more: boolean;
  /** Old events may be missing here: list the payments. */
  events_removed?: true;
}

export interface ExchangeRate {
  base_currency: 'USD';
  quote_currency: 'HTG';
  /** Gourdes for one dollar. */
  rate: number;
  /** When `amount` was given. */
  conversion: { amount_htg: number; amount_usd: number } | null;
  /** The least that a card is charged. */
  card_minimum: { HTG: number; USD: number };
  example: string;
  note: string;
  /** Null: fixed by the operator. */
  updated_at: string | null;
}

export interface Health {
  success: true;
  service: 'peye';
  version: string;
  timestamp: string;
}

/** More kinds may come: answer 2xx to those that you do not know. */
export type WebhookEvent = PaymentSuccessEvent | PaymentFailedEvent | TestEvent;

interface WebhookBody<Kind extends string, Data extends Payment> {
  event: Kind;
  /** Unix seconds when the payment became final; retries keep it. */
  timestamp: number;
  data: Data;
}

export type PaymentSuccessEvent = WebhookBody<'payment.success', Payment & { status: 'completed' }>;
export type PaymentFailedEvent = WebhookBody<'payment.failed', Payment & { status: 'failed' }>;
/** From the console's button. No payment: its `transaction_id` is `"0"`. */
export type TestEvent = WebhookBody<'test', Payment>;

/** What a request was and what came of it. Holds neither key nor body. */
export interface RequestReport {
  method: string;
  url: string;
  /** 1 for the first. */
  attempt: number;
  durationMs: number;
  /** Absent when there was no answer. */
  status?: number;
  requestId?: string;
  /** A code. */
  error?: string;
}

export interface PeyeOptions {
  /** `tk_test_…` or `tk_live_…`. Keep it on your server. */
  apiKey: string | undefined;
  /** The gateway's address: `https://pay.example.ht`. */
  baseUrl: string;
  /** How long a call may take, repeats included; else 35,000. */
  timeoutMs?: number;
  /** Of reads and `verify`; else 3. */
  retries?: number;
  /** How long a payment is looked for whose answer was lost; else 10,000. With less, an empty `found` proves nothing. */
  lookupWaitMs?: number;
  fetch?: typeof globalThis.fetch;
  /** For debugging: told of each request. What it throws is ignored. */
  onRequest?: (report: RequestReport) => void;
  /** Your program's name, added to the `User-Agent`. */
  userAgent?: string;
}
