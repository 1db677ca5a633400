import {
  randomBytes as realBytes,
  randomFillSync as realFill,
  randomInt as realInt,
  randomUUID as realUuid,
} from 'node:crypto';
import { theLife, theWorld } from '../world/world.ts';

// Everything but its chances is the real one.
export * from 'node:crypto';

/** Chances of the running process; undefined outside of a world. */
const chances = () => theLife()?.random ?? theWorld()?.random;

export function randomBytes(size: number): Buffer {
  const drawn = chances();
  return drawn ? Buffer.from(Array.from({ length: size }, () => drawn.between(0, 255))) : realBytes(size);
}

export function randomFillSync(into: Buffer): Buffer {
  if (!chances()) return realFill(into);
  randomBytes(into.length).copy(into);
  return into;
}

export function randomInt(min: number, max?: number): number {
  const drawn = chances();
  const [from, below] = max === undefined ? [0, min] : [min, max];
  return drawn ? drawn.between(from, below - 1) : realInt(from, below);
}

export function randomUUID(): string {
  if (!chances()) return realUuid();
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
