/** A value that is there already, or is waited for. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on with a value as soon as it is there: at once where nothing has to be waited for, because on the way of every request a promise
 * costs more than most of what is done with its value. `next` must not throw; what the value was waited for in vain is given to `fail`.
 */
export function whenThere<T>(value: Soon<T>, next: (value: T) => void, fail: (error: Error) => void): void {
  if (value instanceof Promise) value.then(next, fail);
  else next(value);
}
