import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gateReading } from './gate-reading.ts';

/** Requests of one connection that are worked on at a time. Real clients pipeline none, or a handful. */
const IN_FLIGHT_MAX = 8;

/** What a connection has asked and was not told yet. */
export interface Pipeline {
  /** Counts a request until the last byte of its answer has left the process. */
  add(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Reads no further, and calls `end` once every whole request before the fault has its answer, so that what is written then is
   * not taken for one of theirs. `isAnswered` says that the request in whose body the fault is has been answered already.
   */
  endWith(end: (isAnswered: boolean) => void): void;
}

/**
 * Bounds what one connection can make the gateway hold. Requests that wait behind others stay unread: with so many in flight
 * that are not answered, or whose answers the client does not read, nothing more is read, and TCP tells the client to
 * wait. Nothing is dropped: reading goes on as answers leave.
 */
export function boundPipeline(socket: Socket): Pipeline {
  let inFlight = 0;
  let isHeld = false;
  let newest: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  let endIfDue: (() => void) | undefined;

  const passOn = gateReading(socket, () => !isHeld);
  const onAnswered = () => {
    inFlight--;
    if (endIfDue) return endIfDue();
    // One that was answered before its body had come is still the one whose body may break off.
    if (inFlight === 0 && newest?.request.complete) newest = undefined;
    if (isHeld && inFlight === IN_FLIGHT_MAX - 1) resumeLater(release);
  };
  const release = () => {
    if (!isHeld || endIfDue) return;
    isHeld = false;
    passOn();
  };
  return {
    add(request, response) {
      inFlight++;
      newest = { request, response };
      response.on('close', onAnswered);
      if (inFlight >= IN_FLIGHT_MAX) isHeld = true;
    },
    endWith(end) {
      isHeld = true;
      const broken = newest && !newest.request.complete ? newest.response : undefined;
      endIfDue = () => {
        const isAnswered = broken?.headersSent ?? false;
        // A request whose body never comes whole is answered by nobody else.
        if (inFlight > (broken && !isAnswered ? 1 : 0)) return;
        endIfDue = () => {};
        end(isAnswered);
      };
      endIfDue();
    },
  };
}

/** Connections that may be read again, and how many of them are in one turn of the event loop. */
const waiting: (() => void)[] = [];
const RESUMED_A_TURN = 8;

/**
 * Not at once: where answers are quick, one connection's next requests would follow within the same turn of the event loop, and
 * nobody else's would ever be read.
 */
function resumeLater(release: () => void): void {
  if (waiting.push(release) === 1) setImmediate(resumeSome);
}

function resumeSome(): void {
  for (const release of waiting.splice(0, RESUMED_A_TURN)) release();
  if (waiting.length > 0) setImmediate(resumeSome);
}
