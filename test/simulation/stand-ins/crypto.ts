import {
  randomBytes as realBytes,
  randomFillSync as realFill,
  randomInt as realInt,
  randomUUID as realUuid,
} from 'node:crypto';
import { theLife, theWorld } from '../world/world.ts';

// The real module, except for its random numbers.
export * from 'node:crypto';

/** The seeded generator of the running process; undefined outside of a world. */
const seeded = () => theLife()?.random ?? theWorld()?.random;

export function randomBytes(size: number): Buffer {
  const random = seeded();
  return random ? Buffer.from(Array.from({ length: size }, () => random.between(0, 255))) : realBytes(size);
}

export function randomFillSync(into: Buffer): Buffer {
  if (!seeded()) return realFill(into);
  randomBytes(into.length).copy(into);
  return into;
}

export function randomInt(min: number, max?: number): number {
  const random = seeded();
  const [from, below] = max === undefined ? [0, min] : [min, max];
  return random ? random.between(from, below - 1) : realInt(from, below);
}

export function randomUUID(): string {
  if (!seeded()) return realUuid();
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
