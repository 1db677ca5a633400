/** Numbers that a seed decides. */
export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True in so many of hundred cases. */
  percent(chance: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Another stream, which goes on by itself: what draws from one does not move the other. */
  fork(name: string): Random;
}

/** Small and quick (mulberry32), and good enough for chances: nothing here is a secret. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    percent: (chance) => next() * 100 < chance,
    pick: (from) => from[between(0, from.length - 1)]!,
    fork: (name) => random(hash(`${seed}:${name}`)),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
