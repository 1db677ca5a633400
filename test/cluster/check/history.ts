/** What a merchant requested. `finish` pays or fails a test payment, `lookup` looks a reference up. */
export type AskedKind = 'create' | 'lookup' | 'read' | 'finish' | 'verify' | 'feed' | 'list';
export type Mode = 'test' | 'live';

/** One request of the client with its outcome: a line of its record. Times are milliseconds since 1970. */
export interface Answer {
  readonly kind: AskedKind;
  readonly mode: Mode;
  /** The order that it was about, where it was about one. */
  readonly reference: string | null;
  /** The payment that it was about, where that was known. */
  readonly id: string | null;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Null when no response came: the connection broke, or time was up. */
  readonly status: number | null;
  /** The payment that the response shows; null where it shows none. */
  readonly payment: ShownPayment | null;
  /** The start of a response that is no success, or why there was none. */
  readonly error: string | null;
}

/** What never may change, and the status, of a payment as the API shows it. */
export interface ShownPayment {
  readonly id: string;
  readonly reference: string | null;
  /** As it is shown: '500.00'. */
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
}

/** What an order of the client requested. */
export interface Order {
  readonly reference: string;
  readonly mode: Mode;
  readonly amount: string;
}

/** An event as the feed has it. */
export interface FeedEvent {
  readonly id: string;
  readonly paymentId: string;
  readonly status: string;
}

/** A webhook as the receiver had it. */
export interface ReceivedEvent {
  readonly event: string;
  readonly paymentId: string;
  readonly body: string;
  readonly atMs: number;
}

/** A payment in the provider's own book. Minor units. */
interface BookedCharge {
  readonly reference: string;
  readonly amountMinor: number;
  readonly status: 'open' | 'paid' | 'failed';
}

/** All that is known when the load is over and everything is quiet. */
export interface Books {
  readonly orders: readonly Order[];
  /** The client's record, in the order of the responses. */
  readonly answers: readonly Answer[];
  /** Every payment that the API lists, by key. */
  readonly listed: Readonly<Record<Mode, readonly ShownPayment[]>>;
  /** How many payments the list says there are. */
  readonly totals: Readonly<Record<Mode, number>>;
  /** The feed as it was followed all the time, in order; and as it is when it is read from its start at the end. */
  readonly followed: readonly FeedEvent[];
  readonly feed: readonly FeedEvent[];
  readonly received: readonly ReceivedEvent[];
  readonly charges: readonly BookedCharge[];
}

export function isFinal(status: string): boolean {
  return status === 'completed' || status === 'failed';
}

/** Whether the client has to count the request as failed. */
export function isError({ status }: Pick<Answer, 'status'>): boolean {
  return status === null || status >= 500;
}

/** Whether a creation was certainly not done: it was refused, or nothing was there to accept it. */
export function isRefusal({ status }: Pick<Answer, 'status'>): boolean {
  return status === 503 || (status !== null && status >= 400 && status < 500);
}
