import { openStore, type Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { cliActor } from './cli-actor.ts';
import { readSettings } from './environment.ts';
import { openLog } from './open-log.ts';

/** Runs a command on the opened store as whoever called it, also while a server runs on it, and closes it whatever happens. */
export async function withStore(
  work: (store: Store, config: Config) => Promise<void>,
  options: { migrate: boolean | 'when-empty' } = { migrate: false },
): Promise<void> {
  const config = readSettings();
  const store = await openStore(config, await openLog(config, 'stderr'), { ...options, actor: cliActor() });
  try {
    await work(store, config);
  } finally {
    await store.db.close();
  }
}
