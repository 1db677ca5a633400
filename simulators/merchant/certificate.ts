import { generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A self-signed certificate, PEM: given as an authority, it is trusted for its names. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const SAN = [0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];
const COMMON_NAME = [0x55, 0x04, 0x03];
const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];

/** Makes a certificate for names and IPv4 addresses. Written by hand, so that tests need no OpenSSL on the machine. */
export function selfSigned(...names: string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const subject = sequence(tlv(0x31, sequence(objectId(COMMON_NAME), text(0x0c, `Peye simulator ${Date.now()}`))));
  const day = 86_400_000;
  const validity = sequence(utcTime(Date.now() - day), utcTime(Date.now() + 30 * day));
  const alternatives = names.map((name) =>
    isIP(name) === 4 ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : text(0x82, name),
  );
  const extensions = sequence(
    sequence(objectId(SAN), tlv(0x04, sequence(...alternatives))),
    sequence(objectId(BASIC_CONSTRAINTS), tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff]))))),
  );
  const toBeSigned = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]));
  return {
    cert: pem(sequence(toBeSigned, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function objectId(bytes: number[]): Buffer {
  return tlv(0x06, Buffer.from(bytes));
}

function text(tag: number, value: string): Buffer {
  return tlv(tag, Buffer.from(value));
}

function utcTime(ms: number): Buffer {
  return text(0x17, `${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`);
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
