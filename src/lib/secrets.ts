import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
} from 'node:crypto';
import { isSameText } from './is-same-text.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Random base-62 text of the given length, from the system's secure source. 43 characters hold 256 bits. */
export function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += BASE62[randomInt(BASE62.length)];
  return text;
}

/** The hash under which an API key is stored. Keys hold 256 random bits, so no slow hash is needed. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

/** The purpose of a sealed text: each has a key of its own. */
export type SealedPurpose = 'webhook-secret' | 'card-token' | 'page-session' | 'provider-page';

/**
 * Everything derived from SECRET_KEY: HKDF makes a separate key for each purpose. What the previous key sealed or tagged is
 * still accepted, and so is what was sealed before sealed texts had versions.
 */
export interface SecretBox {
  /**
   * Encrypts and authenticates a text (AES-256-GCM) under the current key. `context` says what it belongs to, a website's
   * id for example; it opens only under the same one. The result is safe in a URL.
   */
  seal(purpose: SealedPurpose, text: string, context: string): string;
  /** Throws when the text was sealed under neither key, for another purpose or context, or was changed. */
  open(purpose: SealedPurpose, sealed: string, context: string): string;
  /** The same text under the current key; undefined when it is under that already. Throws as `open` does. */
  reseal(purpose: SealedPurpose, sealed: string, context: string): string | undefined;
  /** A short tag that only the current key can make: for unguessable links. 32 hex digits. */
  tag(purpose: string, text: string): string;
  /** Whether that is the tag of this text under the current or the previous key; takes constant time. */
  isTag(purpose: string, text: string, given: string): boolean;
}

/** What is sealed says how: this is before the dot. Without a dot it is of the time before versions, when one key sealed everything. */
const VERSION = 'v2';

/** `previousKey` is the value that SECRET_KEY had before: it opens and recognises, and makes nothing new. */
export function secretBox(secretKey: Buffer, previousKey?: Buffer): SecretBox {
  const current = keysOf(secretKey);
  const all = previousKey === undefined ? [current] : [current, keysOf(previousKey)];
  const seal: SecretBox['seal'] = (purpose, text, context) =>
    `${VERSION}.${encrypt(current.sealing(purpose), text, context).toString('base64url')}`;
  const openWith = (keys: Keys, purpose: SealedPurpose, sealed: string, context: string) => {
    const [version, text] = sealed.includes('.') ? sealed.split('.', 2) : [undefined, sealed];
    if (version !== undefined && version !== VERSION) throw new Error('sealed by a version that is not known here');
    const key = version === undefined ? keys.unversioned() : keys.sealing(purpose);
    return decrypt(key, Buffer.from(text ?? '', 'base64url'), context);
  };
  const open: SecretBox['open'] = (purpose, sealed, context) => {
    for (const keys of all.slice(0, -1)) {
      try {
        return openWith(keys, purpose, sealed, context);
      } catch {
        // The other key may open it.
      }
    }
    return openWith(all.at(-1) ?? current, purpose, sealed, context);
  };
  return {
    seal,
    open,
    reseal(purpose, sealed, context) {
      if (sealed.startsWith(`${VERSION}.`)) {
        try {
          openWith(current, purpose, sealed, context);
          return undefined;
        } catch {
          // Sealed by the previous key, or by neither: then the next line throws.
        }
      }
      return seal(purpose, open(purpose, sealed, context), context);
    },
    tag: (purpose, text) => tagOf(current, purpose, text),
    isTag(purpose, text, given) {
      // Every key is tried, so that timing does not reveal which one matches.
      return all.map((keys) => isSameText(tagOf(keys, purpose, text), given)).includes(true);
    },
  };
}

interface Keys {
  sealing(purpose: SealedPurpose): KeyObject;
  /** Sealed everything before there were versions. */
  unversioned(): KeyObject;
  tagging(purpose: string): KeyObject;
}

/** Derived when they are first used. Key objects: an HMAC under bytes spends most of its time on making one. */
function keysOf(secretKey: Buffer): Keys {
  const derived = new Map<string, KeyObject>();
  const derive = (info: string) => {
    let key = derived.get(info);
    if (!key) derived.set(info, (key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', info, 32)))));
    return key;
  };
  return {
    sealing: (purpose) => derive(`peye/seal/${VERSION}/${purpose}`),
    unversioned: () => derive('peye/seal'),
    // As it has always been, so that links outlive an upgrade.
    tagging: (purpose) => derive(`peye/${purpose}`),
  };
}

function tagOf(keys: Keys, purpose: string, text: string): string {
  return createHmac('sha256', keys.tagging(purpose)).update(text).digest('hex').slice(0, 32);
}

function encrypt(key: KeyObject, text: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, bytes: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}
