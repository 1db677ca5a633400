import type { Config } from '../config.ts';
import { type Sender, webhookSender } from '../webhooks/send.ts';
import { senderSettings } from './sender-settings.ts';

/** What sends webhooks, for one that is sent by hand. The caller closes it. Throws ConfigError when WEBHOOK_CA_FILE cannot be used. */
export function openSender(config: Config): Sender {
  return webhookSender(senderSettings(config));
}
