import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type Refusal, refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

/**
 * How a backup is encrypted: for the owners of these age keys, or with a passphrase. With neither, it is not encrypted.
 */
export interface Encryption {
  /** `age1…` each. */
  readonly recipients: readonly string[];
  readonly passphrase: string | undefined;
}

/** The keys or passphrase that decrypt a backup. */
export interface Decryption {
  /** `AGE-SECRET-KEY-1…` each. */
  readonly identities: readonly string[];
  readonly passphrase: string | undefined;
}

/** The error for a file with bytes after its end. */
export const BEHIND_END = refusal('backupTail');

/** The first bytes of every encrypted file. */
const AGE = 'age-encryption.org/v1\n';

/** The first bytes of every zstd frame. */
const FRAME = Buffer.from('28b52ffd', 'hex');

/** Whether a backup is encrypted at all. */
export function isEncrypting({ recipients, passphrase }: Encryption): boolean {
  return recipients.length > 0 || passphrase !== undefined;
}

/** Compresses and encrypts a text. Throws OperatorError for an invalid recipient. */
export async function packed(text: AsyncIterable<Buffer>, encryption: Encryption): Promise<AsyncIterable<Uint8Array>> {
  const seal = isEncrypting(encryption) ? await sealer(encryption) : undefined;
  // The compressed text also gets a checksum of zstd, for users who unpack a backup without Peye.
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const source = Readable.from(text, { objectMode: true });
  source.on('error', (error) => zstd.destroy(error));
  zstd.on('close', () => source.destroy());
  source.pipe(zstd);
  return seal ? seal(zstd) : zstd;
}

async function sealer({ recipients, passphrase }: Encryption) {
  // The encryption package is loaded only here: most backups are stored on an encrypted disk, and no other command
  // needs it.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (passphrase !== undefined) encrypter.setPassphrase(passphrase);
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new OperatorError('invalid', 'encrypt_to', refusal('backupRecipient'));
    }
  }
  return (bytes: Readable) => encrypter.encrypt(ReadableStream.from(bytes) as ReadableStream<Uint8Array>);
}

/**
 * Decrypts and unpacks a backup's file, and returns its text. Throws OperatorError if that fails, also while the text
 * is being read.
 */
export async function* unpacked(
  bytes: AsyncIterable<Buffer>,
  decryption: Decryption,
  name: string,
): AsyncGenerator<Buffer> {
  try {
    yield* decompressed(opened(bytes, decryption, name), name);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z')) throw error;
    throw code === 'Z_BUF_ERROR' ? cutOff(name) : damaged(name, message);
  }
}

/**
 * The text of one zstd frame after another. Node's decompressor stops at the end of the first frame and leaves the rest
 * unread, and Node's compressor sometimes writes an empty frame after the text. Throws OperatorError for bytes after a
 * frame that are not another frame.
 */
async function* decompressed(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  const pieces = bytes[Symbol.asyncIterator]();
  let left: Uint8Array | undefined;
  try {
    do {
      const zstd = createZstdDecompress();
      const feeding = feed(zstd, pieces, left).catch((error: Error) => {
        zstd.destroy(error);
        return undefined;
      });
      try {
        yield* zstd as AsyncIterable<Buffer>;
      } finally {
        // The text of this frame is no longer read, so later errors of its stream are ignored.
        zstd.on('error', () => {});
        zstd.destroy();
      }
      const rest = await feeding;
      left = rest && (await atLeast(FRAME.length, pieces, rest));
      if (left && !FRAME.equals(left.subarray(0, FRAME.length))) throw damaged(name, BEHIND_END);
    } while (left);
  } finally {
    await pieces.return?.();
  }
}

/**
 * Writes chunks to a decompressor until its frame ends. Returns the unread rest of the last chunk; undefined when
 * everything was read.
 */
async function feed(
  zstd: ReturnType<typeof createZstdDecompress>,
  pieces: AsyncIterator<Uint8Array>,
  first: Uint8Array | undefined,
): Promise<Uint8Array | undefined> {
  const closed = new Promise<void>((done) => zstd.once('close', done));
  let given = 0;
  for (let piece = first ?? (await nextOf(pieces)); piece !== undefined; piece = await nextOf(pieces)) {
    const bytes = piece;
    given += bytes.length;
    // A chunk that is only partly read never gets its write callback: the stream closes once all of its text is
    // consumed.
    await Promise.race([closed, new Promise<void>((written) => zstd.write(bytes, () => written()))]);
    const unread = given - zstd.bytesWritten;
    if (unread > 0) return bytes.subarray(bytes.length - unread);
  }
  zstd.end();
  return undefined;
}
/** The decrypted content of an encrypted file; any other file unchanged. */
async function* opened(bytes: AsyncIterable<Buffer>, decryption: Decryption, name: string): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await atLeast(AGE.length, pieces);
  const all = (async function* () {
    yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  })();
  if (!first.subarray(0, AGE.length).equals(Buffer.from(AGE))) return yield* all;
  yield* await decrypted(all, decryption, name);
}

async function nextOf<T>(pieces: AsyncIterator<T>): Promise<T | undefined> {
  const next = await pieces.next();
  return next.done ? undefined : next.value;
}

/** Appends the next chunks to those already read, until there are this many bytes or the source ends. */
async function atLeast(
  length: number,
  pieces: AsyncIterator<Uint8Array>,
  read: Uint8Array = Buffer.alloc(0),
): Promise<Buffer> {
  let first = Buffer.from(read);
  while (first.length < length) {
    const next = await nextOf(pieces);
    if (next === undefined) break;
    first = Buffer.concat([first, next]);
  }
  return first;
}

async function decrypted(
  bytes: AsyncIterable<Uint8Array>,
  { identities, passphrase }: Decryption,
  name: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (identities.length === 0 && passphrase === undefined) {
    throw new OperatorError('invalid', 'source', refusal('backupEncrypted', { file: name }));
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new OperatorError('invalid', 'identity', refusal('backupIdentity'));
    }
  }
  try {
    return authenticated(await decrypter.decrypt(ReadableStream.from(bytes) as ReadableStream<Uint8Array>), name);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (/no identity matched/.test((error as Error).message)) {
      const id = passphrase === undefined ? 'backupOtherKey' : 'backupOtherPassphrase';
      throw new OperatorError('invalid', 'source', refusal(id, { file: name }));
    }
    throw damaged(name, (error as Error).message);
  }
}

/** Passes on decrypted chunks. Throws OperatorError at the first one that cannot be decrypted or is not authentic. */
async function* authenticated(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw damaged(name, (error as Error).message);
  }
}

/** The bytes of a file. Throws OperatorError when they cannot be read. */
export async function* fileBytes(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new OperatorError('invalid', 'source', refusal('fileUnreadable', { file, error: (error as Error).message }));
  }
}

/** The file does not contain what was written. */
export function damaged(name: string, reason: string | Refusal): OperatorError {
  return new OperatorError('invalid', 'source', refusal('backupDamaged', { file: name, reason }));
}

/** The end of the file is missing. */
export function cutOff(name: string): OperatorError {
  return new OperatorError('invalid', 'source', refusal('backupTruncated', { file: name }));
}
