import type { Socket } from 'node:net';

/** Sockets whose writes wait for each other. */
export interface TogetherWriter {
  /**
   * From now on, what is written to the socket while `mayWait` says so leaves when the event loop has gone through what is ready. A
   * client that sends many requests at once should not wait: all of them would be kept until then. Returns what is to be called for each
   * request that arrives on it.
   */
  take(socket: Socket, mayWait: () => boolean): () => void;
  /** Hands over at once what waits. */
  release(): void;
}

/** What is larger leaves at once: it would be copied to be held, and waking the client is little of what it costs. */
const SMALL_LENGTH = 16 * 1024;
/** A stream that is ended while it is corked finishes only if its last write had a callback of its own. */
const noOperation = () => {};

/**
 * Lets responses to requests of one round of the event loop, of whichever client, leave together at the round's end. Between two writes
 * that follow each other slowly the clients fall asleep, and to wake one is most of what a small response costs the system: written one
 * by one, responses cost it twice as much. A round is short, so that nobody notices the wait. What is written in a later round than its
 * request came in was waited for together with others, and leaves with those: to hold it too would only cost more.
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
      // Node corks and uncorks around each response: what it takes off meanwhile is taken off at the end.
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
