import type { Actor } from '../../core/actor.ts';
import type { Mode } from '../../core/payment.ts';
import { momentOf } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { hashKey, type SecretBox } from '../../platform/secrets/secrets.ts';
import { refuseEditConflict } from '../audit/edit-conflict.ts';
import { recordChange } from '../audit/store/record-change.ts';
import type { WebsiteWithSecret } from './create-website.ts';
import { failWithoutWebsite } from './require-website.ts';
import { lockWebsite, type SealedSigner, updateWebsite, type Website } from './store/websites.ts';
import { newWebhookSecret, sealedSigner, signingSecret } from './webhook-secrets.ts';
import { waitFault } from './website-rules.ts';

/**
 * Rotates the webhook secret of a website, or with `mode` test its secret for events of test payments. The new secret signs at once
 * or, with `afterSeconds`, only after that time, so that the receiver can be prepared for it. A rotation replaces an
 * earlier one whose secret does not sign yet. Throws OperatorError when the website does not exist or has no secret for
 * test payments, and for a wait of more than 365 days; EditConflict when the secrets are not those of the mark `seen`.
 * Contract: WEBHOOK-21, WEBHOOK-25.
 */
export async function rotateWebhookSecret(
  { db, box, clock, actor }: { db: Database; box: SecretBox; clock: Clock; actor: Actor },
  {
    id,
    mode = 'live',
    afterSeconds = 0,
    seen,
  }: { id: string; mode?: Mode; afterSeconds?: number; seen?: string | undefined },
): Promise<WebsiteWithSecret> {
  refuseField('after', waitFault(afterSeconds));
  const webhookSecret = newWebhookSecret();
  return db.transaction(async (tx) => {
    const website = (await lockWebsite(tx, id)) ?? failWithoutWebsite(id);
    if (seen !== undefined) {
      refuseEditConflict({ webhook_secret: seen }, { webhook_secret: webhookSecretMark(website, mode) });
    }
    if (!website.signers[mode]) {
      throw new OperatorError('conflict', 'test_secret', refusal('testSecretMissing'));
    }
    const nowUs = clock();
    const next = sealedSigner(box, webhookSecret, id);
    const signer: SealedSigner =
      afterSeconds === 0
        ? next
        : {
            ...sealedSigner(box, signingSecret(website, mode, box, nowUs), id),
            nextSealed: next.sealed,
            nextFromUs: nowUs + afterSeconds * 1_000_000,
          };
    const rolled: Website = { ...website, signers: { ...website.signers, [mode]: signer } };
    await updateWebsite(tx, rolled);
    const subject = { kind: 'website', id } as const;
    const after = { mode, signs_from: momentOf(signer.nextFromUs) };
    await recordChange(tx, { actor, clock }, { action: 'website.roll_secret', subject, websiteId: id, after });
    return { website: rolled, webhookSecret };
  });
}

/**
 * A mark that distinguishes a website's current webhook secrets of a mode from earlier and later ones, and reveals
 * nothing about them.
 */
export function webhookSecretMark({ signers }: Website, mode: Mode): string {
  const signer = signers[mode];
  return hashKey(`${signer?.sealed}/${signer?.nextSealed}`).slice(0, 16);
}
