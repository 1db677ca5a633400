import type { Actor } from '../../core/actor.ts';
import { type AuditFacts, changedFacts } from '../../core/audit.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refuseEditConflict } from '../audit/edit-conflict.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { keyFacts } from './key-facts.ts';
import { checkKeyFields, type KeyFields } from './key-rules.ts';
import { requireApiKey } from './require-api-key.ts';
import { type ListedApiKey, lockApiKey, updateApiKey } from './store/api-keys.ts';

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
