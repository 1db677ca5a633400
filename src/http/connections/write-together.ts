import type { Socket } from 'node:net';

/** Sockets whose writes wait for each other. */
export interface TogetherWriter {
  /**
   * From now on, what is written to the socket while `mayWait` says so leaves when the event loop has gone through what is ready. A
   * client that sends many requests at once should not wait: all of them would be kept until then.
   */
  take(socket: Socket, mayWait: () => boolean): void;
  /** Hands over at once what waits. */
  release(): void;
}

/** What is larger leaves at once: it would be copied to be held, and waking the client is little of what it costs. */
const SMALL_LENGTH = 16 * 1024;
/** A stream that is ended while it is corked finishes only if its last write had a callback of its own. */
const noOperation = () => {};

/**
 * Lets what is written in one round of the event loop, to whichever client, leave together at the round's end. Between two writes that
 * follow each other slowly the clients fall asleep, and to wake one is most of what a small response costs the system: written one by
 * one, responses cost it twice as much. A round is short, so that nobody notices the wait.
 */
export function writeTogether(): TogetherWriter {
  let held = new Map<Socket, () => void>();
  const release = () => {
    const waiting = held;
    held = new Map();
    for (const uncork of waiting.values()) uncork();
  };
  return {
    take(socket, mayWait) {
      const write = socket.write.bind(socket) as (chunk: unknown, encoding: unknown, onWritten?: unknown) => boolean;
      const uncork = socket.uncork.bind(socket);
      let owed = 0;
      const uncorkAll = () => {
        for (; owed > 0; owed--) uncork();
      };
      const hold = () => {
        if (held.size === 0) setImmediate(release);
        held.set(socket, uncorkAll);
        socket.cork();
        owed++;
      };
      socket.write = (chunk: Uint8Array | string, encoding?: unknown, onWritten?: unknown) => {
        if (chunk.length > SMALL_LENGTH) {
          if (held.delete(socket)) uncorkAll();
        } else if (socket.writableLength === 0 && mayWait() && !held.has(socket)) {
          hold();
        }
        return typeof encoding === 'function'
          ? write(chunk, encoding)
          : write(chunk, encoding, onWritten ?? noOperation);
      };
      // Node corks and uncorks around each response: what it takes off meanwhile is taken off at the end.
      socket.uncork = () => {
        if (held.has(socket)) owed++;
        else uncork();
      };
    },
    release,
  };
}
