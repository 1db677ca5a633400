/** A value that is available now, or a promise of it. */
export type Soon<T> = T | Promise<T>;

/**
 * Continues with a value as soon as it is available. For a value that is available now, this is synchronous, because in
 * a request a promise costs more than most of the work on its value. `next` must not throw; a rejection of the promise
 * goes to `fail`.
 */
export function whenAvailable<T>(value: Soon<T>, next: (value: T) => void, fail: (error: Error) => void): void {
  if (value instanceof Promise) value.then(next, fail);
  else next(value);
}

/**
 * Waits for work to finish. If that takes longer than `ms`, aborts the work and still waits until it has ended. Rejects
 * if `finish` rejects.
 */
export async function finishWithin(ms: number, finish: () => Promise<unknown>, abort: () => void): Promise<void> {
  const timer = setTimeout(abort, ms);
  try {
    await finish();
  } finally {
    clearTimeout(timer);
  }
}

/** A function that calls `load` at its first call and shares the result with every later one. After a failure the next call loads again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
