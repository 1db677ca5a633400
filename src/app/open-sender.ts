import type { Config } from '../config.ts';
import { type Sender, webhookSender } from '../features/webhooks/send.ts';
import { senderSettings } from './sender-settings.ts';

/** Opens a sender for webhooks that an operator sends. The caller closes it. Throws ConfigError when WEBHOOK_CA_FILE cannot be used. */
export function openSender(config: Config): Sender {
  return webhookSender(senderSettings(config));
}
