import { refuseField } from '../domain/operator-error.ts';
import type { Clock } from '../lib/clock.ts';
import { expireApiKeySecrets, insertApiKeySecret } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import type { ApiKeyWithText } from './create-api-key.ts';
import { makeKeySecret } from './make-key-secret.ts';
import { requireApiKey } from './require-api-key.ts';
import { waitFault } from './wait-fault.ts';

/**
 * Gives a key a new text; its id, and with it its payments, stay. The old text works until the overlap is over. Throws
 * OperatorError when there is no such key, and for an overlap of more than 365 days.
 */
export async function rollApiKey(
  { db, clock }: { db: Database; clock: Clock },
  { id, overlapSeconds }: { id: string; overlapSeconds: number },
): Promise<ApiKeyWithText> {
  refuseField('overlap', waitFault(overlapSeconds));
  return db.transaction(async (tx) => {
    const apiKey = await requireApiKey(tx, id);
    const nowUs = clock();
    const { text, secret } = makeKeySecret(apiKey, nowUs);
    await expireApiKeySecrets(tx, id, nowUs + overlapSeconds * 1_000_000);
    await insertApiKeySecret(tx, secret);
    return { apiKey: { ...apiKey, hint: secret.hint }, text };
  });
}
