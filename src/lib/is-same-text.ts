import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that says nothing about them but their length. The one comparison of secrets, tags and signatures. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
