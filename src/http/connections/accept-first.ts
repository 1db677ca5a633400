/** Lets new connections in before the requests of others. */
export interface AcceptFirst {
  /** A connection was accepted: more may wait behind it. */
  noteConnection(): void;
  /** Whether what was read from a connection has to wait now; then `passOn` is called when it need not any more. */
  hold(passOn: () => void): boolean;
}

/** So long the requests of open connections wait at most for others to be let in, and so long at most they keep others waiting then. */
const LONGEST_MS = 10;

/**
 * The system gives one new connection to each round of the event loop. On a busy gateway a round is what hundreds of requests take, and
 * new connections, with the health checks among them, would wait seconds for their turn. So while one comes after the other, what is
 * read from open connections waits, and rounds are short; for a few milliseconds at most, after which all that waits has its turn, in
 * rounds that are short as well.
 */
export function acceptFirst(): AcceptFirst {
  const held = new Set<() => void>();
  let isAccepting = false;
  let hasAccepted = false;
  let sinceMs = 0;
  const endRound = () => {
    if (hasAccepted && performance.now() - sinceMs < LONGEST_MS) {
      hasAccepted = false;
      setImmediate(endRound);
      return;
    }
    isAccepting = false;
    passSomeOn();
  };
  const passSomeOn = () => {
    // Held again meanwhile: the end of that round goes on with them.
    if (isAccepting) return;
    const untilMs = performance.now() + LONGEST_MS;
    for (const passOn of held) {
      held.delete(passOn);
      passOn();
      if (performance.now() > untilMs) break;
    }
    if (held.size > 0) setImmediate(passSomeOn);
  };
  return {
    noteConnection() {
      hasAccepted = true;
      if (isAccepting) return;
      isAccepting = true;
      sinceMs = performance.now();
      setImmediate(endRound);
    },
    hold(passOn) {
      if (isAccepting) held.add(passOn);
      return isAccepting;
    },
  };
}
