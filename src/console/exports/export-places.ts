/** Exports at a time in one process: each takes a part of what everybody else waits for. */
const AT_ONCE = 2;

/** Who may begin an export: a few at a time, and one for each person. */
export interface ExportPlaces {
  /** What gives the place back, or why there is none: `yours` is running already, or too many of `others`. */
  take(userId: string): (() => void) | 'yours' | 'others';
}

/** The places of a process. */
export function exportPlaces(): ExportPlaces {
  const running = new Set<string>();
  return {
    take(userId) {
      if (running.has(userId)) return 'yours';
      if (running.size >= AT_ONCE) return 'others';
      running.add(userId);
      return () => void running.delete(userId);
    },
  };
}
