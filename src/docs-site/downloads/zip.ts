import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { ArchiveFile } from './package-files.ts';

/** The oldest time that the format can store, 1980-01-01: an archive does not depend on the time of its creation. */
const DOS_TIME = 0;
const DOS_DATE = (1 << 5) | 1;
const VERSION = 20;
const DEFLATED = 8;
const UTF8_NAMES = 1 << 11;
const MADE_ON_UNIX = (3 << 8) | VERSION;
const REGULAR_FILE_644 = 0o100644 * 0x10000;

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
