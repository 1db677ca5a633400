import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { OperatorError } from '../../domain/operator-error.ts';

/** How a backup is encrypted: for the owners of these age keys, or by a passphrase. Neither: not at all. */
export interface Encryption {
  /** `age1…` each. */
  readonly recipients: readonly string[];
  readonly passphrase: string | undefined;
}

/** What opens an encrypted backup. */
export interface Decryption {
  /** `AGE-SECRET-KEY-1…` each. */
  readonly identities: readonly string[];
  readonly passphrase: string | undefined;
}

/** How every encrypted file begins. */
const AGE = 'age-encryption.org/v1\n';

/** Whether anything is encrypted by it. */
export function isEncrypting({ recipients, passphrase }: Encryption): boolean {
  return recipients.length > 0 || passphrase !== undefined;
}

/** Compresses a text and encrypts what comes of it. Throws OperatorError for a recipient that is none. */
export async function packed(text: AsyncIterable<Buffer>, encryption: Encryption): Promise<AsyncIterable<Uint8Array>> {
  const seal = isEncrypting(encryption) ? await sealer(encryption) : undefined;
  // Its own checksum as well, for who unpacks it without Peye.
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const source = Readable.from(text, { objectMode: true });
  source.on('error', (error) => zstd.destroy(error));
  zstd.on('close', () => source.destroy());
  source.pipe(zstd);
  return seal ? seal(zstd) : zstd;
}

async function sealer({ recipients, passphrase }: Encryption) {
  // Loaded here: most backups are made by who has a disk that is encrypted, and no other command needs it.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (passphrase !== undefined) encrypter.setPassphrase(passphrase);
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new OperatorError('invalid', 'encrypt_to', 'It must be an age recipient, age1…: age-keygen makes one.');
    }
  }
  return (bytes: Readable) => encrypter.encrypt(ReadableStream.from(bytes) as ReadableStream<Uint8Array>);
}

/** What a backup's file decrypts to, as the text that was packed. Throws OperatorError where that is not possible, while it is read too. */
export async function* unpacked(
  bytes: AsyncIterable<Buffer>,
  decryption: Decryption,
  name: string,
): AsyncGenerator<Buffer> {
  const zstd = createZstdDecompress();
  const source = Readable.from(opened(bytes, decryption, name), { objectMode: true });
  source.on('error', (error) => zstd.destroy(error));
  zstd.on('close', () => source.destroy());
  source.pipe(zstd);
  try {
    yield* zstd as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z')) throw error;
    throw code === 'Z_BUF_ERROR' ? cutOff(name) : damaged(name, message);
  }
}

/** Of a file that is encrypted what is in it; any other as it is. */
async function* opened(bytes: AsyncIterable<Buffer>, decryption: Decryption, name: string): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await firstOf(pieces);
  const all = (async function* () {
    yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  })();
  if (!first.subarray(0, AGE.length).equals(Buffer.from(AGE))) return yield* all;
  yield* await decrypted(all, decryption, name);
}

/** So much that what it is can be told. */
async function firstOf(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let first = Buffer.alloc(0);
  while (first.length < AGE.length) {
    const next = await pieces.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  return first;
}

async function decrypted(
  bytes: AsyncIterable<Uint8Array>,
  { identities, passphrase }: Decryption,
  name: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (identities.length === 0 && passphrase === undefined) {
    throw new OperatorError('invalid', 'source', `${name} is encrypted: give --identity-file or --passphrase-file.`);
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new OperatorError(
        'invalid',
        'identity',
        'It must be an age identity, AGE-SECRET-KEY-1…, on a line of its own.',
      );
    }
  }
  try {
    return authenticated(await decrypter.decrypt(ReadableStream.from(bytes) as ReadableStream<Uint8Array>), name);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (/no identity matched/.test((error as Error).message)) {
      const given = passphrase === undefined ? 'key' : 'passphrase';
      throw new OperatorError('invalid', 'source', `${name} does not open: it was encrypted with another ${given}.`);
    }
    throw damaged(name, (error as Error).message);
  }
}

/** Every piece is authentic, or it ends here. */
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
    throw new OperatorError('invalid', 'source', `${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** What is there is not what was written. */
export function damaged(name: string, reason: string): OperatorError {
  return new OperatorError(
    'invalid',
    'source',
    `${name} is damaged, or no backup of Peye (${reason}): take another one.`,
  );
}

/** Its end is missing. */
export function cutOff(name: string): OperatorError {
  return new OperatorError(
    'invalid',
    'source',
    `${name} ends before its end: it was not written or not copied to its end. Take another one.`,
  );
}
