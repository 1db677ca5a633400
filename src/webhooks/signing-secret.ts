import type { SecretBox } from '../lib/secrets.ts';
import type { Website } from '../storage/websites.ts';

/** The secret that signs at a given time: a rolled one only once its time has come. */
export function signingSecret(website: Website, box: SecretBox, nowUs: number): string {
  const isNextDue = website.nextWebhookSecretFromUs !== null && website.nextWebhookSecretFromUs <= nowUs;
  const sealed = isNextDue
    ? (website.nextWebhookSecretSealed ?? website.webhookSecretSealed)
    : website.webhookSecretSealed;
  return box.open('webhook-secret', sealed, website.id);
}
