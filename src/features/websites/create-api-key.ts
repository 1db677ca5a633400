import type { Actor } from '../../core/actor.ts';
import { MODES, type Mode } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { newId } from '../../platform/secrets/new-id.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { keyFacts } from './key-facts.ts';
import { checkKeyFields, type KeyFields } from './key-rules.ts';
import { makeKeySecret } from './make-key-secret.ts';
import { requireWebsite } from './require-website.ts';
import { type ApiKey, insertApiKey, insertApiKeySecret, type ListedApiKey } from './store/api-keys.ts';

/** A key together with its text, which is known only when the key is created. */
export interface ApiKeyWithText {
  readonly apiKey: ListedApiKey;
  readonly text: string;
}

/** The key to create. */
export interface NewApiKey extends KeyFields {
  readonly websiteId: string;
  readonly mode: Mode;
  /** Generated in advance, so that a form that is sent twice creates one key; generated now when it is missing. */
  readonly id?: string;
}

/**
 * Creates a key for a website. Throws OperatorError when the website does not exist, for an invalid mode or field, and
 * when a key with this id already exists. Contract: AUTH-2, AUTH-9.
 */
export async function createApiKey(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { websiteId, mode, id = newId('key'), ...fields }: NewApiKey,
): Promise<ApiKeyWithText> {
  if (!MODES.includes(mode)) throw new OperatorError('invalid', 'mode', refusal('modeUnknown', { modes: MODES }));
  const createdAtUs = clock();
  const checked = checkKeyFields(fields, createdAtUs);
  const apiKey: ApiKey = {
    id,
    websiteId,
    mode,
    createdAtUs,
    deactivatedAtUs: null,
    name: null,
    expiresAtUs: null,
    addresses: null,
    scope: null,
    ...checked,
  };
  const { text, secret } = makeKeySecret(apiKey, apiKey.createdAtUs);
  await db.transaction(async (tx) => {
    await requireWebsite(tx, websiteId);
    if (!(await insertApiKey(tx, apiKey))) throw new OperatorError('conflict', 'id', refusal('keyExists', { id }));
    await insertApiKeySecret(tx, secret);
    const subject = { kind: 'api_key', id: apiKey.id } as const;
    const after = { mode, hint: secret.hint, ...keyFacts(apiKey) };
    await recordChange(tx, { actor, clock }, { action: 'key.create', subject, websiteId, after });
  });
  return { apiKey: { ...apiKey, hint: secret.hint, lastUsedAtUs: null }, text };
}
