import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { isSameText } from '../lib/is-same-text.ts';
import { type Lane, turns } from '../lib/turns.ts';

/** Each takes 19 MiB and a core for some 30 ms. */
const AT_ONCE = 2;
/** Of each lane: some two seconds of waiting. Later requests get a 503. */
const WAITING = 100;
/** What OWASP asks for at least. Who signs in with a password that was hashed with other numbers gets it hashed anew. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const argon2Hash = promisify(argon2);

/** What can be done with passwords while it is one's turn. */
interface Hasher {
  /** The PHC string under which a password is stored (Argon2id). */
  hash(password: string): Promise<string>;
  /** Whether it is the password of a PHC string. Null is nobody's: that takes as long, and is false. */
  verify(password: string, phc: string | null): Promise<boolean>;
}

export interface Passwords {
  /**
   * Hashes and compares in turn, two at a time in this process. The lane `first` is for those who have shown something that an
   * unauthenticated client has not: a session, a link, a known browser. Throws TooManyWaiting when too many wait in the lane.
   */
  inTurn<T>(work: (hasher: Hasher) => Promise<T>, lane?: Lane): Promise<T>;
}

/** What hashes passwords. One for each process, because it is what bounds how much of that is done at a time. */
export function passwordHashing(): Passwords {
  const inTurn = turns({ atOnce: AT_ONCE, waiting: WAITING });
  return { inTurn: (work, lane) => inTurn(() => work({ hash: hashPassword, verify: verifyPassword }), lane) };
}

/** Whether a password was hashed with the numbers of today. */
export function isCurrentHash(phc: string): boolean {
  return phc.startsWith(head(PARAMETERS));
}

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${head(PARAMETERS)}${unpadded(salt)}$${unpadded(await derive(password, salt, PARAMETERS))}`;
}

/** Hashed in place of a password that is nobody's. */
const NOBODY = `${head(PARAMETERS)}${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(HASH_BYTES))}`;

async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = PHC.exec(phc ?? NOBODY) ?? [];
  if (salt === undefined || expected === undefined) throw new Error('a stored password is no PHC string of Argon2id');
  const numbers = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const derived = await derive(password, Buffer.from(salt, 'base64'), numbers);
  return isSameText(unpadded(derived), expected) && phc !== null;
}

/** The same letters may be typed as different characters: by another keyboard, or on another system. */
function derive(password: string, nonce: Buffer, numbers: typeof PARAMETERS): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    ...numbers,
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    tagLength: HASH_BYTES,
  };
  return argon2Hash('argon2id', parameters);
}

function head({ memory, passes, parallelism }: typeof PARAMETERS): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
