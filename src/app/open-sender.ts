import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { type Sender, type SendSettings, webhookSender } from '../features/webhooks/send.ts';
import { isInSubnets, isPublicAddress } from '../platform/network/public-address.ts';
import { ConfigError } from '../platform/settings-reader.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Certificate authorities for webhook receivers, in addition to the public ones. */
interface CaFile {
  readonly pem: string;
  /** When the first of them expires, milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Opens a sender for webhooks that an operator sends. The caller closes it. Throws ConfigError when WEBHOOK_CA_FILE cannot be used. */
export function openSender(config: Config): Sender {
  return webhookSender(senderSettings(config));
}

/**
 * Which addresses webhooks may go to, and which certificate authorities their sender trusts. Throws ConfigError when WEBHOOK_CA_FILE cannot
 * be used.
 */
export function senderSettings(config: Config): SendSettings {
  return {
    isAllowed: (address) => isPublicAddress(address) || isInSubnets(address, config.webhookAllowedSubnets),
    ca: readWebhookCa(config)?.pem,
  };
}

/** The certificate authorities of WEBHOOK_CA_FILE, if it is set. Throws ConfigError when it cannot be used. */
export function readWebhookCa({ webhookCaFile: file }: Config): CaFile | undefined {
  if (file === null) return undefined;
  try {
    return readCaFile(file);
  } catch (error) {
    throw new ConfigError(
      `WEBHOOK_CA_FILE is set to "${file}", but must be a file of certificates in PEM: ${(error as Error).message}.`,
    );
  }
}

/** Reads a file of certificates in PEM. Throws an error that explains the fault when it cannot be used. */
function readCaFile(file: string): CaFile {
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
