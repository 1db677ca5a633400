/** Gives new connections priority over requests on open ones. */
export interface AcceptFirst {
  /** Notes that a connection was accepted, because more may be waiting. */
  noteConnection(): void;
  /** Whether data from a connection has to wait now; if so, `passOn` is called when it may continue. */
  hold(passOn: () => void): boolean;
}

/**
 * The longest time that data from open connections waits for new connections. The data then gets as much time before it
 * may wait again.
 */
const LONGEST_MS = 10;

/**
 * The system hands over one new connection in each round of the event loop. On a busy gateway a round processes hundreds of requests,
 * and new connections, including health checks, would wait seconds for their turn. So while connections keep arriving, data from
 * open connections waits, and rounds are short. After a few milliseconds at most, all waiting data gets its turn, in
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
    // New connections hold data back again; `endRound` continues with it.
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
