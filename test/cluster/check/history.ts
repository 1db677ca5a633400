/** The kinds of requests of a merchant. `finish` pays or fails a test payment, `lookup` looks up a reference. */
export type AskedKind = 'create' | 'lookup' | 'read' | 'finish' | 'verify' | 'feed' | 'list';
export type Mode = 'test' | 'live';

/** One request of the client with its outcome: a line of its record. Times are milliseconds since 1970. */
export interface Answer {
  readonly kind: AskedKind;
  readonly mode: Mode;
  /** The order to which the request belongs; null if it belongs to none. */
  readonly reference: string | null;
  /** The payment to which the request belongs; null if the client did not know it. */
  readonly id: string | null;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Null when no response came: the connection broke, or the client stopped waiting. */
  readonly status: number | null;
  /** The payment that the response shows; null where it shows none. */
  readonly payment: ShownPayment | null;
  /** The start of an error response, or the reason why there was no response. */
  readonly error: string | null;
}

/** A payment as the API shows it: the values that must never change, and its status. */
export interface ShownPayment {
  readonly id: string;
  readonly reference: string | null;
  /** The amount as the API shows it: '500.00'. */
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

/** An event in the feed. */
export interface FeedEvent {
  readonly id: string;
  readonly paymentId: string;
  readonly status: string;
}

/** A webhook that the receiver got. */
export interface ReceivedEvent {
  readonly event: string;
  readonly paymentId: string;
  readonly body: string;
  readonly atMs: number;
}

/** A payment in the provider's own records. Amounts are in minor units. */
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
  /** The total that the list states. */
  readonly totals: Readonly<Record<Mode, number>>;
  /** The events that the client got by following the feed during the run, in order. `feed`: those of the whole feed, read after the run. */
  readonly followed: readonly FeedEvent[];
  readonly feed: readonly FeedEvent[];
  readonly received: readonly ReceivedEvent[];
  readonly charges: readonly BookedCharge[];
}

export function isFinal(status: string): boolean {
  return status === 'completed' || status === 'failed';
}

/** Whether the client must count the request as failed. */
export function isError({ status }: Pick<Answer, 'status'>): boolean {
  return status === null || status >= 500;
}

/** Whether a creation certainly created nothing: the gateway refused it, or no node could accept it. */
export function isRefusal({ status }: Pick<Answer, 'status'>): boolean {
  return status === 503 || (status !== null && status >= 400 && status < 500);
}
