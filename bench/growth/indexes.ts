import type { Database } from '../../src/database/database.ts';
import { COPY_IDS, type Dataset } from './dataset.ts';

/** Tables that grow with the payments. */
const TABLES = ['payments', 'events', 'deliveries', 'delivery_tries', 'discrepancies', 'subscriptions', 'late_checks'];

/** An index with the statement that creates it. */
export interface Index {
  readonly name: string;
  readonly sql: string;
}

/**
 * The indexes of the tables that grow, except those of primary keys. A store is filled many times as fast without them, and indexes that
 * are built afterwards are the same.
 */
export async function listIndexes(db: Database): Promise<Index[]> {
  const tables = TABLES.map((name) => `'${name}'`).join(', ');
  if (db.engine === 'sqlite') {
    return db.query<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${tables})`,
    );
  }
  return db.query<{ name: string; sql: string }>(
    `SELECT indexname::text AS name, indexdef AS sql FROM pg_indexes
      WHERE schemaname = 'public' AND tablename IN (${tables})
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)`,
  );
}

/** Drops indexes, except for those that the filling itself needs. */
export async function dropIndexes(db: Database, indexes: readonly Index[]): Promise<void> {
  for (const { name } of indexes.filter(({ name }) => !NEEDED.includes(name))) {
    await db.transaction((tx) => tx.query(`DROP INDEX IF EXISTS ${name}`), { isLong: true });
  }
}

/** The indexes that statements with ON CONFLICT need. */
const NEEDED = ['discrepancies_case', 'subscriptions_first_payment'];

/** Creates the indexes that are missing. */
export async function makeIndexes(db: Database, indexes: readonly Index[], say: (line: string) => void): Promise<void> {
  const present = new Set((await listIndexes(db)).map(({ name }) => name));
  for (const { name, sql } of indexes.filter((index) => !present.has(index.name))) {
    const startedAt = performance.now();
    await db.transaction(
      async (tx) => {
        if (db.engine === 'postgres') await tx.query("SET LOCAL maintenance_work_mem = '512MB'");
        await tx.query(sql);
      },
      { isLong: true },
    );
    const seconds = (performance.now() - startedAt) / 1000;
    if (seconds >= 1) say(`${name} built in ${seconds.toFixed(0)} s`);
  }
}

/**
 * Makes the table of search terms one without an order, for the filling: a term belongs anywhere among all terms, and each would change
 * another page.
 */
export async function loosenTerms(db: Database): Promise<void> {
  if (await hasTable(db, LOOSE)) return;
  await db.transaction(
    async (tx) => {
      await tx.query(`ALTER TABLE payment_terms RENAME TO ${LOOSE}`);
      const term = db.engine === 'postgres' ? 'BYTEA' : 'TEXT';
      await tx.query(`CREATE TABLE payment_terms (term ${term} NOT NULL, payment_id BIGINT NOT NULL)`);
    },
    { isLong: true },
  );
}

/** Puts the terms of a filling, and those of its copies, in the order of their key, into the table as the migrations made it. */
export async function orderTerms(db: Database, { copies }: Pick<Dataset, 'copies'>): Promise<void> {
  if (!(await hasTable(db, LOOSE))) return;
  const numbers = Array.from({ length: copies + 1 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
  const all = `SELECT term, payment_id - n * ${COPY_IDS} AS payment_id FROM payment_terms CROSS JOIN (${numbers}) AS copies`;
  await db.transaction(
    async (tx) => {
      if (db.engine === 'postgres') {
        await tx.query("SET LOCAL maintenance_work_mem = '512MB'");
        await tx.query(`INSERT INTO payment_terms ${all} WHERE n > 0`);
        await tx.query(`DROP TABLE ${LOOSE}`);
        await tx.query('ALTER TABLE payment_terms ADD PRIMARY KEY (term, payment_id)');
        return;
      }
      await tx.query(`INSERT INTO ${LOOSE} ${all} ORDER BY 1, 2`);
      await tx.query('DROP TABLE payment_terms');
      await tx.query(`ALTER TABLE ${LOOSE} RENAME TO payment_terms`);
    },
    { isLong: true },
  );
}

/** The real table of search terms while a store is being filled. */
const LOOSE = 'payment_terms_ordered';

async function hasTable(db: Database, name: string): Promise<boolean> {
  const tables = db.engine === 'sqlite' ? 'sqlite_schema' : 'pg_tables';
  const column = db.engine === 'sqlite' ? 'name' : 'tablename';
  return (await db.query(`SELECT 1 AS is_there FROM ${tables} WHERE ${column} = $1`, [name])).length > 0;
}
