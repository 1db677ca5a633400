import type { SecretBox } from '../lib/secrets.ts';
import type { Website } from '../storage/websites.ts';

/** The secret that signs at a moment: a rolled one only from its time on. */
export function signingSecret(website: Website, box: SecretBox, nowUs: number): string {
  const isNextDue = website.nextWebhookSecretFromUs !== null && website.nextWebhookSecretFromUs <= nowUs;
  const sealed = isNextDue
    ? (website.nextWebhookSecretSealed ?? website.webhookSecretSealed)
    : website.webhookSecretSealed;
  return box.open('webhook-secret', sealed, website.id);
}
