import { openStore } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { assertSound } from './soundness.ts';

/** Looks into a store beside the gateways that run on it. */
export async function withDatabase<T>(
  settings: Record<string, string>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { db } = await openStore(readConfig(settings), createLog('silent'), { migrate: false });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The rules of soundness.ts on the store of these settings. */
export function assertSoundStore(settings: Record<string, string>): Promise<void> {
  return withDatabase(settings, assertSound);
}
