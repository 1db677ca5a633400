import type { Database } from '../database.ts';
import { knownMigrations, MIGRATIONS_TABLE, statementsOf } from './migration-files.ts';

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/;

/** A statement of a store's schema. */
export interface SchemaStatement {
  readonly sql: string;
  /** Whether it rewrites the text of the embedded store's schema. */
  readonly isSchemaText: boolean;
}

/** The statements that create the schema of a store on which these migrations have run, in an empty database. */
export function schemaStatements(engine: Database['engine'], applied: readonly number[]): SchemaStatement[] {
  const ran = knownMigrations().filter(({ id }) => applied.includes(id));
  return [
    { sql: MIGRATIONS_TABLE, isSchemaText: false },
    ...ran.flatMap((migration) =>
      statementsOf(migration, engine).map((sql) => ({ sql, isSchemaText: migration.isSchemaText })),
    ),
  ];
}

/** The names of all tables of a store after these migrations. Any other table in its database is not ours. */
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
