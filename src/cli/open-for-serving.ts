import { setTimeout as pause } from 'node:timers/promises';
import { embeddedStoreFile, storeBytes } from '../app/open-database.ts';
import { openStore, type Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import type { StartingPort } from '../http/serve-while-starting.ts';
import type { Log } from '../platform/log/log.ts';
import { held } from './serve-on-port.ts';

/** If opening the database takes longer, health checks are served in the meantime. */
const SLOW_MS = 500;

/** Smaller embedded databases open without progress output. */
const LARGE_BYTES = 16 * 1024 * 1024;

/**
 * Opens the store. Reading a large store or migrating it may take a while: a terminal then shows the progress, and health checks are
 * served in the meantime.
 */
export async function openForServing(config: Config, log: Log, port: StartingPort): Promise<Store> {
  const slow = new AbortController();
  const holding = pause(SLOW_MS, undefined, { signal: slow.signal })
    .then(() => held(config, port, 'opening_store'))
    // An error of listening is thrown again by the next `held`.
    .catch(() => {});
  const onMigrating = () => {
    slow.abort();
    return held(config, port, 'changing_schema');
  };
  try {
    return await openVisibly(config, log, onMigrating);
  } finally {
    slow.abort();
    await holding;
  }
}

async function openVisibly(config: Config, log: Log, onMigrating: () => Promise<void>): Promise<Store> {
  const open = () => openStore(config, log, { migrate: true, onMigrating });
  const file = embeddedStoreFile(config);
  if (file !== null && ((await storeBytes(file, config.dataDir)) ?? 0) < LARGE_BYTES) return open();
  const { withProgress } = await import('./progress.ts');
  return withProgress('opening the database', open);
}
