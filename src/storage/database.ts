/** What a statement takes as a parameter. Whole numbers only, below 2^53; booleans are 0 and 1. */
export type Value = string | number | null;

/** A row as it comes back: column names as written, BIGINT as number. */
export type Row = Record<string, Value>;

/** A row as an array: its values stand in the order of the statement's columns. */
export type RowValues = readonly Value[];

/** A statement that a visit asks. */
interface Question {
  readonly sql: string;
  readonly params: readonly Value[];
}

/** Reads by several statements: it yields each, and is given its rows. It may be begun again, so it has no other effects. */
export type Visit<T> = Generator<Question, T, readonly RowValues[]>;

/** A bulk insert: the same column order in every row. */
export interface InsertRows {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
  /** `ON CONFLICT …` and `RETURNING …`, as both engines speak them. */
  readonly suffix?: string;
}

/** An update of many rows, each with values of its own: `set` and `where` call those `given.COLUMN`, as both engines speak. */
export interface UpdateRows {
  readonly table: string;
  /** What is given for each row; the same column order in every one. */
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
  readonly set: string;
  readonly where: string;
  readonly returning: string;
}

export interface Column {
  readonly name: string;
  readonly type: 'bigint' | 'text';
}

/** What statements run on: a transaction. SQL in the subset both engines speak, parameters as `$1`, `$2`, … */
export interface Transaction {
  query<R extends Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  insertRows<R extends Row>(insert: InsertRows): Promise<R[]>;
  updateRows<R extends Row>(update: UpdateRows): Promise<R[]>;
}

/** How busy a store is at a moment. */
export interface StoreUsage {
  readonly connections: number;
  /** Of those, how many are in use. */
  readonly busy: number;
  /** What waits for one, or for its turn to write. */
  readonly waiting: number;
}

/** How a transaction is treated. */
export interface TransactionOptions {
  /** It is given all the time that it takes, with whatever it has to wait for. */
  readonly isLong?: boolean;
  /** The embedded store lets it update how its schema is written. What is written must fit the rows as they are. */
  readonly isSchemaText?: boolean;
  /**
   * From the moment that the work begins its COMMIT is sent within so many milliseconds, or never: then it is rolled back, and
   * DatabaseUnavailable is thrown. For what somebody else must be able to rely on not happening any more.
   */
  readonly commitWithinMs?: number;
  /**
   * It runs whatever the schema is: what changes the schema, and what writes no row. Every other transaction fails with
   * SchemaMovedOn once a newer version has changed the schema so that this program must not write.
   */
  readonly isUnfenced?: boolean;
  /** Many want the row that it begins with: on PostgreSQL few of them run at a time, and leave connections to others. */
  readonly isCrowded?: boolean;
}

/** One state of a store, which stays as it is while others write. */
export interface Snapshot {
  query<R extends Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /** Every row of a table, in the text format of PostgreSQL's COPY, in pieces of any length. */
  copyOut(table: string, columns: readonly string[]): AsyncIterable<Buffer>;
}

/**
 * The narrow port that storage is built on. Reads go through `query`, or `find` and `visit`, which cost less; writes only through `transaction` and `insertAll`.
 *
 * All throw DatabaseUnavailable when certainly nothing was written, and those that write throw OutcomeUnknown when it is not
 * known what happened to the commit. Those that write throw SchemaMovedOn when this program is too old for the store's schema (OPERATOR-7).
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /** Behind a SELECT that claims work: skips rows which another worker is claiming. Empty where there is one writer. */
  readonly skipLocked: string;
  /** Reads: one statement that writes nothing. */
  query<R extends Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /**
   * The one row of a SELECT that finds no more than one. Those with the same text that are asked together are answered together,
   * each from a state that holds all that was committed before it was asked.
   */
  find(sql: string, params: readonly (string | number)[]): Promise<RowValues | undefined>;
  /**
   * Reads by statements of which one needs the rows of another. The embedded store answers all of a visit from one state;
   * PostgreSQL each from the state of its moment.
   */
  visit<T>(visit: () => Visit<T>): Promise<T>;
  /**
   * All or nothing, durable when it returns. The work is run again after a serialisation failure, so it must have no
   * effects but its statements; no network call belongs in it. On the embedded store those that wait for each other share a commit.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Inserts all of these rows in one transaction that needs no answer in between: the cheapest way to write many. True when they
   * are durable; false, with nothing written, when a unique key of one of them is taken. `inserts` is asked when they are about
   * to be written, and asked again when a run that wrote nothing is repeated.
   */
  insertAll(
    inserts: () => readonly InsertRows[],
    options?: Pick<TransactionOptions, 'commitWithinMs'>,
  ): Promise<boolean>;
  /** Resolves, with the reason, when a write has failed with SchemaMovedOn for the first time: this program must stop. */
  readonly outgrown: Promise<string>;
  /**
   * Whether no other process has the store open, by the engine's own lock. A process that opens it later sees what was committed before
   * this call. Absent where the engine cannot know.
   */
  isOpenHereAlone?(): Promise<boolean>;
  /** Throws DatabaseUnavailable unless the store can be read and takes writes. Cheap, and writes nothing itself. */
  requireWritable(): Promise<void>;
  /**
   * A statement that PostgreSQL refuses within a transaction, such as the building of an index while others write; it is
   * given all the time that it takes. Absent where the engine has none.
   */
  outsideTransaction?(sql: string): Promise<void>;
  /** Reads from one state, for as long as that takes, on a connection of its own. Nobody who writes waits for it. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** How busy it is in this process. Asks nobody. */
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
      'the store was written by a newer Peye, which has changed its schema: this version can write nothing to it any more. Start that version.',
      options,
    );
  }
}

/**
 * A commit was not answered, or with an error that does not say that it was rolled back: the transaction may have happened
 * or not. The caller must check before it writes the same thing again under another id.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** The store holds data that this program must not touch. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
