import type { Config } from '../config.ts';
import type { SendSettings } from '../features/webhooks/send.ts';
import { isInSubnets, isPublicAddress } from '../platform/network/public-address.ts';
import { readWebhookCa } from './webhook-ca.ts';

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
