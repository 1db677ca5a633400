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

interface PaymentFields {
  /** 15 or 16 digits. */
  transaction_id: string;
  /** Two decimals, in the real currency unit. Compare it with `amounts.equal`. */
  amount: string;
  currency: Currency;
  payment_method: PaymentMethod;
  /** Your order identifier. Not unique. */
  reference: string | null;
  description: string | null;
  /** As you sent it. */
  customer: { name: string | null; email: string | null; phone: string | null };
  created_at: string;
  /** As you sent it. */
  metadata: { [key: string]: unknown } | null;
}

export interface OpenPayment extends PaymentFields {
  status: 'pending' | 'processing';
  completed_at: null;
  failed_at: null;
  failure_reason: null;
}

export interface CompletedPayment extends PaymentFields {
  status: 'completed';
  completed_at: string;
  failed_at: null;
  failure_reason: null;
}

export interface FailedPayment extends PaymentFields {
  status: 'failed';
  completed_at: null;
  failed_at: string;
  failure_reason: FailureReason;
}

/** A payment as reads, lists, webhooks and events show it: branch on `status`. Times are ISO 8601 in UTC. */
export type Payment = OpenPayment | CompletedPayment | FailedPayment;

interface NewPayment<Method extends PaymentMethod> {
  /** In the real currency unit, at most two decimals: `'500.00'`, sent digit by digit, or a number. At least 1. */
  amount: string | number;
  currency: Currency;
  payment_method: Method;
  /** At most 255 characters. */
  customer_name: string;
  customer_email?: string | null | undefined;
  /** At most 20 characters. */
  customer_phone?: string | null | undefined;
  /** Your order identifier, at most 255 characters. After a lost response, it finds the payment. */
  reference?: string | null | undefined;
  /** At most 500 characters. */
  description?: string | null | undefined;
  /** Returned in reads and webhooks. */
  metadata?: { [key: string]: unknown } | null | undefined;
}

interface NotRecurring {
  recurring?: null | undefined;
  recurring_interval?: null | undefined;
  recurring_interval_count?: null | undefined;
}

interface OneCharge {
  recurring?: false | null | undefined;
  recurring_interval?: null | undefined;
  recurring_interval_count?: null | undefined;
}

interface RepeatedCharge {
  recurring: true;
  recurring_interval: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Intervals between two charges, 1 to 12; 1 by default. */
  recurring_interval_count?: number | null | undefined;
}

/** The fields of `payments.create`. Null and undefined mean "not given". `recurring` is for `lakaypay_card` only, with its interval. */
export type CreatePaymentFields<Method extends PaymentMethod = PaymentMethod> = Method extends PaymentMethod
  ? NewPayment<Method> & (Method extends 'lakaypay_card' ? OneCharge | RepeatedCharge : NotRecurring)
  : never;

interface CreatedFields {
  success: true;
  transaction_id: string;
  /** The amount that the customer is charged. */
  amount: string;
  /** Dollars are converted for `moncash` and `natcash`. */
  currency: Currency;
  created_at: string;
}

interface CreatedRedirect extends CreatedFields {
  status: 'processing';
  /** Where to send the customer's browser. */
  payment_url: string;
  client_secret?: never;
  publishable_key?: never;
  payment_intent_id?: never;
}

export interface CreatedMonCash extends CreatedRedirect {
  /** Set when dollars were converted. */
  conversion?: Conversion;
  natcash_reference?: never;
}

export interface CreatedNatCash extends CreatedRedirect {
  /** Set when dollars were converted. */
  conversion?: Conversion;
  natcash_reference: string;
}

export interface CreatedLakayPayCard extends CreatedRedirect {
  conversion?: never;
  natcash_reference?: never;
}

export interface CreatedCard extends CreatedFields {
  status: 'requires_payment_method';
  /** For the card widget. */
  client_secret: string;
  /** For the card widget. */
  publishable_key: string;
  payment_intent_id: string;
  payment_url?: never;
  conversion?: never;
  natcash_reference?: never;
}

