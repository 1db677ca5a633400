import type { SecretBox } from '../lib/secrets.ts';
import type { Website } from '../storage/websites.ts';

/** What was opened of a website as it was read: a busy one signs many times in the seconds for which that counts. */
const opened = new WeakMap<Website, { sealed: string; secret: string }>();

/** The secret that signs at a given time: a rolled one only once its time has come. */
export function signingSecret(website: Website, box: SecretBox, nowUs: number): string {
  const isNextDue = website.nextWebhookSecretFromUs !== null && website.nextWebhookSecretFromUs <= nowUs;
  const sealed = isNextDue
    ? (website.nextWebhookSecretSealed ?? website.webhookSecretSealed)
    : website.webhookSecretSealed;
  const known = opened.get(website);
  if (known?.sealed === sealed) return known.secret;
  const secret = box.open('webhook-secret', sealed, website.id);
  opened.set(website, { sealed, secret });
  return secret;
}
