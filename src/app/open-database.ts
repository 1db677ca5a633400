import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';
import type { Log } from '../platform/log/log.ts';
import { ConfigError } from '../platform/settings-reader.ts';

/** Connects to the store that the settings name, whatever its schema. Throws DatabaseRefused or ConfigError when it must not be used. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const file = embeddedStoreFile(config);
  if (file !== null) return openEmbedded(file, config.dataDir);
  // Loaded only where it is used: the driver takes 11 MB.
  const { openPostgres } = await import('../database/postgres/postgres.ts');
  return openPostgres(config.databaseUrl as string, log, { isPooled: config.databasePooler });
}

/** Throws ConfigError for a folder in which no store can be created or opened. */
async function openEmbedded(file: string, dataDir: string): Promise<Database> {
  try {
    return openSqlite(file);
  } catch (error) {
    // Errors with a system call are about the path. Errors of the database itself have none.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw await unusable(dataDir, error as NodeJS.ErrnoException);
  }
}

/**
 * How many bytes the file of an embedded store has; undefined when there is no file. Throws ConfigError when that cannot be determined:
 * DATA_DIR is not a folder, or this user must not read it.
 */
export async function storeBytes(file: string, dataDir: string): Promise<number | undefined> {
  try {
    return statSync(file).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw await unusable(dataDir, error as NodeJS.ErrnoException);
  }
}

async function unusable(dataDir: string, error: NodeJS.ErrnoException): Promise<ConfigError> {
  // Loaded here because it is rarely needed.
  const { dataFolderFault } = await import('./data-folder-fault.ts');
  const { reason, remedy } = dataFolderFault(dataDir, error);
  return new ConfigError(
    `DATA_DIR is "${dataDir}", but must be a folder that this user can write to: ${reason}. ${remedy}`,
  );
}

/** The file of the embedded store; null with PostgreSQL. */
export function embeddedStoreFile(config: Config): string | null {
  return config.databaseUrl === null ? join(config.dataDir, 'peye.db') : null;
}

/** The file next to an embedded store that counts requested charges; null with PostgreSQL. Not part of a backup. */
export function chargeMarkFile(config: Config): string | null {
  return config.databaseUrl === null ? join(config.dataDir, 'charges.mark') : null;
}
