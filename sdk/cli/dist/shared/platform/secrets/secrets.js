import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,

  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

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

export function randomBase62(length        )         {
  let text = '';
  for (let i = 0; i < length; i++) text += BASE62[randomInt(BASE62.length)];
  return text;
}

export function hashKey(key        )         {
  return hash('sha256', key);
}

const VERSION = 'v2';

export function secretBox(secretKey        , previousKey         )            {
  const current = keysOf(secretKey);
  const all = previousKey === undefined ? [current] : [current, keysOf(previousKey)];
  const seal                    = (purpose, text, context) =>
    `${VERSION}.${encrypt(current.sealing(purpose), text, context).toString('base64url')}`;
  const openWith = (keys      , purpose               , sealed        , context        ) => {
    const [version, text] = sealed.includes('.') ? sealed.split('.', 2) : [undefined, sealed];
    if (version !== undefined && version !== VERSION) throw new Error('sealed by an unknown version');
    const key = version === undefined ? keys.unversioned() : keys.sealing(purpose);
    return decrypt(key, Buffer.from(text ?? '', 'base64url'), context);
  };
  const open                    = (purpose, sealed, context) => {
    for (const keys of all.slice(0, -1)) {
      try {
        return openWith(keys, purpose, sealed, context);
      } catch {
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
        }
      }
      return seal(purpose, open(purpose, sealed, context), context);
    },
    tag: (purpose, text) => tagOf(current, purpose, text),
    isTag(purpose, text, given) {
      return all.map((keys) => isSameText(tagOf(keys, purpose, text), given)).includes(true);
    },
  };
}

function keysOf(secretKey        )       {
  const derive = (info        ) => Buffer.from(hkdfSync('sha256', secretKey, '', info, 32));
  const sealing = keptByName((info) => createSecretKey(derive(info)));
  const tagging = keptByName((purpose) => tagKey(derive(`peye/${purpose}`)));
  return {
    sealing: (purpose) => sealing(`peye/seal/${VERSION}/${purpose}`),
    unversioned: () => sealing('peye/seal'),
    tagging,
  };
}

function keptByName   (make                     )                      {
  const made = new Map           ();
  return (name) => {
    let thing = made.get(name);
    if (thing === undefined) made.set(name, (thing = make(name)));
    return thing;
  };
}

function tagOf(keys      , purpose        , text        )         {
  const { inner, outer } = keys.tagging(purpose);
  const message = Buffer.allocUnsafe(HMAC_BLOCK_BYTES + Buffer.byteLength(text));
  message.set(inner);
  message.write(text, HMAC_BLOCK_BYTES);
  outer.write(hash('sha256', message, 'binary'), HMAC_BLOCK_BYTES, 'binary');
  return hash('sha256', outer).slice(0, 32);
}

function tagKey(key        )         {
  const padded = (pad        ) => Buffer.alloc(HMAC_BLOCK_BYTES, pad).map((byte, at) => byte ^ (key[at] ?? 0));
  return { inner: padded(0x36), outer: Buffer.concat([padded(0x5c)], HMAC_BLOCK_BYTES + HASH_BYTES) };
}

function encrypt(key           , text        , context        )         {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key           , bytes        , context        )         {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

export function newId(prefix                      )         {
  return `${prefix}_${randomBase62(LENGTHS[prefix])}`;
}

export function isSameText(one        , other        )          {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
