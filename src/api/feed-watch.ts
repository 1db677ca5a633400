import type { Database } from '../database/database.ts';
import { lastFeedPositions } from '../features/payments/store/events.ts';

/** The interval at which the feeds of all waiting requests are read, in one statement. */
const POLL_MS = 500;
/** A request above this number does not wait: its response has only the events that exist already. */
const MAX_WAITING = 100;
/** A website may have many keys. */
const MAX_WAITING_PER_WEBSITE = 10;
const MAX_WAITING_PER_KEY = 5;

/** A request that waits for the next event of a feed. */
interface FeedWait {
  readonly keyId: string;
  readonly websiteId: string;
  /** The client's position. */
  readonly after: number;
  readonly seconds: number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface FeedWatch {
  /**
   * Resolves when the feed may have an event after the position; or when the time is over, the client has disconnected, too many requests
   * wait, the store is unavailable, or the gateway is about to stop. Never throws.
   */
  wait(wait: FeedWait): Promise<void>;
  /** Ends every wait, and later ones immediately. */
  stop(): void;
}

interface Waiter extends FeedWait {
  readonly end: () => void;
}

/** Waits for events of feeds: one statement for the whole process, and none while no request waits. Contract: FEED-16. */
export function feedWatch(db: Pick<Database, 'query'>, isStopping: () => boolean): FeedWatch {
  const waiters = new Set<Waiter>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const endAll = () => {
    for (const waiter of waiters) waiter.end();
  };
  const look = async () => {
    if (isStopping()) return endAll();
    try {
      const ends = await lastFeedPositions(db, [...new Set([...waiters].map(({ websiteId }) => websiteId))]);
      for (const waiter of waiters) if ((ends.get(waiter.websiteId) ?? 0) > waiter.after) waiter.end();
    } catch {
      // Each request reads the feed again, and responds with the result or the error.
      endAll();
    }
  };
  const lookLater = () => {
    timer ??= setTimeout(async () => {
      await look();
      timer = undefined;
      if (waiters.size > 0) lookLater();
    }, POLL_MS);
  };
  const mayWait = ({ keyId, websiteId }: FeedWait) => {
    const sameWebsite = [...waiters].filter((waiter) => waiter.websiteId === websiteId);
    return (
      waiters.size < MAX_WAITING &&
      sameWebsite.length < MAX_WAITING_PER_WEBSITE &&
      sameWebsite.filter((waiter) => waiter.keyId === keyId).length < MAX_WAITING_PER_KEY
    );
  };

  return {
    wait(wait) {
      if (isStopped || isStopping() || wait.signal.aborted || !mayWait(wait)) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timeout);
          wait.signal.removeEventListener('abort', end);
          waiters.delete(waiter);
          resolve();
        };
        const waiter: Waiter = { ...wait, end };
        const timeout = setTimeout(end, wait.seconds * 1000);
        wait.signal.addEventListener('abort', end);
        waiters.add(waiter);
        lookLater();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      endAll();
    },
  };
}
