import type { Actor } from '../../core/actor.ts';
import { MODES, type Mode } from '../../core/payment.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { hashKey, newId, randomBase62 } from '../../platform/secrets/secrets.ts';
import { type AuditFacts, changedFacts } from '../audit/audit.ts';
import { refuseEditConflict } from '../audit/edit-conflict.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { keyFacts } from './api-key-json.ts';
import { checkKeyFields, type KeyFields } from './key-rules.ts';
import { requireWebsite } from './require-website.ts';
import {
  type ApiKey,
  type ApiKeySecret,
  expireApiKeySecrets,
  findApiKey,
  insertApiKey,
  insertApiKeySecret,
  type ListedApiKey,
  lockApiKey,
  setApiKeyDeactivated,
  updateApiKey,
} from './store/api-keys.ts';
import { waitFault } from './website-rules.ts';

/** 43 base-62 characters hold 256 bits. */
const KEY_LENGTH = 43;
const HINT_LENGTH = 4;

/** A new text for a key, and its stored form: only its hash, and its last characters. */
export function makeKeySecret(
  { id, mode }: Pick<ApiKey, 'id' | 'mode'>,
  nowUs: number,
): { text: string; secret: ApiKeySecret } {
  const text = `tk_${mode}_${randomBase62(KEY_LENGTH)}`;
  const secret = {
    hash: hashKey(text),
    apiKeyId: id,
    hint: text.slice(-HINT_LENGTH),
    createdAtUs: nowUs,
    expiresAtUs: null,
  };
  return { text, secret };
}

/** The key with this id. Throws OperatorError `not_found` when there is none. */
export async function requireApiKey(db: Pick<Database, 'query'>, id: string): Promise<ListedApiKey> {
  return (await findApiKey(db, id)) ?? failWithoutApiKey(id);
}

/** Throws OperatorError. The id is not repeated if it is the key itself: messages end up in logs. */
function failWithoutApiKey(id: string): never {
  const reason = id.startsWith('tk_') ? refusal('keyGivenForId') : refusal('keyNotFound', { id });
  throw new OperatorError('not_found', 'key_id', reason);
}

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
    scopes: null,
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

/**
 * Changes the given fields of a key, and returns it. Takes effect on every node within ten seconds. Throws
 * OperatorError for an invalid field and when the key does not exist, and EditConflict when the key has changed since
 * `seen`.
 */
export async function changeApiKey(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  id: string,
  fields: KeyFields,
  seen?: AuditFacts,
): Promise<ListedApiKey> {
  const checked = checkKeyFields(fields, clock());
  return db.transaction(async (tx) => {
    await lockApiKey(tx, id);
    const before = await requireApiKey(tx, id);
    refuseEditConflict(seen, keyFacts(before));
    const changed = { ...before, ...checked };
    const facts = changedFacts(keyFacts(before), keyFacts(changed));
    if (!facts) return before;
    await updateApiKey(tx, changed);
    const subject = { kind: 'api_key', id } as const;
    const { websiteId } = before;
    await recordChange(tx, { actor, clock }, { action: 'key.update', subject, websiteId, ...facts });
    return changed;
  });
}

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

/**
 * Activates or deactivates a key, and returns it. Takes effect on every node within ten seconds. Throws OperatorError
 * when the key does not exist.
 */
export async function setApiKeyActive(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  id: string,
  isActive: boolean,
): Promise<ListedApiKey> {
  return db.transaction(async (tx) => {
    await lockApiKey(tx, id);
    const before = await requireApiKey(tx, id);
    if ((before.deactivatedAtUs === null) === isActive) return before;
    const deactivatedAtUs = isActive ? null : clock();
    await setApiKeyDeactivated(tx, id, deactivatedAtUs);
    const action = isActive ? 'key.activate' : 'key.deactivate';
    const subject = { kind: 'api_key', id } as const;
    const { websiteId } = before;
    const facts = { before: { active: !isActive }, after: { active: isActive } };
    await recordChange(tx, { actor, clock }, { action, subject, websiteId, ...facts });
    return { ...before, deactivatedAtUs };
  });
}
