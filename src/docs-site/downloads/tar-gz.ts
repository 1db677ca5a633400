import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ArchiveFile } from './package-files.ts';

const BLOCK_BYTES = 512;
/** The longest path in a header without extensions. */
const MOST_PATH_BYTES = 100;
/** The time that npm gives every file of a package, 1985-10-26: an archive does not depend on the time of its creation. */
const TIME_S = 499_162_500;

/**
 * A compressed archive in the USTAR format. The same files always give the same bytes. Compression runs off the main thread.
 *
 * @throws Error if a path has more than 100 bytes
 */
export function tarGz(files: readonly ArchiveFile[]): Promise<Buffer> {
  const parts = files.flatMap(({ path, bytes }) => [header(path, bytes.length), bytes, padding(bytes.length)]);
  return promisify(gzip)(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 9 });
}

function header(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) throw new Error(`the path is too long for the archive: ${path}`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, offset: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset);
  block.write(path, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(TIME_S, 136, 12);
  // While the checksum is computed, its own field consists of blanks.
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return block;
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}
