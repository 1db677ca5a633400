import type { Verbs } from '../app/build-verbs.ts';
import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { createLog } from '../platform/log/log.ts';
import { withStore } from './with-store.ts';

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
