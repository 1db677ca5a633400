/** A client's window: its end, by `Date.now()`. */
export interface AnyWindow {
  readonly endsAtMs: number;
}

/** A clock that is set back ends a window instead of lengthening it. */
export function isOver(endsAtMs: number, lengthMs: number, nowMs: number): boolean {
  return nowMs >= endsAtMs || nowMs < endsAtMs - lengthMs;
}

/** Whole seconds until a window ends, at least one. */
export function secondsUntil(endsAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}

/**
 * Makes room for one more: drops expired windows, and the oldest while there are too many. A Map keeps the order of
 * insertion: a window must be inserted when it starts, and never moved.
 */
export function deleteOldWindows<W extends AnyWindow>(
  windows: Map<string, W>,
  { maxClients, lengthMs, nowMs }: { maxClients: number; lengthMs: number; nowMs: number },
  isNeeded: (window: W) => boolean = () => false,
): void {
  for (const [client, window] of windows) {
    if (windows.size < maxClients && !isOver(window.endsAtMs, lengthMs, nowMs)) return;
    if (!isNeeded(window)) windows.delete(client);
  }
}
