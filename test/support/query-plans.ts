import { constants, DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Database, ReadSteps, Value } from '../../src/database/database.ts';
import { isKeyTaken, sqliteText } from '../../src/database/sqlite/sqlite-connection.ts';

/** A statement and its parameters. */
export interface AskedStatement {
  readonly sql: string;
  readonly params: readonly Value[];
}

/** A handle on a store that records every statement in `asked`, and also runs it. */
export function recording(db: Database, asked: AskedStatement[]): Database {
  const note = (sql: unknown, params: unknown) => {
    if (typeof sql !== 'string' || !/^\s*(?:SELECT|WITH|UPDATE|DELETE|INSERT\b[^;]*\bSELECT)\b/.test(sql)) return;
    asked.push({ sql, params: Array.isArray(params) ? (params as Value[]) : [] });
  };
  const noting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const member = Reflect.get(of, name) as unknown;
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          note(given[0], given[1]);
          return Reflect.apply(
            member,
            of,
            given.map((each) => (typeof each === 'function' ? notingWork(each as () => unknown) : each)),
          );
        };
      },
    });
  /** Records the statements of a function that gets a transaction, and of a generator that yields statements to `readSteps`. */
  const notingWork =
    (work: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) => {
      const result = work(...given.map((each) => (typeof each === 'object' && each !== null ? noting(each) : each)));
      return isVisit(result) ? notingVisit(result) : result;
    };
  function* notingVisit(readSteps: ReadSteps<unknown>): ReadSteps<unknown> {
    let step = readSteps.next();
    while (!step.done) {
      note(step.value.sql, step.value.params);
      step = readSteps.next(yield step.value);
    }
    return step.value;
  }
  return noting(db);
}

function isVisit(result: unknown): result is ReadSteps<unknown> {
  return Object.prototype.toString.call(result) === '[object Generator]';
}

/** Indexes with only a few rows of a large table, such as open or due ones. A statement may read a whole index of these. */
const SMALL = [
  'payments_next_check',
  'payments_open',
  'deliveries_queue',
  'deliveries_refund_queue',
  'payout_lines_due',
  'payout_lines_unmatched',
];
/** Indexes in the order of a list. A statement with a LIMIT may read them, because the LIMIT ends the reading. */
const ORDERED = [
  'deliveries_newest',
  'payments_live',
  'events_pkey',
  'sqlite_autoindex_events_1',
  'audit_log_newest',
  'api_requests_age',
];
/** Tables that grow with the payments, or with time. */
export const LARGE =
  '(?:payments|deliveries|events|payment_terms|payment_history|payment_sums|postings|payout_lines|audit_log|api_requests)';

/** The first column of each index of PostgreSQL. Only a condition on this column limits how much of the index is read. */
export async function leadingColumns(db: Database): Promise<Map<string, string>> {
  if (db.engine === 'sqlite') return new Map();
  const rows = await db.query<{ name: string; first: string }>(
    "SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid, 1, true) AS first FROM pg_index WHERE indexrelid::regclass::text !~ '^pg_'",
  );
  // PostgreSQL puts a name that is also a keyword of SQL in quotes, here and in conditions.
  return new Map(rows.map(({ name, first }) => [name, first.replaceAll('"', '')]));
}

/**
 * The steps of a plan that read all rows of a table that grows with the payments; empty if all rows are found by an index.
 *
 * @param leading the first columns of PostgreSQL's indexes. For a condition on a later column, PostgreSQL also uses an index, but reads
 * all of it.
 */
export function fullScans(
  engine: Database['engine'],
  sql: string,
  plan: readonly string[],
  leading: ReadonlyMap<string, string>,
): string[] {
  const isFine = (index: string | undefined) =>
    index !== undefined && (SMALL.includes(index) || (ORDERED.includes(index) && /\bLIMIT\b/.test(sql)));
  if (engine === 'sqlite') {
    const named = [...sql.matchAll(new RegExp(`\\b(?:FROM|JOIN) ${LARGE}(?: AS)? (\\w)\\b`, 'g'))];
    const names = [LARGE, ...named.map(([, name]) => name)].join('|');
    const scan = new RegExp(`^SCAN (?:${names})\\b(?: USING (?:COVERING )?INDEX (\\w+))?`);
    return plan.filter((line) => {
      const [is, index] = scan.exec(line) ?? [];
      return is !== undefined && !isFine(index);
    });
  }
  const read = new RegExp(
    `Index (?:Only )?Scan (?:Backward )?using (\\w+) on ${LARGE}\\b|Bitmap Index Scan on (${LARGE}_\\w+)`,
  );
  return plan.filter((line, at) => {
    if (new RegExp(`Seq Scan on ${LARGE}\\b`).test(line)) return true;
    const [is, scanned, bitmap] = read.exec(line) ?? [];
    const index = scanned ?? bitmap;
    const condition = /Index Cond: (.*)/.exec(plan[at + 1] ?? '')?.[1] ?? '';
    const isFound = new RegExp(`\\b${leading.get(index ?? '')}\\b`).test(condition);
    return is !== undefined && !isFound && !isFine(index);
  });
}

/** Whether SQLite plans a statement again for other parameters. Each planning calls the authorizer, which shows it. */
export function isPlannedAgain(file: string, { sql, params }: AskedStatement): boolean {
  const database = new DatabaseSync(file);
  let asked = 0;
  try {
    database.setAuthorizer(() => {
      asked++;
      return constants.SQLITE_OK;
    });
    database.exec('BEGIN');
    const statement = database.prepare(sql);
    asked = 0;
    for (let times = 0; times < 2; times++) {
      try {
        statement.all(...params);
      } catch (error) {
        // The row may exist already, but the statement was planned.
        if (!isKeyTaken(error)) throw error;
      }
    }
    return asked > 0;
  } finally {
    database.close();
  }
}

/** The plan of a statement: of SQLite for this file, or PostgreSQL's generic plan for any parameters. */
export async function planOf(
  place: { file: string } | { url: string },
  { sql, params }: AskedStatement,
): Promise<string[]> {
  if ('file' in place) {
    const database = new DatabaseSync(place.file, { readOnly: true });
    try {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sqliteText(sql)}`).all();
      return plan.map((row) => String(row.detail));
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  try {
    // Small tables are read as a whole whatever indexes there are, unless the planner's cost for that is high.
    await client.query('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off');
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE query AS ${sql}`);
    const values = params.map((value) => (value === null ? 'NULL' : client.escapeLiteral(String(value))));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE query${values.length === 0 ? '' : `(${values.join(', ')})`}`,
    );
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    await client.end();
  }
}
