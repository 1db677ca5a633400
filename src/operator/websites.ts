import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import { randomBase62, type SecretBox } from '../lib/secrets.ts';
import type { Database } from '../storage/database.ts';
import { insertWebsite, lockWebsite, updateWebsite, type Website } from '../storage/websites.ts';
import { signingSecret } from '../webhooks/signing-secret.ts';

/** 32 base-62 characters hold 190 bits. */
const SECRET_LENGTH = 32;
const ID_LENGTH = 16;

/** A website together with its webhook secret: only at the moment the secret is made. */
export interface WebsiteWithSecret {
  readonly website: Website;
  readonly webhookSecret: string;
}

/** Registers a website, with all four methods. Contract: WEBHOOK-5, CREATE-38. */
export async function createWebsite(
  { db, box, clock }: { db: Database; box: SecretBox; clock: Clock },
  {
    name,
    callbackUrl = null,
    returnUrl = null,
  }: { name: string; callbackUrl?: string | null; returnUrl?: string | null },
): Promise<WebsiteWithSecret> {
  const id = `web_${randomBase62(ID_LENGTH)}`;
  const webhookSecret = newWebhookSecret();
  const website: Website = {
    id,
    name,
    callbackUrl,
    returnUrl,
    methods: PAYMENT_METHODS,
    cardLiveApproved: false,
    webhookSecretSealed: box.seal('webhook-secret', webhookSecret, id),
    nextWebhookSecretSealed: null,
    nextWebhookSecretFromUs: null,
    createdAtUs: clock(),
    deactivatedAtUs: null,
  };
  await db.transaction((tx) => insertWebsite(tx, website));
  return { website, webhookSecret };
}

export interface WebsiteChanges {
  readonly name?: string;
  readonly callbackUrl?: string | null;
  readonly returnUrl?: string | null;
  readonly methods?: readonly PaymentMethod[];
  readonly cardLiveApproved?: boolean;
  readonly deactivatedAtUs?: number | null;
}

/** Changes what is given. Counts on every node within ten seconds. Returns undefined when there is no such website. */
export async function changeWebsite(db: Database, id: string, changes: WebsiteChanges): Promise<Website | undefined> {
  return db.transaction(async (tx) => {
    const website = await lockWebsite(tx, id);
    if (!website) return undefined;
    const changed = { ...website, ...changes };
    await updateWebsite(tx, changed);
    return changed;
  });
}

/**
 * Gives a website a new webhook secret. It signs at once or, with `afterSeconds`, only then, so that the receiver can be
 * prepared for it. Undefined when there is no such website.
 */
export async function rollWebhookSecret(
  { db, box, clock }: { db: Database; box: SecretBox; clock: Clock },
  { id, afterSeconds = 0 }: { id: string; afterSeconds?: number },
): Promise<WebsiteWithSecret | undefined> {
  const webhookSecret = newWebhookSecret();
  return db.transaction(async (tx) => {
    const website = await lockWebsite(tx, id);
    if (!website) return undefined;
    const nowUs = clock();
    const sealed = box.seal('webhook-secret', webhookSecret, id);
    const rolled: Website =
      afterSeconds === 0
        ? { ...website, webhookSecretSealed: sealed, nextWebhookSecretSealed: null, nextWebhookSecretFromUs: null }
        : {
            ...website,
            webhookSecretSealed: box.seal('webhook-secret', signingSecret(website, box, nowUs), id),
            nextWebhookSecretSealed: sealed,
            nextWebhookSecretFromUs: nowUs + afterSeconds * 1_000_000,
          };
    await updateWebsite(tx, rolled);
    return { website: rolled, webhookSecret };
  });
}

function newWebhookSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`;
}
