import type { Actor } from '../../core/actor.ts';
import type { AuditFacts } from '../../core/audit.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { refuseEditConflict } from '../audit/edit-conflict.ts';
import { recordChange } from '../audit/store/record-change.ts';
import type { ApiKeyWithText } from './create-api-key.ts';
import { makeKeySecret } from './make-key-secret.ts';
import { requireApiKey } from './require-api-key.ts';
import { expireApiKeySecrets, insertApiKeySecret, lockApiKey } from './store/api-keys.ts';
import { waitFault } from './wait-fault.ts';

/**
 * Rotates a key: it gets a new text, and retains its id and so its payments. The old text works until the overlap ends.
 * Throws OperatorError when the key does not exist or has expired, and for an overlap of more than 365 days;
 * EditConflict when its hint is not the one that was seen.
 */
export async function rotateApiKey(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { id, overlapSeconds, seen }: { id: string; overlapSeconds: number; seen?: AuditFacts },
): Promise<ApiKeyWithText> {
  refuseField('overlap', waitFault(overlapSeconds));
  return db.transaction(async (tx) => {
    await lockApiKey(tx, id);
    const apiKey = await requireApiKey(tx, id);
    if (seen) refuseEditConflict(seen, { hint: apiKey.hint });
    const nowUs = clock();
    if (apiKey.expiresAtUs !== null && apiKey.expiresAtUs <= nowUs) {
      throw new OperatorError('conflict', 'expires_at', refusal('keyExpired'));
    }
    const { text, secret } = makeKeySecret(apiKey, nowUs);
    const oldUntilUs = nowUs + overlapSeconds * 1_000_000;
    await expireApiKeySecrets(tx, id, oldUntilUs);
    await insertApiKeySecret(tx, secret);
    const { websiteId, hint } = apiKey;
    const subject = { kind: 'api_key', id } as const;
    const [before, after] = [{ hint }, { hint: secret.hint, old_key_until: formatTimestamp(oldUntilUs) }];
    await recordChange(tx, { actor, clock }, { action: 'key.roll', subject, websiteId, before, after });
    return { apiKey: { ...apiKey, hint: secret.hint }, text };
  });
}
