import { type Brand, LOGO_TYPES, logoPath } from '../../domain/brand.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import type { Website } from '../../storage/websites.ts';

/** A website as JSON for operators. Its webhook secret is added at the moment it is made only. */
export function websiteJson(website: Website, nowUs: number, webhookSecret?: string): Record<string, unknown> {
  const nextSecretFrom = nextSecretFromOf(website, nowUs);
  return {
    id: website.id,
    name: website.name,
    callback_url: website.callbackUrl,
    return_url: website.returnUrl,
    methods: website.methods,
    card_live_approved: website.cardLiveApproved,
    contact: website.brand.contact,
    colour: website.brand.colour,
    logo: logoJson(website.brand.logo),
    receipts: website.sendsReceipts,
    active: website.deactivatedAtUs === null,
    created_at: formatTimestamp(website.createdAtUs),
    ...(nextSecretFrom !== undefined && { next_webhook_secret_from: nextSecretFrom }),
    ...(webhookSecret !== undefined && { webhook_secret: webhookSecret }),
  };
}

/** From when on a rolled secret signs, while it waits for that. */
export function nextSecretFromOf({ nextWebhookSecretFromUs: fromUs }: Website, nowUs: number): string | undefined {
  return fromUs === null || fromUs <= nowUs ? undefined : formatTimestamp(fromUs);
}

function logoJson(logo: Brand['logo']): Record<string, unknown> | null {
  return logo && { path: logoPath(logo), type: LOGO_TYPES[logo.type], width: logo.width, height: logo.height };
}
