import type { CreatedPayment, CreatePaymentFields, EventPage, EventsQuery, ExchangeRate, FailureReason, FeedEvent, Health, ListFilters, Payment, PaymentMethod, PaymentPage, PeyeOptions, Verification } from './types.js';
/** A client of a gateway. Calls throw a `PeyeError` when they fail. Reads and `verify` are repeated; `create` never is. */
export declare class Peye {
 readonly payments: {
  /**
  * Sends one request, never repeated. When its response is lost, looks up the payment for at most `lookupWaitMs`, and throws
  * `LostResponseError`: the call lasts `timeoutMs + lookupWaitMs` at most.
  */
  create<Method extends PaymentMethod>(fields: CreatePaymentFields<Method>, options?: {
   timeoutMs?: number;
  }): Promise<CreatedPayment<Method>>;
  /** The payment as it is now: `completed` confirms it. */
  retrieve(transactionId: string): Promise<Payment>;
  /** The newest payment with this reference, in a list that is empty when there is none. */
  findByReference(reference: string): Promise<Payment[]>;
  /** A page of the key's payments, newest first. */
  list(filters?: ListFilters): Promise<PaymentPage>;
  /** All payments that match, for `for await`, read page by page. None is missed. It waits while the rate limit is reached. */
  iterate(filters?: Omit<ListFilters, 'page' | 'cursor'>): AsyncGenerator<Payment, void, undefined>;
  /** Requests the latest status from the provider. By default the gateway allows 10 a minute for one payment. */
  verify(transactionId: string): Promise<Verification>;
 };
 /** The sandbox feed: events of final test payments, oldest first. Test keys only. */
 readonly events: {
  list(query?: EventsQuery): Promise<EventPage>;
  /** All events up to the newest, for `for await`. It waits while the rate limit is reached. */
  iterate(query?: EventsQuery): AsyncGenerator<FeedEvent, void, undefined>;
 };
 readonly exchangeRate: {
  /** With `amount`, this many gourdes are also converted to dollars. */
  retrieve(query?: {
   amount?: string | number;
  }): Promise<ExchangeRate>;
 };
 /** Completes or fails test payments without their pages. */
 readonly testHelpers: {
  complete(transactionId: string): Promise<Payment>;
  /** Fails the payment as `declined`, unless a reason is given. */
  fail(transactionId: string, options?: {
   failure_reason?: FailureReason;
  }): Promise<Payment>;
 };
 readonly health: () => Promise<Health>;
 constructor(options: PeyeOptions);
}
