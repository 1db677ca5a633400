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

/** Encrypts and authenticates texts under SECRET_KEY (AES-256-GCM), and derives the keys of other purposes from it. */
export interface SecretBox {
  /** `context` says what the text belongs to; it opens only under the same one. */
  seal(text: string, context: string): string;
  /** Throws when the text was sealed under another key or context, or was changed. */
  open(sealed: string, context: string): string;
  /** A short tag that only this key can make: for unguessable links. 32 hex digits. */
  tag(purpose: string, text: string): string;
}

export function secretBox(secretKey: Buffer): SecretBox {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `peye/${purpose}`, 32));
  const sealingKey = derive('seal');
  // Key objects: an HMAC under bytes spends most of its time on making one.
  const tagKeys = new Map<string, KeyObject>();
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('base64');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    },
    tag(purpose, text) {
      let key = tagKeys.get(purpose);
      if (!key) tagKeys.set(purpose, (key = createSecretKey(derive(purpose))));
      return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
    },
  };
}
