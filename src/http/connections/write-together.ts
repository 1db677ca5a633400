import type { Socket } from 'node:net';

/** Sockets whose writes are sent together. */
export interface TogetherWriter {
  /**
   * From now on, writes to the socket are held while `mayWait` returns true, until the event loop has processed everything that is ready.
   * `mayWait` should return false for a client that sends many requests at once: otherwise all its responses are held. Returns the function
   * to call for each request that arrives on it.
   */
  take(socket: Socket, mayWait: () => boolean): () => void;
  /** Sends everything that is held. */
  release(): void;
}

/**
 * Larger writes are sent at once, because holding a write means copying it, and waking the client is a small part of
 * its cost.
 */
const SMALL_LENGTH = 16 * 1024;
/** A stream that is ended while corked finishes only if its last write had its own callback. */
const noOperation = () => {};

/**
 * Sends the responses to all requests of one round of the event loop, of all clients, together at the end of the round. During a pause
 * between two writes the clients fall asleep, and waking a client is most of the system's cost of a small response: written one by one,
 * responses cost twice as much. A round is short, so no client notices the wait. A response that is written in a later round than its
 * request is not held: several such responses waited for the same commit, and are already written in one round.
 */
export function writeTogether(): TogetherWriter {
  let held: (() => void)[] = [];
  let round = 0;
  let isRunning = false;
  const release = () => {
    if (held.length === 0) return;
    const waiting = held;
    held = [];
    for (const uncork of waiting) uncork();
  };
  const endRound = () => {
    isRunning = false;
    round++;
    release();
  };
  return {
    take(socket, mayWait) {
      const write = socket.write.bind(socket) as (chunk: unknown, encoding: unknown, onWritten?: unknown) => boolean;
      const uncork = socket.uncork.bind(socket);
      let askedIn = -1;
      let owed = 0;
      const uncorkAll = () => {
        for (; owed > 0; owed--) uncork();
      };
      const hold = () => {
        held.push(uncorkAll);
        socket.cork();
        owed++;
      };
      socket.write = (chunk: Uint8Array | string, encoding?: unknown, onWritten?: unknown) => {
        if (chunk.length > SMALL_LENGTH) uncorkAll();
        else if (owed === 0 && askedIn === round && socket.writableLength === 0 && mayWait()) hold();
        const hasCallback = owed === 0 || typeof encoding === 'function';
        return write(chunk, encoding, hasCallback ? onWritten : (onWritten ?? noOperation));
      };
      // Node corks and uncorks around each response: uncorking during this time is deferred to the end.
      socket.uncork = () => {
        if (owed > 0) owed++;
        else uncork();
      };
      return () => {
        askedIn = round;
        if (isRunning) return;
        isRunning = true;
        setImmediate(endRound);
      };
    },
    release,
  };
}
