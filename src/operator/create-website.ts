import type { Actor } from '../domain/actor.ts';
import { NO_BRAND } from '../domain/brand.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { PAYMENT_METHODS } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/new-id.ts';
import { randomBase62, type SecretBox } from '../lib/secrets.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';
import { insertWebsite, type Website } from '../storage/websites.ts';
import { websiteFacts } from './website-facts.ts';
import { checkWebsite } from './website-rules.ts';

/** 32 base-62 characters hold 190 bits. */
const SECRET_LENGTH = 32;

export interface CreateWebsiteDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** Who registers it. */
  readonly actor: Actor;
  /** Subnets that may be delivered to although they are not public. */
  readonly allowedSubnets: readonly string[];
}

/** A website together with its webhook secret: only at the moment the secret is made. */
export interface WebsiteWithSecret {
  readonly website: Website;
  readonly webhookSecret: string;
}

/**
 * Registers a website, with all four methods. Throws OperatorError for a field that cannot be kept, and when there is one of this id
 * already, which is drawn now when it is left out. Contract: WEBHOOK-5, CREATE-38.
 */
export async function createWebsite(
  { db, box, clock, actor, allowedSubnets }: CreateWebsiteDeps,
  {
    name,
    callbackUrl = null,
    returnUrl = null,
    id = newId('web'),
  }: { name: string; callbackUrl?: string | null; returnUrl?: string | null; id?: string },
): Promise<WebsiteWithSecret> {
  // The empty text is no address, as null is none.
  const addresses = { callbackUrl: callbackUrl || null, returnUrl: returnUrl || null };
  checkWebsite({ name, ...addresses }, allowedSubnets);
  const webhookSecret = newWebhookSecret();
  const website: Website = {
    id,
    name,
    ...addresses,
    methods: PAYMENT_METHODS,
    cardLiveApproved: false,
    brand: NO_BRAND,
    sendsReceipts: false,
    webhookSecretSealed: box.seal('webhook-secret', webhookSecret, id),
    nextWebhookSecretSealed: null,
    nextWebhookSecretFromUs: null,
    createdAtUs: clock(),
    deactivatedAtUs: null,
  };
  await db.transaction(async (tx) => {
    if (!(await insertWebsite(tx, website))) {
      throw new OperatorError('conflict', 'id', `There is a website ${id} already.`);
    }
    const subject = { kind: 'website', id } as const;
    const after = websiteFacts(website);
    await recordChange(tx, { actor, clock }, { action: 'website.create', subject, websiteId: id, after });
  });
  return { website, webhookSecret };
}

/** A secret that signs webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`;
}
