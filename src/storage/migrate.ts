import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../lib/clock.ts';
import { type Database, DatabaseRefused } from './database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const MAX_TRIES = 20;
const RETRY_MS = 50;

/** What PostgreSQL says when another node makes the same table or inserts the same migration at the same moment. */
const MADE_BY_ANOTHER_NODE = ['23505', '42P07', '42710'];

interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * Brings the schema up to date, and returns the names of the migrations that ran. Each is one transaction whose first act
 * is to insert its own row: of several nodes that start together one runs it, and the others wait for that and go on.
 *
 * Throws DatabaseRefused, with nothing changed, when the store was written by a newer version.
 */
export async function migrate(db: Database, clock: Clock): Promise<string[]> {
  const ran: string[] = [];
  for (const migration of await pendingMigrations(db)) {
    if (await untilNobodyElse(() => apply(db, migration, clock()))) ran.push(migration.name);
  }
  return ran;
}

/** The migrations that this program has and the store has not. Throws DatabaseRefused when it is the other way round. */
export async function pendingMigrations(db: Database): Promise<Migration[]> {
  const known = readMigrations();
  const applied = await appliedIds(db);
  const newest = Math.max(0, ...applied);
  const last = known.at(-1)?.id ?? 0;
  if (newest > last) {
    throw new DatabaseRefused(
      `the store was written by a newer Peye (its schema is ${newest}, this version knows ${last}). It was left untouched: start that version again.`,
    );
  }
  return known.filter((migration) => !applied.includes(migration.id));
}

/** Whether no migration has ever run on the store. */
export async function isEmptyStore(db: Database): Promise<boolean> {
  return (await appliedIds(db)).length === 0;
}

function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      id: Number.parseInt(file, 10),
      name: file.replace(/\.sql$/, ''),
      sql: readFileSync(new URL(file, FOLDER), 'utf8'),
    }));
}

async function appliedIds(db: Database): Promise<number[]> {
  try {
    return (await db.query<{ id: number }>('SELECT id FROM peye_migrations ORDER BY id')).map((row) => row.id);
  } catch (error) {
    const isMissing = (error as { code?: string }).code === '42P01' || /no such table/.test((error as Error).message);
    if (isMissing) return [];
    throw error;
  }
}

/** Returns whether this call applied it; false when another node had. */
async function apply(db: Database, migration: Migration, nowUs: number): Promise<boolean> {
  await db.transaction((tx) =>
    tx.query(
      'CREATE TABLE IF NOT EXISTS peye_migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at_us BIGINT NOT NULL)',
    ),
  );
  return db.transaction(
    async (tx) => {
      const inserted = await tx.query(
        'INSERT INTO peye_migrations (id, name, applied_at_us) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id',
        [migration.id, migration.name, nowUs],
      );
      if (inserted.length === 0) return false;
      for (const statement of splitStatements(migration.sql)) await tx.query(statement);
      return true;
    },
    { isLong: true },
  );
}

async function untilNobodyElse<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const collided = MADE_BY_ANOTHER_NODE.includes((error as { code?: string }).code ?? '');
      if (!collided || attempt === MAX_TRIES) throw error;
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** A statement ends with a semicolon at the end of a line; migrations hold no procedures. */
function splitStatements(sql: string): string[] {
  return sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
