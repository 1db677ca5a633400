import { type Database, DatabaseRefused } from '../database.ts';
import { knownMigrations, type Migration } from './migration-files.ts';

/** The migration that creates peye_compatibility. */
export const COMPATIBILITY = 10;

/** How a store's schema relates to this program. */
export interface SchemaState {
  /** The migrations that have run, in order. */
  readonly applied: readonly number[];
  /** The migrations of this program that have not run on the store, in order. */
  readonly pending: readonly Migration[];
  /** The migration that a program must know to work on the store as it is. Announced migrations do not count: they have not run. */
  readonly required: number;
  /** The newest migration on the store that this program does not know, but is allowed to work alongside. */
  readonly newerBy: number | undefined;
}

/**
 * Compares the store's schema with this program's migrations. Throws DatabaseRefused when the store is newer and does not allow a program
 * this old, or is about to become so.
 */
export async function readSchemaState(db: Pick<Database, 'query'>): Promise<SchemaState> {
  const known = knownMigrations();
  const last = known.at(-1)?.id ?? 0;
  const applied = await appliedIds(db);
  const oldest = applied.includes(COMPATIBILITY) ? await compatibility(db) : new Map<number, number>();
  const ids = [...new Set([...applied, ...oldest.keys()])];
  const required = Math.max(0, ...applied.map((id) => oldest.get(id) ?? id));
  const newest = Math.max(0, ...ids);
  const pending = known.filter((migration) => !applied.includes(migration.id));
  // A store that has unknown migrations but lacks some of this program's own is refused below: it comes from a
  // different line of versions.
  const isAllowed = ids.every((id) => id <= last || (oldest.get(id) ?? id) <= last);
  if (newest > last && (!isAllowed || pending.length > 0)) {
    throw new DatabaseRefused(
      `the store was written by a newer Peye (its schema is ${newest}, this version knows ${last}). It was left untouched: start that version again.`,
    );
  }
  return { applied, pending, required, newerBy: newest > last ? newest : undefined };
}

/** Whether no migration has ever run on the store. */
export async function isEmptyStore(db: Pick<Database, 'query'>): Promise<boolean> {
  return (await appliedIds(db)).length === 0;
}

/** When a migration ran on the store, microseconds since 1970; undefined when it has not. */
export async function appliedAtUs(db: Pick<Database, 'query'>, id: number): Promise<number | undefined> {
  const [row] = await db.query<{ applied_at_us: number }>('SELECT applied_at_us FROM peye_migrations WHERE id = $1', [
    id,
  ]);
  return row?.applied_at_us;
}

async function appliedIds(db: Pick<Database, 'query'>): Promise<number[]> {
  try {
    return (await db.query<{ id: number }>('SELECT id FROM peye_migrations ORDER BY id')).map((row) => row.id);
  } catch (error) {
    const isMissing = (error as { code?: string }).code === '42P01' || /no such table/.test((error as Error).message);
    if (isMissing) return [];
    throw error;
  }
}

async function compatibility(db: Pick<Database, 'query'>): Promise<Map<number, number>> {
  const rows = await db.query<{ migration_id: number; oldest: number }>(
    'SELECT migration_id, oldest FROM peye_compatibility',
  );
  return new Map(rows.map((row) => [row.migration_id, row.oldest]));
}
