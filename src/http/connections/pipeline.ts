import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AcceptFirst } from './accept-first.ts';
import { gateReading } from './gate-reading.ts';

/** Concurrent requests of one connection. Real clients pipeline none, or a handful. */
const IN_FLIGHT_MAX = 8;

/** The requests without a response, of all connections. */
export interface RequestCount {
  inFlight: number;
}

/** A connection's requests without a response. */
export interface Pipeline {
  /** Whether every request has its response. */
  isEmpty(): boolean;
  /** Whether no other request waits besides the one being processed. */
  hasOne(): boolean;
  /** Counts a request until the last byte of its response has left the process. */
  add(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Stops reading, and calls `end` once every complete request before the fault has its response, so that the error
   * is not mistaken for one of those responses. `hasResponded` means that the request with the faulty body already has a
   * response.
   */
  endWith(end: (hasResponded: boolean) => void): void;
}

/**
 * Bounds the resources that one connection can occupy. Requests that wait behind others stay unread: with too many requests
 * without a response, or responses that the client does not read, nothing more is read, and TCP makes the client
 * wait. Nothing is dropped: reading continues as responses are sent.
 */
export function boundPipeline(socket: Socket, ofAll: RequestCount, first: AcceptFirst): Pipeline {
  let inFlight = 0;
  let isHeld = false;
  let newest: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  let endIfDue: (() => void) | undefined;

  const passOn: () => void = gateReading(socket, () => !isHeld && !first.hold(passOn));
  const onResponded = () => {
    inFlight--;
    ofAll.inFlight--;
    if (endIfDue) return endIfDue();
    // A request that got its response before its whole body arrived stays the newest, because its body may still break
    // off.
    if (inFlight === 0 && newest?.request.complete) newest = undefined;
    if (isHeld && inFlight === IN_FLIGHT_MAX - 1) resumeLater(release);
  };
  const release = () => {
    if (!isHeld || endIfDue) return;
    isHeld = false;
    passOn();
  };
  return {
    isEmpty: () => inFlight === 0,
    hasOne: () => inFlight <= 1,
    add(request, response) {
      inFlight++;
      ofAll.inFlight++;
      newest = { request, response };
      response.on('close', onResponded);
      if (inFlight >= IN_FLIGHT_MAX) isHeld = true;
    },
    endWith(end) {
      isHeld = true;
      const broken = newest && !newest.request.complete ? newest.response : undefined;
      endIfDue = () => {
        const hasResponded = broken?.headersSent ?? false;
        // The request whose body never completes is not waited for: only `end` responds to it.
        if (inFlight > (broken && !hasResponded ? 1 : 0)) return;
        endIfDue = () => {};
        end(hasResponded);
      };
      endIfDue();
    },
  };
}

/** Connections to resume, and how many of them in each round of the event loop. */
const waiting: (() => void)[] = [];
const RESUMED_A_TURN = 8;

/**
 * Deferred: with fast responses, one connection's next requests would follow within the same round of the event loop,
 * and starve the others.
 */
function resumeLater(release: () => void): void {
  if (waiting.push(release) === 1) setImmediate(resumeSome);
}

function resumeSome(): void {
  for (const release of waiting.splice(0, RESUMED_A_TURN)) release();
  if (waiting.length > 0) setImmediate(resumeSome);
}
