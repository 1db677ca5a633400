import type { Clock } from '../lib/clock.ts';
import { type ListedApiKey, setApiKeyDeactivated } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { requireApiKey } from './require-api-key.ts';

/**
 * Switches a key off or on again, and returns it. Counts on every node within ten seconds. Throws OperatorError when there is
 * no such key.
 */
export async function setApiKeyActive(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
  isActive: boolean,
): Promise<ListedApiKey> {
  return db.transaction(async (tx) => {
    await setApiKeyDeactivated(tx, id, isActive ? null : clock());
    return requireApiKey(tx, id);
  });
}
