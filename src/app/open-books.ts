import type { Config } from '../config.ts';
import { DatabaseRefused } from '../database/database.ts';
import { type ReadOnlyStore, readerOf } from '../database/read-only-store.ts';
import { readSchemaState } from '../database/schema/schema-state.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';
import { ConfigError } from '../platform/settings-reader.ts';
import { embeddedStoreFile, storeBytes } from './open-database.ts';
import { boxOf, readSecretKey } from './secret-key.ts';

/** The store of the settings, opened read-only, with the box that decrypts its secrets if the key is known. */
export interface OpenBooks {
  readonly store: ReadOnlyStore;
  readonly box: SecretBox | undefined;
}

/**
 * Opens the store read-only, without writing anything, not even to open it. Throws ConfigError, DatabaseRefused or DatabaseUnavailable
 * when there is no store that this version can read.
 */
export async function openBooks(config: Config): Promise<OpenBooks> {
  const store = await connect(config);
  try {
    const { pending } = await readSchemaState(readerOf(store));
    if (pending.length > 0) {
      throw new DatabaseRefused(
        'the database is not migrated to this version yet: run `peye migrate` or `peye start` first.',
      );
    }
    return { store, box: readBox(config) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function connect(config: Config): Promise<ReadOnlyStore> {
  const file = embeddedStoreFile(config);
  if (file === null) {
    const { openReadOnlyPostgres } = await import('../database/postgres/read-only-postgres.ts');
    return openReadOnlyPostgres(config.databaseUrl as string);
  }
  if ((await storeBytes(file, config.dataDir)) === undefined) {
    throw new DatabaseRefused(`there is no database in ${config.dataDir}: set DATA_DIR to the folder of the database.`);
  }
  const { openReadOnlySqlite } = await import('../database/sqlite/read-only-sqlite.ts');
  return openReadOnlySqlite(file);
}

/** The consistency check works without the key. */
function readBox(config: Config): SecretBox | undefined {
  try {
    const key = readSecretKey(config);
    return key && boxOf(config, key);
  } catch (error) {
    if (error instanceof ConfigError && config.secretKey === null) return undefined;
    throw error;
  }
}
