import type { CheckoutSession, CreatedPayment, CreatePaymentFields, CreateRefundFields, CreateSessionFields, Dispute, DisputeFilters, DisputePage, EventPage, EventsQuery, ExchangeRate, FailureReason, FeedEvent, Health, ListFilters, Payment, PaymentMethod, PaymentPage, PeyeOptions, Refund, RefundFilters, RefundPage, Verification, Website } from './types.js';
/** A client of a gateway. Calls throw a `PeyeError` when they fail. Reads, `verify` and `refunds.create` are repeated; `payments.create` never is. */
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
 readonly refunds: {
  /**
  * Requests a refund under a name that you choose, such as `order-1042-refund`. The same name and fields always return the same refund, so
  * the request is repeated after a failure, and you can repeat the call. The money is returned when its status is `succeeded`.
  */
  create(refundId: string, fields: CreateRefundFields, options?: {
   timeoutMs?: number;
  }): Promise<Refund>;
  /** The refund as it is now. */
  retrieve(refundId: string): Promise<Refund>;
  /** A page of the refunds of the key's website, newest first. */
  list(filters?: RefundFilters): Promise<RefundPage>;
  /** All refunds that match, for `for await`, read page by page. It waits while the rate limit is reached. */
  iterate(filters?: Omit<RefundFilters, 'cursor'>): AsyncGenerator<Refund, void, undefined>;
 };
 /** Card payments that customers dispute at their bank. Evidence is sent in the provider's dashboard. */
 readonly disputes: {
  /** A page of the disputes of the key's website, newest first. */
  list(filters?: DisputeFilters): Promise<DisputePage>;
  /** All disputes that match, for `for await`, read page by page. It waits while the rate limit is reached. */
  iterate(filters?: Omit<DisputeFilters, 'cursor'>): AsyncGenerator<Dispute, void, undefined>;
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
 readonly checkout: {
  /** The settings of the website of the key. A program can check its setup with them. */
  website(): Promise<Website>;
  /** Pages where the customer of one order chooses the method. At most one payment of a session completes. */
  readonly sessions: {
   /**
   * Creates a session: redirect the customer to its `url`. The request is repeated after a failure, because a session that no customer
   * sees expires unpaid.
   */
   create(fields: CreateSessionFields, options?: {
    timeoutMs?: number;
   }): Promise<CheckoutSession>;
   /** The session as it is now: `paid` confirms it. */
   retrieve(sessionId: string): Promise<CheckoutSession>;
   /** No payment can be started any more. Branch on the `status` of the result: a session that was paid stays paid. */
   cancel(sessionId: string): Promise<CheckoutSession>;
  };
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