interface CreatedByMethod {
  moncash: CreatedMonCash;
  natcash: CreatedNatCash;
  lakaypay_card: CreatedLakayPayCard;
  card: CreatedCard;
}

/** Store its `transaction_id` with your order before you redirect. */
export type CreatedPayment<Method extends PaymentMethod = PaymentMethod> = CreatedByMethod[Method];

export interface Conversion {
  original_amount: number;
  original_currency: 'USD';
  /** Gourdes for one dollar. */
  exchange_rate: number;
  charged_amount: number;
  charged_currency: 'HTG';
}

/** Days are in UTC, both inclusive: YYYY-MM-DD. */
export interface ListFilters {
  status?: PaymentStatus;
  payment_method?: PaymentMethod;
  /** Payments with exactly this reference. */
  reference?: string;
  from_date?: string;
  to_date?: string;
  /** 1 to 100; by default 20, or 100 when you iterate. */
  per_page?: number;
  /** From 1. Not together with `cursor`, and not in `iterate`. */
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
  /** Set when `cursor` was sent. Null on the last page. */
  next_cursor?: string | null;
}

export type RefundStatus =
  | 'requested'
  | 'approved'
  | 'sent'
  | 'unknown'
  | 'manual'
  | 'succeeded'
  | 'failed'
  | 'reversed';

/** Each is proof that no money moved. */
export type RefundFailure = 'rejected' | 'declined' | 'returned_already';

/** `external`: made in the provider's portal. The gateway chose its `refund_id`, and sends no webhook about it. */
export type RefundKind = 'gateway' | 'external';

interface RefundFields {
  /** Your name of the refund. */
  refund_id: string;
  /** The refunded payment. */
  transaction_id: string;
  payment_method: PaymentMethod;
  /** Two decimals, in the currency that the customer was charged in. */
  amount: string;
  currency: Currency;
  reason: string | null;
  created_at: string;
  kind: RefundKind;
}

/** It has not ended, and its amount is reserved. `unknown`: the gateway searches the provider's records. `manual`: the operator pays by hand. */
export interface OpenRefund extends RefundFields {
  status: 'requested' | 'approved' | 'sent' | 'unknown' | 'manual';
  failure_reason: null;
  provider_ref: string | null;
  ended_at: null;
}

interface ReturnedRefund extends RefundFields {
  failure_reason: null;
  /** The provider's number of the refund, or of the wallet's transaction. */
  provider_ref: string;
  ended_at: string;
}

/** The money was returned. */
export interface SucceededRefund extends ReturnedRefund {
  status: 'succeeded';
}

/** The money came back after the refund had succeeded. */
export interface ReversedRefund extends ReturnedRefund {
  status: 'reversed';
}

/** No money moved. */
export interface FailedRefund extends RefundFields {
  status: 'failed';
  failure_reason: RefundFailure;
  provider_ref: string | null;
  ended_at: string;
}

/** Branch on `status`: the customer has the money only when it is `succeeded`. */
export type Refund = OpenRefund | SucceededRefund | ReversedRefund | FailedRefund;

/** The fields of `refunds.create`. */
export interface CreateRefundFields {
  /** Of a completed payment. */
  transaction_id: string;
  /** In the currency that the customer was charged in: `'250.00'`, sent digit by digit, or a number. What is left of the payment by default. */
  amount?: string | number | null | undefined;
  /** At most 255 characters. In test mode it chooses the outcome: `test: declined`. */
  reason?: string | null | undefined;
}

export interface RefundFilters {
  transaction_id?: string;
  status?: RefundStatus;
  kind?: RefundKind;
  /** 1 to 100; by default 20, or 100 when you iterate. */
  per_page?: number;
  /** Empty for the first page, then `next_cursor`. */
  cursor?: string;
}

