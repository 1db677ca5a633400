import { availableParallelism } from 'node:os';
import type { Config } from '../../config.ts';
import { ConfigError } from '../../platform/settings-reader.ts';

/**
 * How many processes serve: `auto` is one for each core that this process may use, and one with the embedded store. Throws ConfigError
 * for several on the embedded store.
 */
export function processCount(processes: number | 'auto', { databaseUrl }: Pick<Config, 'databaseUrl'>): number {
  const isEmbedded = databaseUrl === null;
  if (processes === 'auto') return isEmbedded ? 1 : availableParallelism();
  if (processes === 1 || !isEmbedded) return processes;
  throw new ConfigError(
    'several processes need PostgreSQL: the embedded database allows one writer at a time, so a second process would only wait (figures: docs/postgresql.md). Set DATABASE_URL, or set PROCESSES to 1 or auto.',
  );
}
