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
