import { createPayment, findByReference } from './create-payment.ts';
import { InvalidArgumentError } from './errors.ts';
import { readOptions } from './settings.ts';
import { read, send } from './transport.ts';
import type {
  CreatedPayment,
  CreatePaymentFields,
  EventPage,
  EventsQuery,
  ExchangeRate,
  FailureReason,
  FeedEvent,
  Health,
  ListFilters,
  Payment,
  PaymentPage,
  PeyeOptions,
  Verification,
} from './types.ts';

/** `await` it for one page; `for await` goes through all. Each asks anew. */
export class PageList<Page extends { data: Item[] }, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #readFirst: () => Promise<Page>;
  readonly #readAll: () => AsyncGenerator<Page, void, undefined>;

  constructor(readFirst: () => Promise<Page>, readAll: () => AsyncGenerator<Page, void, undefined>) {
    this.#readFirst = readFirst;
    this.#readAll = readAll;
  }

  // biome-ignore lint/suspicious/noThenProperty: one page is what `await` gives
  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#readFirst().then(onPage, onError);
  }

  /** Page after page. */
  pages(): AsyncGenerator<Page, void, undefined> {
    return this.#readAll();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

/** A client of a gateway. Calls throw a `PeyeError` when they fail. Reads and `verify` are repeated; `create` never is. */
export class Peye {
  readonly payments: {
    /** One request, never repeated. Throws `LostResponseError` when its answer was lost, at most about 15 s after `timeoutMs`. */
    create(fields: CreatePaymentFields, options?: { timeoutMs?: number }): Promise<CreatedPayment>;
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
    retrieve(query?: { amount?: string | number }): Promise<ExchangeRate>;
  };
  /** Ends test payments without their pages. */
  readonly testHelpers: {
    complete(transactionId: string): Promise<Payment>;
    /** As `declined`, unless a reason is given. */
    fail(transactionId: string, options?: { failure_reason?: FailureReason }): Promise<Payment>;
  };
  readonly health: () => Promise<Health>;

  constructor(options: PeyeOptions) {
    const settings = readOptions(options);

    this.payments = {
      create: async (fields, options) => createPayment(settings, fields, options?.timeoutMs),
      retrieve: async (id) => (await read(settings, 'readPayment', { params: idParam(id) })).json.data,
      findByReference: async (reference) => findByReference(settings, reference),
      list: (filters = {}) => {
        const readPage = async (query: ListFilters): Promise<PaymentPage> =>
          (await read(settings, 'listPayments', { query: { ...query } })).json;
        return new PageList(
          () => readPage(filters),
          async function* () {
            if (filters.page !== undefined) {
              throw new InvalidArgumentError('`for await` reads all pages: leave `page` out, or await the list.');
            }
            let cursor: string | null | undefined = filters.cursor ?? '';
            while (typeof cursor === 'string') {
              const page: PaymentPage = await readPage({ ...filters, cursor });
              yield page;
              cursor = page.next_cursor;
            }
          },
        );
      },
      verify: async (id) => (await read(settings, 'verifyPayment', { params: idParam(id) })).json.data,
    };

    this.events = {
      list: (query = {}) => {
        const readPage = async (part: EventsQuery): Promise<EventPage> =>
          (await read(settings, 'listEvents', { query: { ...part } })).json;
        return new PageList(
          () => readPage(query),
          async function* () {
            let page = await readPage(query);
            yield page;
            while (page.has_more && page.next_cursor) {
              page = await readPage({ ...query, after: page.next_cursor });
              yield page;
            }
          },
        );
      },
    };

    this.exchangeRate = {
      retrieve: async (query = {}) => (await read(settings, 'readExchangeRate', { query })).json.data,
    };

    this.testHelpers = {
      complete: async (id) => (await send(settings, 'completeTestPayment', { params: idParam(id) })).json.data,
      fail: async (id, options = {}) =>
        (await send(settings, 'failTestPayment', { params: idParam(id), body: JSON.stringify(options) })).json.data,
    };

    this.health = async () => (await read(settings, 'readHealth')).json;
  }
}

function idParam(id: unknown): { transaction_id: string } {
  if (typeof id === 'string' && /^\d+$/.test(id)) return { transaction_id: id };
  throw new InvalidArgumentError(
    `A transaction_id is a text of digits, and this is ${typeof id === 'string' ? JSON.stringify(id) : typeof id}.`,
  );
}
