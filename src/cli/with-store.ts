import { openStore, type Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { cliActor } from './cli-actor.ts';
import { readSettings } from './environment.ts';
import { openLog } from './open-log.ts';

/**
 * Opens the store, runs a command on it as the calling user, and closes the store even if the command fails. A gateway may be running on
 * the same store. Returns the result of the command.
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
