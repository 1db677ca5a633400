import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '../database.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** The declarations of a migration, each in a comment on its own line. */
const COMPATIBLE = /^-- compatible with: (\d{6})$/m;
const CONCURRENT_WITH_WRITERS = /^-- beside writers$/m;
const SCHEMA_TEXT = /^-- rewrites the text of the embedded schema$/m;
const FENCES = /^-- fences writers$/m;
const CLUSTERED = /^-- clustered in the embedded store$/m;
/** How the statements of a rewriting of the embedded schema start. */
const SCHEMA_UPDATE = 'UPDATE sqlite_schema ';
const INDEX = /^CREATE (?:UNIQUE )?INDEX (\w+) ON /;

export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly statements: readonly string[];
  /**
   * The migration that a program must know to work on the store once this migration has run: this migration, or an older one with which
   * it is compatible.
   */
  readonly oldest: number;
  /**
   * For a migration that only builds indexes: the names of the indexes, in the order of the statements. PostgreSQL builds them while
   * others write.
   */
  readonly indexes: readonly string[] | undefined;
  /**
   * Whether it only changes constraints, and no row: it rewrites the text of the embedded store's schema. PostgreSQL runs its other statements.
   */
  readonly isSchemaText: boolean;
  /**
   * The statements that move the writers' fence, which stops older programs. They run first in the migration's transaction. Empty for a
   * migration that does not move the fence, and for migrations before the first fence.
   */
  readonly fence: readonly string[];
  /**
   * Whether the embedded store stores the rows of its tables only in the order of their primary keys (WITHOUT ROWID).
   */
  readonly isClustered: boolean;
}

/** The table that lists the migrations that have run. It is created before the first of them. */
export const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS peye_migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at_us BIGINT NOT NULL)';

let known: KnownMigrations | undefined;

interface KnownMigrations {
  readonly migrations: readonly Migration[];
  /** The fence once all migrations have run. */
  readonly fence: string | undefined;
}

/**
 * The migrations of this program, in order. Read once, because files that are replaced while the process runs belong to
 * another version. Throws for a file that does not follow src/database/README.md.
 */
export function knownMigrations(): readonly Migration[] {
  known ??= readMigrations();
  return known.migrations;
}

/**
 * The table that must exist for this program to write: a newer program that stops this one has dropped it (docs/adr/0015). Undefined for a
 * program that knows no fence.
 */
export function writersFence(): string | undefined {
  known ??= readMigrations();
  return known.fence;
}

/** The statements of a migration as an engine runs them. */
export function statementsOf(
  { statements, isSchemaText, isClustered, fence }: Migration,
  engine: Database['engine'],
): string[] {
  if (isSchemaText) {
    const isOwn = (sql: string) => sql.startsWith(SCHEMA_UPDATE) === (engine === 'sqlite');
    return [...fence, ...statements.filter(isOwn)];
  }
  if (engine === 'postgres') return [...fence, ...statements];
  const own = statements.map((sql) => (isClustered && sql.startsWith('CREATE TABLE') ? `${sql} WITHOUT ROWID` : sql));
  return [...fence, ...own];
}

function readMigrations(): KnownMigrations {
  let fence: string | undefined;
  let required = 0;
  const migrations = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, FOLDER), 'utf8');
      const migration = parseMigration(file, sql);
      const stopsOlder = migration.oldest > required;
      required = Math.max(required, migration.oldest);
      if (fence === undefined ? !FENCES.test(sql) : !stopsOlder) return migration;
      requireWholeBreak(file, migration);
      const next = `peye_writers_${migration.id}`;
      // The table of a fence never has a row.
      const made = `CREATE TABLE ${next} (never SMALLINT NOT NULL CHECK (1 = 0))`;
      const moved = fence === undefined ? [made] : [`DROP TABLE ${fence}`, made];
      fence = next;
      return { ...migration, fence: moved };
    });
  return { migrations, fence };
}

/** Throws unless a migration that moves the fence stops every older program. A migration that changes no row may not move the fence. */
function requireWholeBreak(file: string, { id, oldest, indexes, isSchemaText }: Migration): void {
  if (oldest !== id) {
    throw new Error(`migrations/${file} must stop all older programs or none: a fence cannot let some of them through`);
  }
  if (indexes || isSchemaText) {
    throw new Error(`migrations/${file} changes no row, so it must say which older program it is compatible with`);
  }
}

function parseMigration(file: string, sql: string): Migration {
  const id = Number.parseInt(file, 10);
  const statements = splitStatements(sql);
  const [, compatible] = COMPATIBLE.exec(sql) ?? [];
  const oldest = compatible === undefined ? id : Number(compatible);
  if (oldest > id) throw new Error(`migrations/${file} cannot be compatible with what comes after it`);
  const indexes = CONCURRENT_WITH_WRITERS.test(sql)
    ? statements.map((statement) => indexName(file, statement))
    : undefined;
  return {
    id,
    name: file.replace(/\.sql$/, ''),
    statements,
    oldest,
    indexes,
    fence: [],
    isSchemaText: SCHEMA_TEXT.test(sql),
    isClustered: CLUSTERED.test(sql),
  };
}

function indexName(file: string, statement: string): string {
  const [, name] = INDEX.exec(statement) ?? [];
  if (name === undefined)
    throw new Error(`migrations/${file} runs concurrently with writers and does more than CREATE INDEX`);
  return name;
}

/** A statement ends with a semicolon at the end of a line; migrations contain no procedures. */
function splitStatements(sql: string): string[] {
  return sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
