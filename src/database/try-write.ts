import type { Database } from './database.ts';

/** Takes the lock of a write, but writes no row. Throws the errors of a write. */
export async function tryWrite(db: Database): Promise<void> {
  await db.transaction((tx) => tx.query("UPDATE feeds SET last_position = last_position WHERE website_id = ''"));
}
