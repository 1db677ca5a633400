import { type SeededRandom, seededRandom } from '../../support/seeded-random.ts';

/** Random numbers from a seed, for a whole world. */
export interface Random extends Omit<SeededRandom, 'seed'> {
  pick<T>(from: readonly T[]): T;
  /** Returns an independent generator: numbers drawn from one of the two do not change those of the other. */
  fork(name: string): Random;
}

export function random(seed: number): Random {
  const { next, between, percent } = seededRandom(seed);
  return {
    next,
    between,
    percent,
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
