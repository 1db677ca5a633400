import type { CreatedPayment, CreatePaymentFields, EventPage, EventsQuery, ExchangeRate, FailureReason, FeedEvent, Health, ListFilters, Payment, PaymentPage, PeyeOptions, Verification } from './types.js';
/** `await` it for one page; `for await` goes through all. Each asks anew. */
export declare class PageList<Page extends {
 data: Item[];
}, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
 #private;
 constructor(readFirst: () => Promise<Page>, readAll: () => AsyncGenerator<Page, void, undefined>);
 then<Result = Page, Failure = never>(onPage?: ((page: Page) => Result | PromiseLike<Result>) | null, onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null): Promise<Result | Failure>;
 /** Page after page. */
 pages(): AsyncGenerator<Page, void, undefined>;
 [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
}
/** A client of a gateway. Calls throw a `PeyeError` when they fail. Reads and `verify` are repeated; `create` never is. */
export declare class Peye {
 readonly payments: {
  /** One request, never repeated. Throws `LostResponseError` when its answer was lost, at most about 15 s after `timeoutMs`. */
  create(fields: CreatePaymentFields, options?: {
   timeoutMs?: number;
  }): Promise<CreatedPayment>;
  /** The payment as it is now: `completed` confirms it. */
  retrieve(transactionId: string): Promise<Payment>;
  /** The newest payment with this reference, in a list that is empty when there is none. */
  findByReference(reference: string): Promise<Payment[]>;
  /** The key's payments, newest first. `await` for a page; `for await` goes through all and misses none. */
  list(filters?: ListFilters): PageList<PaymentPage, Payment>;
  /** Asks the provider for the latest status. By default 10 a minute for one payment. */
  verify(transactionId: string): Promise<Verification>;
 };
 /** The sandbox feed: finished test payments, oldest first. Test keys only. */
 readonly events: {
  /** `await` for a page; `for await` goes on to the newest, and ends. */
  list(query?: EventsQuery): PageList<EventPage, FeedEvent>;
 };
 readonly exchangeRate: {
  /** With `amount`, that many gourdes in dollars. */
  retrieve(query?: {
   amount?: string | number;
  }): Promise<ExchangeRate>;
 };
 /** Ends test payments without their pages. */
 readonly testHelpers: {
  complete(transactionId: string): Promise<Payment>;
  /** As `declined`, unless a reason is given. */
  fail(transactionId: string, options?: {
   failure_reason?: FailureReason;
  }): Promise<Payment>;
 };
 readonly health: () => Promise<Health>;
 constructor(options: PeyeOptions);
}
