import type { Config } from '../config.ts';
import { type CaFile, readCaFile } from '../features/webhooks/ca-file.ts';
import { type Sender, type SendSettings, webhookSender } from '../features/webhooks/send.ts';
import { isInSubnets, isPublicAddress } from '../platform/network/public-address.ts';
import { ConfigError } from '../platform/settings-reader.ts';

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
