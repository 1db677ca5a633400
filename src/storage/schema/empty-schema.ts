import type { Database } from '../database.ts';
import { knownMigrations, type Migration } from './migration-files.ts';

/** The table that says which migrations have run. It is made before the first of them. */
export const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS peye_migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at_us BIGINT NOT NULL)';

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/;

/** A statement of a store's schema. */
export interface SchemaStatement {
  readonly sql: string;
  /** It changes how the embedded store's schema is written. */
  readonly isSchemaText: boolean;
}

/** The statements of a migration as an engine runs them. */
export function statementsOf(
  { statements, isSchemaText, isClustered }: Migration,
  engine: Database['engine'],
): string[] {
  if (engine === 'postgres') return isSchemaText ? [] : [...statements];
  return statements.map((sql) => (isClustered && sql.startsWith('CREATE TABLE') ? `${sql} WITHOUT ROWID` : sql));
}

/** What makes the schema of a store on which these migrations have run, out of nothing. */
export function schemaStatements(engine: Database['engine'], applied: readonly number[]): SchemaStatement[] {
  const ran = knownMigrations().filter(({ id }) => applied.includes(id));
  return [
    { sql: MIGRATIONS_TABLE, isSchemaText: false },
    ...ran.flatMap((migration) =>
      statementsOf(migration, engine).map((sql) => ({ sql, isSchemaText: migration.isSchemaText })),
    ),
  ];
}

/** Every table that a store has once these migrations have run, by name. What else is in its database is not ours. */
export function storeTables(applied: readonly number[]): string[] {
  const tables = new Set<string>();
  for (const { sql } of schemaStatements('postgres', applied)) {
    const [, made] = CREATED.exec(sql) ?? [];
    const [, from, to] = /^ALTER TABLE (\w+) RENAME TO (\w+)/.exec(sql) ?? [];
    const [, gone] = /^DROP TABLE (\w+)/.exec(sql) ?? [];
    for (const name of [from, gone]) if (name !== undefined) tables.delete(name);
    for (const name of [made, to]) if (name !== undefined) tables.add(name);
  }
  return [...tables].sort();
}
