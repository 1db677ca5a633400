import assert from 'node:assert/strict';

/** The most bytes of a response that are read. */
export const PAGE_BYTES = 512 * 1024;
/** Linear work on half a megabyte takes some milliseconds; quadratic work takes minutes. */
const LIMIT_MS = 1_500;

/** Texts as long as a page, each of one repeated piece: a pattern that backtracks needs quadratic time for such a text. */
export function hostileTexts(pieces: readonly string[]): [name: string, text: string][] {
  return pieces.map((piece) => [JSON.stringify(piece), piece.repeat(Math.ceil(PAGE_BYTES / piece.length))]);
}

export function assertQuick(work: () => unknown): void {
  const start = performance.now();
  work();
  const ms = Math.round(performance.now() - start);
  assert.ok(ms < LIMIT_MS, `took ${ms} ms`);
}
