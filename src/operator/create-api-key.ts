import type { Actor } from '../domain/actor.ts';
import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { MODES, type Mode } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/new-id.ts';
import { shortTextFault } from '../lib/short-text.ts';
import { type ApiKey, insertApiKey, insertApiKeySecret, type ListedApiKey } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';
import { makeKeySecret } from './make-key-secret.ts';
import { requireWebsite } from './require-website.ts';

/** A key together with its text: only at the moment it is made. */
export interface ApiKeyWithText {
  readonly apiKey: ListedApiKey;
  readonly text: string;
}

/**
 * Makes a key for a website. Throws OperatorError when there is no such website, and for a mode or a name (1 to 255 characters)
 * that it cannot have. Contract: AUTH-2, AUTH-9.
 */
export async function createApiKey(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { websiteId, mode, name = null }: { websiteId: string; mode: Mode; name?: string | null },
): Promise<ApiKeyWithText> {
  if (!MODES.includes(mode)) throw new OperatorError('invalid', 'mode', `The mode must be ${MODES.join(' or ')}.`);
  if (name !== null) refuseField('name', shortTextFault(name));
  const apiKey: ApiKey = {
    id: newId('key'),
    websiteId,
    mode,
    name,
    createdAtUs: clock(),
    deactivatedAtUs: null,
  };
  const { text, secret } = makeKeySecret(apiKey, apiKey.createdAtUs);
  await db.transaction(async (tx) => {
    await requireWebsite(tx, websiteId);
    await insertApiKey(tx, apiKey);
    await insertApiKeySecret(tx, secret);
    const subject = { kind: 'api_key', id: apiKey.id } as const;
    const after = { mode, name, hint: secret.hint };
    await recordChange(tx, { actor, clock }, { action: 'key.create', subject, websiteId, after });
  });
  return { apiKey: { ...apiKey, hint: secret.hint }, text };
}