/** Newest first. */
export interface RefundPage {
  success: true;
  data: Refund[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** `opened`: the customer's bank holds the money until it decides. `lost`: the customer has it, unless the provider reverses the decision: `won`. */
export type DisputeStatus = 'opened' | 'won' | 'lost';

/** A dispute of a card payment. */
export interface Dispute {
  dispute_id: string;
  /** The disputed payment. */
  transaction_id: string;
  payment_method: PaymentMethod;
  /** Two decimals. */
  amount: string;
  currency: Currency;
  /** Why, as the provider names it. */
  reason: string | null;
  status: DisputeStatus;
  /** The provider's number of the dispute. */
  provider_ref: string;
  opened_at: string;
  /** Until when evidence is to be sent; null when none is due. */
  evidence_due_at: string | null;
  /** When the gateway learned of the decision. */
  decided_at: string | null;
  /** When the gateway found the dispute. */
  created_at: string;
}

export interface DisputeFilters {
  transaction_id?: string;
  status?: DisputeStatus;
  /** 1 to 100; by default 20, or 100 when you iterate. */
  per_page?: number;
  /** Empty for the first page, then `next_cursor`. */
  cursor?: string;
}

/** Newest first. */
export interface DisputePage {
  success: true;
  data: Dispute[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export interface Verification {
  transaction_id: string;
  /** Branch on this. */
  status: PaymentStatus;
  verified_at: string;
  /** The provider's own response: do not base decisions on it. */
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
  /** The `next_cursor` of the previous page. */
  after?: string;
  /** 1 to 100; by default 50, or 100 when you iterate. */
  limit?: number;
  /** Seconds to wait for the next event when there is no new one: up to 25; 0 by default. Keep it below `timeoutMs`. */
  wait?: number;
}

/** Oldest first. */
export interface EventPage {
  success: true;
  data: FeedEvent[];
  /** Pass it as `after` next time. It never expires. Null when there is no event at all. */
  next_cursor: string | null;
  /** Whether there are more events after this page. */
  has_more: boolean;
  /** Events after the cursor may be missing because they were too old: list the payments. */
  events_removed?: true;
}

export interface ExchangeRate {
  base_currency: 'USD';
  quote_currency: 'HTG';
  /** Gourdes for one dollar. */
  rate: number;
  /** Set when `amount` was given. */
  conversion: { amount_htg: number; amount_usd: number } | null;
  /** The smallest amount that can be charged to a card. */
  card_minimum: { HTG: number; USD: number };
  example: string;
  note: string;
  /** Null when the operator fixed the rate. */
  updated_at: string | null;
}

/** The methods of checkout sessions: `card` belongs in your own page. */
export type SessionMethod = Exclude<PaymentMethod, 'card'>;

export type SessionStatus = 'open' | 'processing' | 'paid' | 'expired' | 'cancelled';

/** The fields of `checkout.sessions.create`. */
export interface CreateSessionFields {
  /** In the real currency unit: `'500.00'`, sent digit by digit, or a number. */
  amount: string | number;
  currency: Currency;
  /** Your order number. */
  reference?: string | null | undefined;
  /** Shown to the customer. */
  description?: string | null | undefined;
  customer_name?: string | null | undefined;
  customer_email?: string | null | undefined;
  customer_phone?: string | null | undefined;
  /** Copied to every payment of the session, after `checkout_session`. */
  metadata?: { [key: string]: unknown } | null | undefined;
  /** All of them by default. */
  methods?: SessionMethod[] | null | undefined;
  /** Where a customer who has paid returns to; the website's return URL by default. */
  return_url?: string | null | undefined;
  /** Where a customer returns to without paying. */
  cancel_url?: string | null | undefined;
  /** A time with its UTC offset, within 30 days; 24 hours from now by default. */
  expires_at?: string | null | undefined;
}

/** A payment of a checkout session. */
export interface SessionPayment {
  transaction_id: string;
  payment_method: SessionMethod;
  status: PaymentStatus;
  amount: string;
  currency: Currency;
  created_at: string;
}

export interface CheckoutSession {
  session_id: string;
  /** The page to redirect the customer to. */
  url: string;
  /** Only `paid` means that a payment is completed. While it is `processing`, a payment may still be paid. */
  status: SessionStatus;
  mode: Mode;
  amount: string;
  currency: Currency;
  reference: string | null;
  description: string | null;
  customer: { name: string | null; email: string | null; phone: string | null };
  methods: SessionMethod[];
  return_url: string | null;
  cancel_url: string | null;
  created_at: string;
  expires_at: string;
  cancelled_at: string | null;
  paid_at: string | null;
  /** The completed payment; null unless `paid`. */
  transaction_id: string | null;
  /** The payments that the customer has started, newest first: at most 20. */
  payments: SessionPayment[];
  metadata: { [key: string]: unknown } | null;
}

/** The settings of the website of a key. */
export interface Website {
  website_id: string;
  /** The name that customers see. */
  name: string;
  /** The mode of the key. */
  mode: Mode;
  /** The methods with which this key can create payments. */
  methods: PaymentMethod[];
  /** Where the payment page sends customers back to. Null: there is no way back. */
  return_url: string | null;
  /** Where the events of this mode's payments are sent. Null: webhooks are not sent. */
  callback_url: string | null;
}

export interface Health {
  success: true;
  service: 'peye';
  version: string;
  timestamp: string;
}

/** Later gateways may send more kinds: respond with 2xx to those that you do not know. */
export type WebhookEvent = PaymentSuccessEvent | PaymentFailedEvent | TestEvent | RefundEvent;

interface WebhookBody<Kind extends string, Data extends Payment | Refund> {
  event: Kind;
  /** Unix seconds when the payment became final, or the refund reached its status; the same in every retry. */
  timestamp: number;
  data: Data;
}

export type PaymentSuccessEvent = WebhookBody<'payment.success', CompletedPayment>;
export type PaymentFailedEvent = WebhookBody<'payment.failed', FailedPayment>;
/** The events of refunds go to the website's callback URL for refunds. `data` is the refund as it was then. */
export type RefundSucceededEvent = WebhookBody<'refund.succeeded', SucceededRefund>;
export type RefundFailedEvent = WebhookBody<'refund.failed', FailedRefund>;
export type RefundReversedEvent = WebhookBody<'refund.reversed', ReversedRefund>;
export type RefundEvent = RefundSucceededEvent | RefundFailedEvent | RefundReversedEvent;

/** Sent by hand from the console. It belongs to no payment: its `transaction_id` is `"0"`. */
export type TestEvent = WebhookBody<'test', OpenPayment>;

/** The value of the header X-Gateway-Mode: whether money moved. */
export type Mode = 'live' | 'test';

/** A request and its outcome. Contains neither the key nor the body. */
export interface RequestReport {
  method: string;
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
  durationMs: number;
  /** The HTTP status. Absent when there was no response. */
  status?: number;
  requestId?: string;
  /** The code of the error. */
  error?: string;
}

export interface PeyeOptions {
  /** `tk_test_…` or `tk_live_…`. Keep it on your server. */
  apiKey: string | undefined;
  /** The gateway's address: `https://pay.example.ht`. */
  baseUrl: string;
  /** How long a call may take, with its retries; 35,000 by default. */
  timeoutMs?: number;
  /** How often a read, `verify` or `refunds.create` is retried at most; 3 by default. */
  retries?: number;
  /**
   * How long all lookups together may take after a lost response; 15,000 by default. With 10,000 or less, they can find a payment, but
   * cannot prove that there is none.
   */
  lookupWaitMs?: number;
  fetch?: Fetch;
  /** In a browser the constructor throws unless this is `true`: everyone can read a key in a page. For tests with a test key. */
  allowBrowser?: boolean;
  /** For debugging: called after each request. Its errors are ignored. */
  onRequest?: (report: RequestReport) => void;
  /** Your program's name, added to the `User-Agent`. */
  userAgent?: string;
}

/** The runtime's own `fetch`, where its types are known. */
// biome-ignore lint/suspicious/noExplicitAny: where they are not, any function is accepted
export type Fetch = typeof globalThis extends { fetch: infer Known } ? Known : (url: string, init: any) => Promise<any>;
