import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that reveals only their length. The only comparison of secrets, tags and signatures. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
