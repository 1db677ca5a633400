import type { Actor } from '../domain/actor.ts';
import type { AuditFacts } from '../domain/audit.ts';
import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Clock } from '../lib/clock.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import { expireApiKeySecrets, insertApiKeySecret, lockApiKey } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';
import { refuseChangedMeanwhile } from './changed-meanwhile.ts';
import type { ApiKeyWithText } from './create-api-key.ts';
import { makeKeySecret } from './make-key-secret.ts';
import { requireApiKey } from './require-api-key.ts';
import { waitFault } from './wait-fault.ts';

/**
 * Gives a key a new text; its id, and with it its payments, stay. The old text works until the overlap is over. Throws
 * OperatorError when there is no such key, when it has expired, and for an overlap of more than 365 days; as
 * ChangedMeanwhile when its hint is not what was seen.
 */
export async function rollApiKey(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { id, overlapSeconds, seen }: { id: string; overlapSeconds: number; seen?: AuditFacts },
): Promise<ApiKeyWithText> {
  refuseField('overlap', waitFault(overlapSeconds));
  return db.transaction(async (tx) => {
    await lockApiKey(tx, id);
    const apiKey = await requireApiKey(tx, id);
    if (seen) refuseChangedMeanwhile(seen, { hint: apiKey.hint });
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
