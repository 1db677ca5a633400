import { openStore, type Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { cliActor } from './cli-actor.ts';
import { readSettings } from './environment.ts';
import { openLog } from './open-log.ts';

/**
 * Runs a command on the opened store as the calling user, also while a server runs on it, and closes it whatever happens. Returns what the
 * command does.
 */
export async function withStore<T>(
  work: (store: Store, config: Config) => Promise<T>,
  options: { migrate: boolean | 'when-empty' } = { migrate: false },
): Promise<T> {
  const config = readSettings();
  const store = await openStore(config, await openLog(config, 'stderr'), { ...options, actor: cliActor() });
  try {
    return await work(store, config);
  } finally {
    await store.db.close();
  }
}
