import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crc32, deflateRaw, gzip } from 'node:zlib';

/** One file of an archive: its path in the archive, with forward slashes, and its content. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What installing and running the packages leaves in their folders. */
const LEFT_BEHIND = ['node_modules', '__pycache__', '.next', 'inbox', 'venv'];
const isLeftBehind = (path: string) => path.split(/[\\/]/).some((name) => LEFT_BEHIND.includes(name));

const BLOCK_BYTES = 512;
/** The longest path in a header without extensions. */
const MOST_PATH_BYTES = 100;
/** The time that npm gives every file of a package, 1985-10-26: an archive does not depend on the time of its creation. */
const TIME_S = 499_162_500;

/** The oldest time that the format can store, 1980-01-01: an archive does not depend on the time of its creation. */
const DOS_TIME = 0;
const DOS_DATE = (1 << 5) | 1;
const VERSION = 20;
const DEFLATED = 8;
const UTF8_NAMES = 1 << 11;
const MADE_ON_UNIX = (3 << 8) | VERSION;
const REGULAR_FILE_644 = 0o100644 * 0x10000;

/** The content of a file of the project. */
export function readSource(path: string): Promise<Buffer> {
  return readFile(join(ROOT, path));
}

/** The files below a folder of the project that match a pattern, with their paths in that folder, in the order of the paths. */
export async function filesIn(folder: string, pattern: string): Promise<ArchiveFile[]> {
  const found = await Array.fromAsync(glob(pattern, { cwd: join(ROOT, folder), exclude: isLeftBehind }));
  const paths = found.map((path) => path.replaceAll('\\', '/')).sort();
  return await Promise.all(paths.map(async (path) => ({ path, bytes: await readSource(`${folder}/${path}`) })));
}

/** The same files below another folder. */
export function under(folder: string, files: readonly ArchiveFile[]): ArchiveFile[] {
  return files.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));
}

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

/** An archive in the ZIP format. The same files always give the same bytes. Compression runs off the main thread. */
export async function zip(entries: readonly ArchiveFile[]): Promise<Buffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path);
    const packed: Buffer = await promisify(deflateRaw)(bytes, { level: 9 });
    // The same part of both headers: version needed, flags, method, time, date, checksum, sizes, length of the name, no extra field.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(UTF8_NAMES, 2);
    facts.writeUInt16LE(DEFLATED, 4);
    facts.writeUInt16LE(DOS_TIME, 6);
    facts.writeUInt16LE(DOS_DATE, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    const madeOn = Buffer.alloc(2);
    madeOn.writeUInt16LE(MADE_ON_UNIX);
    // No comment, first disk, no attributes but the mode, and the offset of the file in the archive.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(REGULAR_FILE_644, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), madeOn, facts, rest, name);
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06'), end]);
}
