import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { isSameText } from '../../platform/secrets/secrets.ts';
import { type Lane, turns } from '../../platform/tasks/turns.ts';

/** How many hashes are computed concurrently. Each takes 19 MiB, and a core for some 30 ms. */
const AT_ONCE = 2;
/** How many requests wait in each lane. The last one waits some two seconds; further ones get a 503. */
const WAITING = 100;
/** OWASP's minimum. A password that was hashed with other parameters is hashed again when its user signs in. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const argon2Hash = promisify(argon2);

/** The operations on passwords that a caller can use during its turn. */
interface Hasher {
  /** The PHC string under which a password is stored (Argon2id). */
  hash(password: string): Promise<string>;
  /**
   * Whether a PHC string was computed from this password. Null stands for a missing account: the result is false, and
   * takes as long.
   */
  verify(password: string, phc: string | null): Promise<boolean>;
}

export interface Passwords {
  /**
   * Hashes and compares in turn, two at a time in this process. The lane `first` is for clients with proof that an
   * unauthenticated client lacks: a session, a link, a known browser. Throws TooManyWaiting when too many wait in the lane.
   */
  inTurn<T>(work: (hasher: Hasher) => Promise<T>, lane?: Lane): Promise<T>;
}

/** Hashes passwords. A process creates only one, because it limits how many are hashed concurrently. */
export function passwordHashing(): Passwords {
  const inTurn = turns({ atOnce: AT_ONCE, waiting: WAITING });
  return { inTurn: (work, lane) => inTurn(() => work({ hash: hashPassword, verify: verifyPassword }), lane) };
}

/** Whether a password was hashed with today's parameters. */
export function isCurrentHash(phc: string): boolean {
  return phc.startsWith(head(PARAMETERS));
}

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${head(PARAMETERS)}${unpadded(salt)}$${unpadded(await derive(password, salt, PARAMETERS))}`;
}

/** The hash that a password is compared with when the account does not exist. */
const NO_PASSWORD = `${head(PARAMETERS)}${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(HASH_BYTES))}`;

async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = PHC.exec(phc ?? NO_PASSWORD) ?? [];
  if (salt === undefined || expected === undefined)
    throw new Error('a stored password is not a PHC string of Argon2id');
  const numbers = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const derived = await derive(password, Buffer.from(salt, 'base64'), numbers);
  return isSameText(unpadded(derived), expected) && phc !== null;
}

/** Normalised, because another keyboard or system may produce different characters for the same letters. */
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
