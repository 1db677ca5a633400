import type { Actor } from '../../core/actor.ts';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { newId, type SecretBox } from '../../platform/secrets/secrets.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { NO_BRAND } from './brand.ts';
import { insertWebsite, type Website } from './store/websites.ts';
import { newWebhookSecret, sealedSigner } from './webhook-secrets.ts';
import { websiteFacts } from './website-json.ts';
import { checkWebsite } from './website-rules.ts';

export interface CreateWebsiteDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** The actor who registers it. */
  readonly actor: Actor;
  /** Non-public subnets that webhooks may be delivered to. */
  readonly allowedSubnets: readonly string[];
}

/** A website together with its webhook secret, which is shown only when the secret is created. */
export interface WebsiteWithSecret {
  readonly website: Website;
  readonly webhookSecret: string;
}

/** A website as it is registered. */
interface NewWebsite {
  readonly name: string;
  readonly callbackUrl?: string | null;
  readonly testCallbackUrl?: string | null;
  readonly refundCallbackUrl?: string | null;
  readonly testRefundCallbackUrl?: string | null;
  readonly returnUrl?: string | null;
  /** A secret of `newWebhookSecret` that signs events of test payments instead of the website's own; null for none. */
  readonly testSecret?: string | null;
  readonly id?: string;
}

/**
 * Registers a website, with all four methods. Throws OperatorError for an invalid field, and when a website with this
 * id already exists; the id is generated now when it is missing. Contract: WEBHOOK-5, WEBHOOK-25, CREATE-38.
 */
export async function createWebsite(
  { db, box, clock, actor, allowedSubnets }: CreateWebsiteDeps,
  { name, testSecret = null, id = newId('web'), ...given }: NewWebsite,
): Promise<WebsiteWithSecret> {
  // The empty text means no address, as null does.
  const addresses = {
    callbackUrl: given.callbackUrl || null,
    testCallbackUrl: given.testCallbackUrl || null,
    refundCallbackUrl: given.refundCallbackUrl || null,
    testRefundCallbackUrl: given.testRefundCallbackUrl || null,
    returnUrl: given.returnUrl || null,
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
    rateLimitPerMinute: null,
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
