export type Currency = 'HTG' | 'USD';
export type PaymentMethod = 'moncash' | 'natcash' | 'lakaypay_card' | 'card';
/** `completed` and `failed` are final. */
export type PaymentStatus = 'pending' | 'processing' | 'completed' | 'failed';
export type FailureReason = 'insufficient_balance' | 'declined' | 'cancelled' | 'expired' | 'expired_card' | 'provider_error' | 'amount_mismatch';
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
 customer: {
  name: string | null;
  email: string | null;
  phone: string | null;
 };
 created_at: string;
 /** As you sent it. */
 metadata: {
  [key: string]: unknown;
 } | null;
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
 /** Your order identifier, at most 255 characters. It finds a payment whose response was lost. */
 reference?: string | null | undefined;
 /** At most 500 characters. */
 description?: string | null | undefined;
 /** Returned in reads and webhooks. */
 metadata?: {
  [key: string]: unknown;
 } | null | undefined;
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
 /** Intervals between two charges, 1 to 12; else 1. */
 recurring_interval_count?: number | null | undefined;
}
/** The fields of `payments.create`. Null and undefined mean "not given". `recurring` is for `lakaypay_card` only, with its interval. */
export type CreatePaymentFields<Method extends PaymentMethod = PaymentMethod> = Method extends PaymentMethod ? NewPayment<Method> & (Method extends 'lakaypay_card' ? OneCharge | RepeatedCharge : NotRecurring) : never;
interface CreatedFields {
 success: true;
 transaction_id: string;
 /** What the customer is charged. */
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
 /** When dollars were converted. */
 conversion?: Conversion;
 natcash_reference?: never;
}
export interface CreatedNatCash extends CreatedRedirect {
 /** When dollars were converted. */
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
 /** 1 to 100, else 20; 100 when you iterate. */
 per_page?: number;
 /** From 1. Not with `cursor`, and not to iterate. */
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
 provider_response: {
  [key: string]: unknown;
 };
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
 /** 1 to 100, else 50; 100 when you iterate. */
 limit?: number;
 /** Seconds to wait for the next event when none is new: up to 25, else 0. Keep it below `timeoutMs`. */
 wait?: number;
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
 conversion: {
  amount_htg: number;
  amount_usd: number;
 } | null;
 /** The smallest amount that a card is charged. */
 card_minimum: {
  HTG: number;
  USD: number;
 };
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
/** More kinds may come: respond 2xx to those that you do not know. */
export type WebhookEvent = PaymentSuccessEvent | PaymentFailedEvent | TestEvent;
interface WebhookBody<Kind extends string, Data extends Payment> {
 event: Kind;
 /** Unix seconds when the payment became final; retries keep it. */
 timestamp: number;
 data: Data;
}
export type PaymentSuccessEvent = WebhookBody<'payment.success', CompletedPayment>;
export type PaymentFailedEvent = WebhookBody<'payment.failed', FailedPayment>;
/** From the console's button. No payment: its `transaction_id` is `"0"`. */
export type TestEvent = WebhookBody<'test', OpenPayment>;
/** What the header X-Gateway-Mode says: whether money moved. */
export type Mode = 'live' | 'test';
/** A request and its outcome. Contains neither the key nor the body. */
export interface RequestReport {
 method: string;
 url: string;
 /** 1 for the first. */
 attempt: number;
 durationMs: number;
 /** Absent without a response. */
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
 /** How long a call may take, repeats included; else 35,000. */
 timeoutMs?: number;
 /** How often a read or `verify` is repeated at most; else 3. */
 retries?: number;
 /**
 * How long all lookups together may take after a lost response; else 15,000. Up to 10,000 they find a payment, but cannot prove that there is
 * none.
 */
 lookupWaitMs?: number;
 fetch?: Fetch;
 /** Everyone can read a key in a page: without `true` the constructor throws in a browser. For tests with a test key. */
 allowBrowser?: boolean;
 /** For debugging: called after each request. Its errors are ignored. */
 onRequest?: (report: RequestReport) => void;
 /** Your program's name, added to the `User-Agent`. */
 userAgent?: string;
}
/** The runtime's own `fetch`, where its types are known. */
export type Fetch = typeof globalThis extends {
 fetch: infer Known;
} ? Known : (url: string, init: any) => Promise<any>;
export {};
