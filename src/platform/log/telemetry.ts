import type { Log } from './log.ts';

/**
 * Receives the start and the end of each event in the gateway, for the log and for other parts such as metrics and
 * traces. An implementation is fast, never waits, and does not throw.
 */
export interface Telemetry {
  /** A request, from its first hook until its response was sent; undefined when its end need not be reported. */
  readonly request: (start: RequestStart, log: Log) => ((end: RequestEnd) => void) | undefined;
  /** A new payment, until its commit is durable. */
  readonly commit: Begin<object, CommitEnd>;
  /** One call to a provider. */
  readonly providerCall: Begin<ProviderCallStart, ProviderCallEnd>;
  /** One attempt to deliver a webhook. It ends when its result is stored. */
  readonly deliveryAttempt: Begin<DeliveryAttemptStart, DeliveryAttemptEnd>;
  /** One round of a background job. */
  readonly jobRun: Begin<JobRunStart, JobRunEnd>;
  /** A payment has reached a status, durably. */
  readonly paymentMoved: (move: PaymentMove, log: Log) => void;
  /** The number of payments written in one commit. */
  readonly paymentsWritten: (count: number, log: Log) => void;
  /** The number of lines of the request log that were dropped. */
  readonly requestLinesDropped: (count: number, log: Log) => void;
  /** The headers with which the receiver of a request can join the trace that this log belongs to. */
  readonly outgoingHeaders?: (log: Log) => Readonly<Record<string, string>>;
}

/**
 * Call it at the start of an event. `log` is the log of the event's request or job: lines of one log belong together,
 * and a trace finds its parent by the log. Returns a function to call once at the end, and never for work that broke
 * off.
 */
type Begin<Start, End> = (start: Start, log: Log) => (end: End) => void;

/**
 * The known methods. Unauthenticated clients may send any other text, which labels of counts and traces must not
 * contain.
 */
export const ASKED_METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

export interface RequestStart {
  readonly requestId: string;
  readonly method: string;
  /** The `traceparent` header of the caller, whatever it holds. */
  readonly traceparent?: unknown;
}

export interface RequestEnd {
  /** The route's pattern, or `none`: the address may hold a reference or the secret half of a payment's link. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** The code of the error in the response. */
  readonly error: string | undefined;
  readonly websiteId: string | undefined;
  readonly keyId: string | undefined;
  /** The payment that the request concerns. */
  readonly paymentId: number | undefined;
  /** Requested every few seconds by supervisors. */
  readonly isHealthCheck: boolean;
  /** Refused because the process is overloaded. */
  readonly isShed: boolean;
}

interface CommitEnd {
  /** Why it was not stored, without personal data; undefined when it was. */
  readonly error: string | undefined;
}

export interface ProviderCallStart {
  readonly provider: string;
  /** The provider's name for the call, such as `CreatePayment`. */
  readonly operation: string;
  readonly transactionId?: number | undefined;
}

interface ProviderCallEnd {
  /** Null when no complete response came. */
  readonly statusCode: number | null;
  /** The fault, without personal data; null when there was a response. */
  readonly error: string | null;
  /** For an unusable response: `credentials` when the provider rejected ours, else `unusable`. */
  readonly refusal?: CallRefusal | undefined;
  readonly ms: number;
}

/** Why a provider's response is unusable. */
export type CallRefusal = 'credentials' | 'unusable';

interface DeliveryAttemptStart {
  readonly deliveryId: string;
  readonly transactionId: number;
  readonly websiteId: string;
  readonly event: string;
  /** Counted from 1. */
  readonly attempt: number;
}

interface DeliveryAttemptEnd {
  readonly host: string;
  /** Null when no response came. */
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly ms: number;
  /** The status of the delivery now. */
  readonly outcome: string;
  /** Since the event; undefined when it was not delivered. */
  readonly lagSeconds: number | undefined;
  /** How long until the next attempt; undefined when there is none. */
  readonly nextInSeconds: number | undefined;
}

export interface PaymentMove {
  readonly method: string;
  readonly mode: string;
  readonly status: string;
  /** Why it failed; undefined when it did not. */
  readonly reason: string | undefined;
  /** Since its creation; undefined while it is open. */
  readonly seconds: number | undefined;
}

interface JobRunStart {
  readonly name: string;
}

interface JobRunEnd {
  readonly ms: number;
  /** The thrown error; undefined for a successful round. */
  readonly error: unknown;
}

/** Passes everything to all `parts`, in their order. A part that throws affects neither the other parts nor the observed work. */
export function combineTelemetry(parts: readonly Telemetry[]): Telemetry {
  return {
    request: beginAll<RequestStart, RequestEnd>(parts.map((part) => part.request)),
    commit: beginAll(parts.map((part) => part.commit)),
    providerCall: beginAll(parts.map((part) => part.providerCall)),
    deliveryAttempt: beginAll(parts.map((part) => part.deliveryAttempt)),
    jobRun: beginAll(parts.map((part) => part.jobRun)),
    paymentMoved: callAll(parts.map((part) => part.paymentMoved)),
    paymentsWritten: callAll(parts.map((part) => part.paymentsWritten)),
    requestLinesDropped: callAll(parts.map((part) => part.requestLinesDropped)),
    outgoingHeaders: (log) =>
      Object.assign({}, ...parts.map((part) => guarded(log, () => part.outgoingHeaders?.(log)))),
  };
}

function beginAll<Start, End>(
  begins: readonly ((start: Start, log: Log) => ((end: End) => void) | undefined)[],
): Begin<Start, End> {
  return (start, log) => {
    const ends = begins.map((begin) => guarded(log, () => begin(start, log)));
    return (end) => {
      for (const report of ends) guarded(log, () => report?.(end));
    };
  };
}

function callAll<What>(tellings: readonly ((what: What, log: Log) => void)[]): (what: What, log: Log) => void {
  return (what, log) => {
    for (const report of tellings) guarded(log, () => report(what, log));
  };
}

function guarded<T>(log: Log, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    log.error({ err: error }, 'telemetry failed');
    return undefined;
  }
}
