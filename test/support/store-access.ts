import { openStore, type Store } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { assertSound } from './soundness.ts';

/** Works on a store alongside the gateways that run on it, as the command line does. */
export async function withStore<T>(settings: Record<string, string>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(settings), createLog('silent'), { migrate: false });
  try {
    return await work(store);
  } finally {
    await store.db.close();
  }
}

/** Looks into a store alongside the gateways that run on it. */
export function withDatabase<T>(settings: Record<string, string>, work: (db: Database) => Promise<T>): Promise<T> {
  return withStore(settings, ({ db }) => work(db));
}

/** The rules of soundness.ts on the store of these settings. */
export function assertSoundStore(settings: Record<string, string>): Promise<void> {
  return withDatabase(settings, assertSound);
}
