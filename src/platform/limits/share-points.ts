import { deleteOldWindows, isOver } from './windows.ts';

/** A request of a process for more points for one client, after the granted points are used up. */
export interface PointAsk {
  /** The name of the limit, which has this many points in this many seconds. */
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
  /** Whether no process has points left in this window. */
  readonly isSpent: boolean;
}

/** A request to a process to return its unspent points, because another process needs them. */
export interface PointRecall {
  readonly limit: string;
  readonly client: string;
  readonly endsAtMs: number;
}

/** The unspent points. */
export interface PointReturn extends PointRecall {
  readonly points: number;
}

/** Distributes the points of every limit among processes, which have numbers. */
export interface SharedPoints {
  ask(process: number, ask: PointAsk): void;
  giveBack(process: number, back: PointReturn): void;
  /** The process has ended: the points granted to it count as spent. */
  removeProcess(process: number): void;
}

export interface PointDeps {
  /** How many processes there are. */
  readonly processes: number;
  readonly grant: (process: number, grant: PointGrant) => void;
  readonly recall: (process: number, recall: PointRecall) => void;
  /** For tests: how many clients each limit remembers. */
  readonly maxClients?: number;
}

interface Window {
  readonly endsAtMs: number;
  free: number;
  /** Processes that may have points left. */
  readonly holders: Set<number>;
  /** While points are returned: the processes that have not yet responded, and the requests that wait for the returned points. */
  recall: { readonly from: Set<number>; waiting: (readonly [process: number, ask: PointAsk])[] } | undefined;
}

/**
 * Counts for several processes in fixed windows in which exactly the allowed number passes, whichever process receives a request. A process
 * is granted more points than it requests, to save further requests: the fewer points are left, the smaller the extra grant. When no points
 * are left but other processes may hold some, those return them first. The points of a process that dies are lost: then fewer requests
 * pass.
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
    deleteOldWindows(windows, { maxClients, lengthMs, nowMs }, (window) => window.recall !== undefined);
    const made = { endsAtMs: nowMs + lengthMs, free: points, holders: new Set<number>(), recall: undefined };
    windows.set(client, made);
    // Requests that waited for points of the old window get them from the new one, which is full.
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
    // A process with points left would not request more.
    window.holders.delete(process);
    if (window.holders.size === 0) {
      grant(process, { limit, client, points: 0, endsAtMs, isSpent: true });
      return;
    }
    window.recall = { from: new Set(window.holders), waiting: [[process, ask]] };
    for (const holder of window.holders) recall(holder, { limit, client, endsAtMs });
  };

  /** Records that a process has returned its points of a window. */
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
      // Points of an expired window need not be returned.
      if (window?.endsAtMs === endsAtMs) release(window, process, points);
    },
    removeProcess(process) {
      for (const windows of limits.values()) {
        for (const window of windows.values()) {
          // Points granted to an ended process would never be returned, so the requests that it is waiting for are
          // dropped.
          if (window.recall) window.recall.waiting = window.recall.waiting.filter(([asking]) => asking !== process);
          if (window.holders.has(process)) release(window, process, 0);
        }
      }
    },
  };
}
