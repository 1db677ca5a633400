import { timingSafeEqual } from 'node:crypto';

/** Compares a secret with what was given, in a time that says nothing about the secret but its length. */
export function isSameText(secret: string, given: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
