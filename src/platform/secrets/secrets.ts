import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** The objects with a random id, by its prefix, and the number of base-62 characters that follow: 16 hold 95 bits. */
const LENGTHS = {
  web: 16,
  key: 16,
  dsc: 20,
  dsp: 20,
  store: 16,
  usr: 16,
  fac: 16,
  ses: 16,
  hst: 16,
  rec: 16,
  lnk: 16,
  cos: 16,
  ref: 16,
  po: 16,
};

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HMAC_BLOCK_BYTES = 64;
const HASH_BYTES = 32;

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

/** The purpose of a sealed text: each purpose has its own key. */
export type SealedPurpose =
  | 'webhook-secret'
  | 'card-token'
  | 'page-session'
  | 'provider-page'
  | 'totp-secret'
  | 'kept-form';

/**
 * The functions with keys derived from SECRET_KEY: HKDF derives a separate key for each purpose. Texts that the
 * previous key sealed or tagged are still accepted, and so are texts that were sealed before sealed texts had versions.
 */
export interface SecretBox {
  /**
   * Encrypts and authenticates a text (AES-256-GCM) under the current key. `context` names the owner of the text, for example a website's
   * id; the sealed text opens only with the same context. The result is safe in a URL.
   */
  seal(purpose: SealedPurpose, text: string, context: string): string;
  /** Throws when the text was sealed under neither key, for another purpose or context, or was changed. */
  open(purpose: SealedPurpose, sealed: string, context: string): string;
  /** The same text sealed under the current key; undefined when it already is. Throws as `open` does. */
  reseal(purpose: SealedPurpose, sealed: string, context: string): string | undefined;
  /** A short tag that only the current key can produce: for unguessable links. 32 hex digits. */
  tag(purpose: string, text: string): string;
  /** Whether this is the tag of this text under the current or the previous key; takes constant time. */
  isTag(purpose: string, text: string, given: string): boolean;
}

/** The version of a sealed text comes before the dot. Texts without a dot are older than versions: one key sealed all of them. */
const VERSION = 'v2';

/** `previousKey` is the previous value of SECRET_KEY: it opens and recognises, but never seals or tags. */
export function secretBox(secretKey: Buffer, previousKey?: Buffer): SecretBox {
  const current = keysOf(secretKey);
  const all = previousKey === undefined ? [current] : [current, keysOf(previousKey)];
  const seal: SecretBox['seal'] = (purpose, text, context) =>
    `${VERSION}.${encrypt(current.sealing(purpose), text, context).toString('base64url')}`;
  const openWith = (keys: Keys, purpose: SealedPurpose, sealed: string, context: string) => {
    const [version, text] = sealed.includes('.') ? sealed.split('.', 2) : [undefined, sealed];
    if (version !== undefined && version !== VERSION) throw new Error('sealed by an unknown version');
    const key = version === undefined ? keys.unversioned() : keys.sealing(purpose);
    return decrypt(key, Buffer.from(text ?? '', 'base64url'), context);
  };
  const open: SecretBox['open'] = (purpose, sealed, context) => {
    for (const keys of all.slice(0, -1)) {
      try {
        return openWith(keys, purpose, sealed, context);
      } catch {
        // The other key may open the text.
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
          // Sealed under the previous key, or under neither. In the latter case the next line throws.
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
  /** The key that sealed all texts before versions existed. */
  unversioned(): KeyObject;
  tagging(purpose: string): TagKey;
}

/** The blocks that HMAC hashes before a text, and before the hash of that text. */
interface TagKey {
  readonly inner: Uint8Array;
  readonly outer: Buffer;
}

/** Derived on first use. */
function keysOf(secretKey: Buffer): Keys {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', secretKey, '', info, 32));
  const sealing = keptByName((info) => createSecretKey(derive(info)));
  // Unchanged since the first version, so that links survive an upgrade.
  const tagging = keptByName((purpose) => tagKey(derive(`peye/${purpose}`)));
  return {
    sealing: (purpose) => sealing(`peye/seal/${VERSION}/${purpose}`),
    unversioned: () => sealing('peye/seal'),
    tagging,
  };
}

/** Creates the value for a name on its first use. */
function keptByName<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    let thing = made.get(name);
    if (thing === undefined) made.set(name, (thing = make(name)));
    return thing;
  };
}

/** HMAC-SHA256 from its two hashes (RFC 2104), which in Node cost half as much as a Hmac object. */
function tagOf(keys: Keys, purpose: string, text: string): string {
  const { inner, outer } = keys.tagging(purpose);
  const message = Buffer.allocUnsafe(HMAC_BLOCK_BYTES + Buffer.byteLength(text));
  message.set(inner);
  message.write(text, HMAC_BLOCK_BYTES);
  outer.write(hash('sha256', message, 'binary'), HMAC_BLOCK_BYTES, 'binary');
  return hash('sha256', outer).slice(0, 32);
}

function tagKey(key: Buffer): TagKey {
  const padded = (pad: number) => Buffer.alloc(HMAC_BLOCK_BYTES, pad).map((byte, at) => byte ^ (key[at] ?? 0));
  return { inner: padded(0x36), outer: Buffer.concat([padded(0x5c)], HMAC_BLOCK_BYTES + HASH_BYTES) };
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

/** A new id, such as `web_…`: unguessable and unique. */
export function newId(prefix: keyof typeof LENGTHS): string {
  return `${prefix}_${randomBase62(LENGTHS[prefix])}`;
}

/**
 * Whether two texts are the same. The duration reveals only their length. Use only this function to compare secrets,
 * tags and signatures.
 */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
