import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey in software, with the responses that a browser returns. It shares no code with the gateway, which checks them. */
export interface Authenticator {
  /** The result of `navigator.credentials.create`, as JSON. */
  create(options: { challenge: string; rp: { id?: string | undefined } }, origin?: string): object;
  /** The result of `navigator.credentials.get`, as JSON. */
  get(options: { challenge: string; rpId?: string | undefined }, origin?: string): object;
  /** How many uses the passkey claims; 0 if it does not count them. */
  count: number;
  counts: boolean;
}

const ORIGIN = 'https://pay.example';
const USER_PRESENT = 0x01;
const HAS_KEY = 0x40;

export function authenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, flags: number, count: number, key = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter, key]);
  };
  const made: Authenticator = {
    count: 0,
    counts: true,
    create({ challenge, rp }, origin = ORIGIN) {
      // ES256 on P-256, as a COSE key.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        bytes(x),
        Buffer.from('225820', 'hex'),
        bytes(y),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const data = authData(rp.id ?? '', USER_PRESENT | HAS_KEY, made.count, attested);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return credential(id, {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'made-up'],
      });
    },
    get({ challenge, rpId }, origin = ORIGIN) {
      if (made.counts) made.count++;
      const data = authData(rpId ?? '', USER_PRESENT, made.count);
      const client = clientData('webauthn.get', challenge, origin);
      return credential(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
  return made;
}

function credential(id: Buffer, response: object): object {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response };
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
