import { timingSafeEqual } from 'node:crypto';

/**
 * Whether two texts are the same. The duration reveals only their length. Use only this function to compare secrets,
 * tags and signatures.
 */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
