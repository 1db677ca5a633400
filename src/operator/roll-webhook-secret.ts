import type { Actor } from '../domain/actor.ts';
import { refuseField } from '../domain/operator-error.ts';
import { momentOf } from '../domain/timestamps.ts';
import type { Clock } from '../lib/clock.ts';
import { hashKey, type SecretBox } from '../lib/secrets.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';
import { lockWebsite, updateWebsite, type Website } from '../storage/websites.ts';
import { signingSecret } from '../webhooks/signing-secret.ts';
import { refuseChangedMeanwhile } from './changed-meanwhile.ts';
import { newWebhookSecret, type WebsiteWithSecret } from './create-website.ts';
import { failWithoutWebsite } from './require-website.ts';
import { waitFault } from './wait-fault.ts';

/**
 * Gives a website a new webhook secret. It signs at once or, with `afterSeconds`, only then, so that the receiver can be
 * prepared for it; of two rolls in a row the later one counts. Throws OperatorError when there is no such website, and for a
 * wait of more than 365 days; as ChangedMeanwhile when the secrets are not those that `seen` is the mark of.
 */
export async function rollWebhookSecret(
  { db, box, clock, actor }: { db: Database; box: SecretBox; clock: Clock; actor: Actor },
  { id, afterSeconds = 0, seen }: { id: string; afterSeconds?: number; seen?: string | undefined },
): Promise<WebsiteWithSecret> {
  refuseField('after', waitFault(afterSeconds));
  const webhookSecret = newWebhookSecret();
  return db.transaction(async (tx) => {
    const website = (await lockWebsite(tx, id)) ?? failWithoutWebsite(id);
    if (seen !== undefined) {
      refuseChangedMeanwhile({ webhook_secret: seen }, { webhook_secret: webhookSecretMark(website) });
    }
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
    const subject = { kind: 'website', id } as const;
    const after = { signs_from: momentOf(rolled.nextWebhookSecretFromUs) };
    await recordChange(tx, { actor, clock }, { action: 'website.roll_secret', subject, websiteId: id, after });
    return { website: rolled, webhookSecret };
  });
}

/** What tells a website's webhook secrets from those before and behind them, and nothing of what they are. */
export function webhookSecretMark({ webhookSecretSealed, nextWebhookSecretSealed }: Website): string {
  return hashKey(`${webhookSecretSealed}/${nextWebhookSecretSealed}`).slice(0, 16);
}
