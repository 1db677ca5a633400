import type { Config } from '../config.ts';
import { type CaFile, readCaFile } from '../features/webhooks/ca-file.ts';
import { ConfigError } from '../platform/settings-reader.ts';

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
