import { forgetWindows, isOver } from './windows.ts';

/** A process asks for points of one client. It has none left of what it was granted before. */
export interface PointAsk {
  /** The name of the limit, which has so many points in so many seconds. */
  readonly limit: string;
  readonly points: number;
  readonly seconds: number;
  readonly client: string;
  /** How many requests wait for a point. */
  readonly wanted: number;
}

/** The response: points that the process may spend until the window ends, by `Date.now()`. */
export interface PointGrant {
  readonly limit: string;
  readonly client: string;
  readonly points: number;
  readonly endsAtMs: number;
  /** None is left in this window, here or in any process. */
  readonly isSpent: boolean;
}

/** The process is to give back what it has not spent, because another one needs it. */
export interface PointRecall {
  readonly limit: string;
  readonly client: string;
  readonly endsAtMs: number;
}

/** What was not spent. */
export interface PointReturn extends PointRecall {
  readonly points: number;
}

/** Splits the points of every limit among processes, which are known by their numbers. */
export interface SharedPoints {
  ask(process: number, ask: PointAsk): void;
  giveBack(process: number, back: PointReturn): void;
  /** The process has ended: what it was granted counts as spent. */
  forget(process: number): void;
}

export interface PointDeps {
  /** How many processes there are. */
  readonly processes: number;
  readonly grant: (process: number, grant: PointGrant) => void;
  readonly recall: (process: number, recall: PointRecall) => void;
  /** For tests: clients that are remembered of each limit. */
  readonly maxClients?: number;
}

interface Window {
  readonly endsAtMs: number;
  free: number;
  /** Processes that may have points left. */
  readonly holders: Set<number>;
  /** While points are given back: who has not yet, and the asks that wait for it. */
  recall: { readonly from: Set<number>; waiting: (readonly [process: number, ask: PointAsk])[] } | undefined;
}

/**
 * Counts for several processes in fixed windows in which exactly the allowed number passes, whichever process a request comes to.
 * A process is granted more than it asked for, so that it need not ask for every request: the less is left, the less more. When
 * nothing is left but others may hold some, they give it back first. A process that dies takes with it what it held: then fewer pass.
 */
export function sharePoints({ processes, grant, recall, maxClients = 100_000 }: PointDeps): SharedPoints {
  const limits = new Map<string, Map<string, Window>>();

  const windowOf = ({ limit, client, points, seconds }: PointAsk): Window => {
    let windows = limits.get(limit);
    if (!windows) limits.set(limit, (windows = new Map()));
    const nowMs = Date.now();
    const lengthMs = seconds * 1000;
    const known = windows.get(client);
    if (known && !isOver(known.endsAtMs, lengthMs, nowMs)) return known;
    windows.delete(client);
    forgetWindows(windows, { maxClients, lengthMs, nowMs }, (window) => window.recall !== undefined);
    const made = { endsAtMs: nowMs + lengthMs, free: points, holders: new Set<number>(), recall: undefined };
    windows.set(client, made);
    // What waited for points of the old window gets them from the new one, which has all of them.
    for (const [process, ask] of known?.recall?.waiting ?? []) respond(made, process, ask);
    return made;
  };

  const respond = (window: Window, process: number, ask: PointAsk) => {
    const { limit, client, wanted } = ask;
    const { endsAtMs } = window;
    if (window.recall) {
      window.recall.waiting.push([process, ask]);
      return;
    }
    if (window.free > 0) {
      const points = Math.min(window.free, Math.max(wanted, Math.floor(window.free / (2 * processes))));
      window.free -= points;
      window.holders.add(process);
      grant(process, { limit, client, points, endsAtMs, isSpent: false });
      return;
    }
    // It would not ask if it had any.
    window.holders.delete(process);
    if (window.holders.size === 0) {
      grant(process, { limit, client, points: 0, endsAtMs, isSpent: true });
      return;
    }
    window.recall = { from: new Set(window.holders), waiting: [[process, ask]] };
    for (const holder of window.holders) recall(holder, { limit, client, endsAtMs });
  };

  /** A process holds nothing any more of a window, and has given back so many points. */
  const release = (window: Window, process: number, points: number): void => {
    window.free += points;
    window.holders.delete(process);
    const { recall: asked } = window;
    asked?.from.delete(process);
    if (!asked || asked.from.size > 0) return;
    window.recall = undefined;
    for (const [waiting, ask] of asked.waiting) respond(window, waiting, ask);
  };

  return {
    ask: (process, ask) => respond(windowOf(ask), process, ask),
    giveBack(process, { limit, client, endsAtMs, points }) {
      const window = limits.get(limit)?.get(client);
      // Of a window that is over there is nothing to give back.
      if (window?.endsAtMs === endsAtMs) release(window, process, points);
    },
    forget(process) {
      for (const windows of limits.values()) {
        for (const window of windows.values()) {
          // Nobody would give back what it was granted now.
          if (window.recall) window.recall.waiting = window.recall.waiting.filter(([asking]) => asking !== process);
          if (window.holders.has(process)) release(window, process, 0);
        }
      }
    },
  };
}
