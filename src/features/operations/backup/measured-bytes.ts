import { createHash } from 'node:crypto';

/** Passes chunks on, and reports how many bytes passed and their SHA-256 in hex. */
export function measured<Piece extends Uint8Array>(source: AsyncIterable<Piece>) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pieces(): AsyncGenerator<Piece> {
      for await (const piece of source) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}
