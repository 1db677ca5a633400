import type { Actor } from '../domain/actor.ts';
import { NO_BRAND } from '../domain/brand.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { PAYMENT_METHODS } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/new-id.ts';
import type { SecretBox } from '../lib/secrets.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';
import { insertWebsite, type Website } from '../storage/websites.ts';
import { newWebhookSecret, sealedSigner } from './webhook-secret.ts';
import { websiteFacts } from './website-facts.ts';
import { checkWebsite } from './website-rules.ts';

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

/** A website as it is registered. */
interface NewWebsite {
  readonly name: string;
  readonly callbackUrl?: string | null;
  readonly testCallbackUrl?: string | null;
  readonly returnUrl?: string | null;
  /** Of `newWebhookSecret`: signs events of test payments in place of the website's own; null for none. */
  readonly testSecret?: string | null;
  readonly id?: string;
}

/**
 * Registers a website, with all four methods. Throws OperatorError for a field that cannot be kept, and when there is one of this id
 * already, which is drawn now when it is absent. Contract: WEBHOOK-5, WEBHOOK-25, CREATE-38.
 */
export async function createWebsite(
  { db, box, clock, actor, allowedSubnets }: CreateWebsiteDeps,
  { name, callbackUrl, testCallbackUrl, returnUrl, testSecret = null, id = newId('web') }: NewWebsite,
): Promise<WebsiteWithSecret> {
  // The empty text is no address, as null is none.
  const addresses = {
    callbackUrl: callbackUrl || null,
    testCallbackUrl: testCallbackUrl || null,
    returnUrl: returnUrl || null,
  };
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
    signers: {
      live: sealedSigner(box, webhookSecret, id),
      test: testSecret === null ? null : sealedSigner(box, testSecret, id),
    },
    createdAtUs: clock(),
    deactivatedAtUs: null,
  };
  await db.transaction(async (tx) => {
    if (!(await insertWebsite(tx, website))) {
      throw new OperatorError('conflict', 'id', refusal('websiteExists', { id }));
    }
    const subject = { kind: 'website', id } as const;
    const after = websiteFacts(website);
    await recordChange(tx, { actor, clock }, { action: 'website.create', subject, websiteId: id, after });
  });
  return { website, webhookSecret };
}
