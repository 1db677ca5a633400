import type { Verbs } from '../app/build-verbs.ts';
import { openStore, type Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { createLog } from '../platform/log/log.ts';
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
  const log = await openLog(config, 'stderr');
  const store = await openStore(config, log, { ...options, actor: cliActor() });
  try {
    return await work(store, config);
  } finally {
    await store.db.close();
    log.flush();
  }
}

/**
 * Runs a command on the opened store with the verbs of the gateway, and closes both even if the command fails. When the command completes
 * or fails payments, the store's workers send their webhooks.
 */
export async function withVerbs(work: (verbs: Verbs, store: Store, config: Config) => Promise<void>): Promise<void> {
  await withStore(async (store, config) => {
    // Loaded here, because commands that only open the store are several times quicker without it.
    const { buildVerbs } = await import('../app/build-verbs.ts');
    // Without a log: commands print their result.
    const verbs = await buildVerbs(config, store, createLog('silent'));
    try {
      await work(verbs, store, config);
    } finally {
      await verbs.close();
    }
  });
}
