import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requireApiKey } from './require-api-key.ts';
import { type ListedApiKey, lockApiKey, setApiKeyDeactivated } from './store/api-keys.ts';

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
