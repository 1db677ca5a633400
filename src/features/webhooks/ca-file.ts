import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Certificate authorities for webhook receivers, in addition to the public ones. */
export interface CaFile {
  readonly pem: string;
  /** When the first of them expires, milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Reads a file of certificates in PEM. Throws an error that explains the fault when it cannot be used. */
export function readCaFile(file: string): CaFile {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const blocks = pem.match(CERTIFICATE) ?? [];
  if (blocks.length === 0) throw new Error('it holds no certificate in PEM (-----BEGIN CERTIFICATE-----)');
  const expiries = blocks.map((block) => expiryOf(block));
  return { pem, expiresAtMs: Math.min(...expiries) };
}

function expiryOf(block: string): number {
  try {
    return Date.parse(new X509Certificate(block).validTo);
  } catch {
    throw new Error('a certificate in it is damaged');
  }
}
