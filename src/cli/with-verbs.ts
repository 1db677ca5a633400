import type { Verbs } from '../app/build-verbs.ts';
import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { createLog } from '../platform/log/log.ts';
import { withStore } from './with-store.ts';

/**
 * Runs a command on the opened store with the verbs of the gateway, and releases both whatever happens. The webhooks of
 * what it finishes are sent by the workers of the store.
 */
export async function withVerbs(work: (verbs: Verbs, store: Store, config: Config) => Promise<void>): Promise<void> {
  await withStore(async (store, config) => {
    // Loaded here, because commands that only open the store are several times quicker without it.
    const { buildVerbs } = await import('../app/build-verbs.ts');
    // Silent: commands say what they find.
    const verbs = await buildVerbs(config, store, createLog('silent'));
    try {
      await work(verbs, store, config);
    } finally {
      await verbs.close();
    }
  });
}
