import type { Mode } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import { hashKey, randomBase62 } from '../lib/secrets.ts';
import {
  type ApiKey,
  type ApiKeySecret,
  expireApiKeySecrets,
  findApiKey,
  insertApiKey,
  insertApiKeySecret,
  setApiKeyDeactivated,
} from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';

/** 43 base-62 characters hold 256 bits. */
const KEY_LENGTH = 43;
const ID_LENGTH = 16;
const HINT_LENGTH = 4;

/** A key together with its text: only at the moment it is made. */
export interface ApiKeyWithText {
  readonly apiKey: ApiKey;
  readonly text: string;
}

/** Makes a key for a website that exists. Contract: AUTH-2, AUTH-9. */
export async function createApiKey(
  { db, clock }: { db: Database; clock: Clock },
  { websiteId, mode, name = null }: { websiteId: string; mode: Mode; name?: string | null },
): Promise<ApiKeyWithText> {
  const apiKey: ApiKey = {
    id: `key_${randomBase62(ID_LENGTH)}`,
    websiteId,
    mode,
    name,
    createdAtUs: clock(),
    deactivatedAtUs: null,
  };
  const { text, secret } = newSecret(apiKey, apiKey.createdAtUs);
  await db.transaction(async (tx) => {
    await insertApiKey(tx, apiKey);
    await insertApiKeySecret(tx, secret);
  });
  return { apiKey, text };
}

/**
 * Gives a key a new text; its id, and with it its payments, stay. The old text works until the overlap is over. Undefined
 * when there is no such key.
 */
export async function rollApiKey(
  { db, clock }: { db: Database; clock: Clock },
  { id, overlapSeconds }: { id: string; overlapSeconds: number },
): Promise<ApiKeyWithText | undefined> {
  return db.transaction(async (tx) => {
    const apiKey = await findApiKey(tx, id);
    if (!apiKey) return undefined;
    const nowUs = clock();
    const { text, secret } = newSecret(apiKey, nowUs);
    await expireApiKeySecrets(tx, id, nowUs + overlapSeconds * 1_000_000);
    await insertApiKeySecret(tx, secret);
    return { apiKey, text };
  });
}

/** Switches a key off or on again. Counts on every node within ten seconds. Returns false when there is no such key. */
export async function setApiKeyActive(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
  active: boolean,
): Promise<boolean> {
  return db.transaction((tx) => setApiKeyDeactivated(tx, id, active ? null : clock()));
}

function newSecret(apiKey: ApiKey, nowUs: number): { text: string; secret: ApiKeySecret } {
  const text = `tk_${apiKey.mode}_${randomBase62(KEY_LENGTH)}`;
  const secret = {
    hash: hashKey(text),
    apiKeyId: apiKey.id,
    hint: text.slice(-HINT_LENGTH),
    createdAtUs: nowUs,
    expiresAtUs: null,
  };
  return { text, secret };
}
