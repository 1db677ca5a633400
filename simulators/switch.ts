import { CALL_FAULTS, type CallFault } from './fault-words.ts';

/** A switch: its initial value, and the values it allows. */
export interface Switch<T> {
  readonly initial: T;
  readonly allows: (value: unknown) => boolean;
}

/** A call that can fail. */
export function callFault(): Switch<CallFault> {
  return oneOf(CALL_FAULTS, 'none');
}

export function oneOf<const T extends string>(allowed: readonly T[], initial: NoInfer<T>): Switch<T> {
  return { initial, allows: (value) => allowed.some((one) => one === value) };
}

export function flag(initial: boolean): Switch<boolean> {
  return { initial, allows: (value) => typeof value === 'boolean' };
}

/** A whole number from zero on. */
export function count(initial: number): Switch<number> {
  return { initial, allows: (value) => isWhole(value) && value >= 0 };
}

export function whole(initial: number): Switch<number> {
  return { initial, allows: isWhole };
}

export function text(initial: string): Switch<string> {
  return { initial, allows: (value) => typeof value === 'string' };
}

/** A value that `kind` allows, or null, which is the initial value. */
export function orNull<T>(kind: Switch<T>): Switch<T | null> {
  return { initial: null, allows: (value) => value === null || kind.allows(value) };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
