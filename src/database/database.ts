/** A parameter of a statement. Numbers are whole, and below 2^53; booleans are 0 and 1. */
export type Value = string | number | null;

/** A row of a result, by column names as written. A BIGINT is a number. */
export type Row = Record<string, Value>;

/** A row as an array: its values are in the order of the statement's columns. */
export type RowValues = readonly Value[];

/** One of several dependent reads. */
interface ReadStep {
  readonly sql: string;
  readonly params: readonly Value[];
}

/**
 * Reads by several statements: a generator that yields each statement, and receives its rows. It may be restarted, so it must have no other
 * effects.
 */
export type ReadSteps<T> = Generator<ReadStep, T, readonly RowValues[]>;

/** A bulk insert: the same column order in every row. */
export interface InsertRows {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
  /** `ON CONFLICT …` and `RETURNING …`, in SQL that both engines understand. */
  readonly suffix?: string;
  /**
   * The places of the columns that `suffix` adds to those of an existing row with the same other columns: `addingRows`. Rows that differ
   * only in these columns may be combined, and written later in the same commit, but before any other statement that names the table.
   */
  readonly added?: readonly number[];
}

/**
 * An update of many rows with different values. `set` and `where` refer to these values as `given.COLUMN`, which both engines understand.
 */
export interface UpdateRows {
  readonly table: string;
  /** The values for each row, in the same column order. */
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
  readonly set: string;
  readonly where: string;
  readonly returning: string;
}

export interface Column {
  readonly name: string;
  /** A `bytea` is compared byte by byte. Its values are texts here, without backslashes. */
  readonly type: 'bigint' | 'text' | 'bytea';
}

/** Runs the statements of a transaction, in the SQL that both engines understand, with parameters `$1`, `$2`, … */
export interface Transaction {
  query<R extends Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  insertRows<R extends Row>(insert: InsertRows): Promise<R[]>;
  /** Inserts the rows of several tables; on PostgreSQL in one round trip. */
  insertAll(inserts: readonly InsertRows[]): Promise<void>;
  updateRows<R extends Row>(update: UpdateRows): Promise<R[]>;
}

/** How busy a store is at a moment. */
export interface StoreUsage {
  readonly connections: number;
  /** How many of the connections are in use. */
  readonly busy: number;
  /** How many callers wait for a connection, or for their turn to write. */
  readonly waiting: number;
}

/** The options of a transaction. */
export interface TransactionOptions {
  /** The transaction and its waits have no time limit. */
  readonly isLong?: boolean;
  /** The transaction may update the text of the embedded store's schema. The new text must fit the existing rows. */
  readonly isSchemaText?: boolean;
  /**
   * The COMMIT is sent within this many milliseconds from the start of the work. If that is not possible, the
   * transaction is rolled back, and DatabaseUnavailable is thrown. For callers that must be certain that it is not
   * committed later.
   */
  readonly commitWithinMs?: number;
  /**
   * The transaction runs with any schema: for changes of the schema, and for transactions that write no row. Every other transaction fails
   * with SchemaMovedOn once a newer version has changed the schema so that this program must not write.
   */
  readonly isUnfenced?: boolean;
  /**
   * A name for a row that many concurrent transactions wait for. PostgreSQL runs few transactions with such a row at a time, and fewer with
   * the same one, which leaves connections for others.
   */
  readonly crowdedRow?: string;
}

/** One state of a store, which stays the same while others write. */
export interface Snapshot {
  query<R extends Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /** Every row of a table, in the text format of PostgreSQL's COPY, in pieces of any length. */
  copyOut(table: string, columns: readonly string[]): AsyncIterable<Buffer>;
}

/**
 * The narrow port that storage is built on. Reads go through `query`, or `find` and `readSteps`, which cost less; writes only through
 * `transaction` and `insertAll`.
 *
 * All throw DatabaseUnavailable when certainly nothing was written, and those that write throw OutcomeUnknown when it is not
 * known what happened to the commit. Those that write throw SchemaMovedOn when this program is too old for the store's schema (OPERATOR-7).
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * The suffix of a SELECT that claims work: skips rows that another worker is claiming. Empty if there is only one
   * writer.
   */
  readonly skipLocked: string;
  /** Reads: one statement that writes nothing. */
  query<R extends Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /**
   * The one row of a SELECT that finds at most one. Concurrent calls with the same text share one query; each call sees a state with all
   * commits from before it.
   */
  find(sql: string, params: readonly (string | number)[]): Promise<RowValues | undefined>;
  /**
   * Reads by statements that depend on each other's rows. The embedded store serves all steps from one state; on PostgreSQL, each statement
   * reads the current state.
   */
  readSteps<T>(readSteps: () => ReadSteps<T>): Promise<T>;
  /**
   * All or nothing, durable when it returns. The work is run again after a serialisation failure, so it must have no effects but its
   * statements; no network call belongs in it. On the embedded store, transactions that wait for each other share a commit.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Inserts all of these rows in one transaction without a round trip in between: the cheapest way to write many rows.
   * Returns true when they are durable; false, with nothing written, when one of them has a unique key that exists
   * already. `inserts` is called just before the writing, and again when a run that wrote nothing is repeated.
   */
  insertAll(
    inserts: () => readonly InsertRows[],
    options?: Pick<TransactionOptions, 'commitWithinMs'>,
  ): Promise<boolean>;
  /** Resolves, with the reason, when a write has failed with SchemaMovedOn for the first time: this program must stop. */
  readonly outgrown: Promise<string>;
  /**
   * Whether no other process has the store open, by the engine's own lock. A process that opens it later sees what was
   * committed before this call. Absent if the engine cannot know.
   */
  isOpenHereAlone?(): Promise<boolean>;
  /** Throws DatabaseUnavailable unless the store can be read and takes writes. Cheap, and writes nothing itself. */
  requireWritable(): Promise<void>;
  /**
   * Runs a statement that PostgreSQL refuses within a transaction, such as one that builds an index while others write.
   * It has no time limit. Absent if the engine has no such statements.
   */
  outsideTransaction?(sql: string): Promise<void>;
  /** Reads from one state of the store, for as long as `work` takes, on a separate connection. It does not block writers. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** How busy the store is in this process. Runs no query. */
  usage(): StoreUsage;
  /** Waits for running work, then releases everything. */
  close(): Promise<void>;
}

/** The store is unreachable, overloaded or read-only: certainly nothing was written. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** A newer version has changed the store's schema so that this program must not write to it. Nothing was written. */
export class SchemaMovedOn extends DatabaseUnavailable {
  constructor(options?: ErrorOptions) {
    super(
      'the store was written by a newer Peye, which has changed its schema: this version can no longer write to it. Start that version.',
      options,
    );
  }
}

/**
 * A commit got no response, or an error that does not prove a rollback: the transaction may have happened
 * or not. The caller must check before it writes the same data again under another id.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** The store holds data that this program must not touch. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
