import type { Database } from '../../database/database.ts';
import type { KeyLines } from './request-lines.ts';
import { addToLogs, findKeyOwners, insertRequests, removeOldestOfKey } from './store/api-requests.ts';

/** The most lines of one key that are stored. */
export const MOST_STORED_OF_KEY = 10_000;

/**
 * Writes lines of the request log, all in one transaction. Of each key the newest MOST_STORED_OF_KEY lines stay. Lines of unknown keys are dropped.
 */
export async function writeRequests({ db }: { readonly db: Database }, batch: readonly KeyLines[]): Promise<void> {
  await db.transaction(async (tx) => {
    const owners = await findKeyOwners(
      tx,
      batch.map(({ keyId }) => keyId),
    );
    // In a fixed order: two nodes that write lines of the same keys then wait for each other without a deadlock.
    const known = batch.filter(({ keyId }) => owners.has(keyId)).sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
    if (known.length === 0) return;
    const logs = await addToLogs(tx, known);
    const rows = known.flatMap(({ keyId, lines }) => {
      const owner = owners.get(keyId)!;
      const first = logs.get(keyId)!.written - lines.length + 1;
      return lines.map((line, index) => ({ ...line, ...owner, keyId, number: first + index }));
    });
    await insertRequests(tx, rows);
    for (const [keyId, { stored }] of logs) {
      if (stored > MOST_STORED_OF_KEY) await removeOldestOfKey(tx, keyId, stored - MOST_STORED_OF_KEY);
    }
  });
}
