import { availableParallelism } from 'node:os';
import type { Config } from '../../config.ts';
import { ConfigError } from '../../lib/settings-reader.ts';

/**
 * How many processes serve: `auto` is one for each core that this process may use, and one with the embedded store. Throws ConfigError
 * for several on the embedded store.
 */
export function processCount(asked: number | 'auto', { databaseUrl }: Pick<Config, 'databaseUrl'>): number {
  const isEmbedded = databaseUrl === null;
  if (asked === 'auto') return isEmbedded ? 1 : availableParallelism();
  if (asked === 1 || !isEmbedded) return asked;
  throw new ConfigError(
    'several processes need PostgreSQL: one writer at a time has the embedded store, and a second process only waits for it (docs/processes.md has figures). Set DATABASE_URL, or PROCESSES to 1 or auto.',
  );
}
