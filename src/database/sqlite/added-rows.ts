import type { InsertRows, Value } from '../database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Counts and sums (see `added` of InsertRows) that the transactions of one commit write together at its end: payments that settle
 * together mostly change the same few rows.
 */
export interface AddedRows {
  /** Collects the rows of the running transaction. */
  add(insert: InsertRows): void;
  /** The running transaction has ended: its rows are combined with those of the ones before it. */
  keep(): void;
  /** The running transaction was undone, with whatever was written since it started. */
  drop(): void;
  /** Writes what was collected if this text names one of its tables. */
  writeFor(text: string): void;
  write(): void;
  /** The error with which the rows could not be written; undefined if there was none. */
  error(): unknown;
}

/** The combined rows of a table. */
interface Combined {
  readonly insert: InsertRows;
  /** The places of the columns that are not added. */
  readonly key: readonly number[];
  readonly rows: Map<string, Value[]>;
}

/** By the list of columns, which is the same in each insert of a caller. */
type CombinedRows = Map<InsertRows['columns'], Combined>;

export function addedRows(writer: SqliteConnection): AddedRows {
  /** Those of the running transaction. */
  let own: InsertRows[] = [];
  /** Those of the transactions before it; never changed while a transaction runs. */
  let combined: CombinedRows = new Map();
  /** `combined` as it was when the running transaction started. */
  let atStart = combined;
  /** The tables that may have collected rows. */
  const tables = new Set<string>();
  let failure: unknown;
  const write = () => {
    // A transaction that the engine has lost is not committed, so nothing may be written after it.
    if ((own.length === 0 && combined.size === 0) || !writer.use().isTransaction) return;
    try {
      for (const { insert, rows } of combined.values()) insertEach(writer, insert, rows.values());
      for (const insert of own) insertEach(writer, insert, insert.rows);
    } catch (error) {
      failure = error;
      throw error;
    }
    // `atStart` keeps its rows: if the running transaction is undone, they are not written yet.
    combined = new Map();
    own = [];
  };
  return {
    add(insert) {
      own.push(insert);
      tables.add(insert.table);
    },
    keep() {
      for (const insert of own) combine(combined, insert);
      own = [];
      atStart = combined;
    },
    drop() {
      own = [];
      combined = atStart;
    },
    writeFor(text) {
      for (const table of tables) if (text.includes(table)) return write();
    },
    write,
    error: () => failure,
  };
}

function combine(combined: CombinedRows, insert: InsertRows): void {
  const { columns, added = [] } = insert;
  let found = combined.get(columns);
  if (!found) {
    const key = [...columns.keys()].filter((place) => !added.includes(place));
    combined.set(columns, (found = { insert, key, rows: new Map() }));
  }
  for (const row of insert.rows) {
    let name = '';
    // No stored text contains this character.
    for (const place of found.key) name += `${row[place]}\0`;
    const sum = found.rows.get(name);
    if (!sum) found.rows.set(name, [...row]);
    else if (added.every((place) => isAddable(sum[place], row[place])))
      for (const place of added) sum[place] = (sum[place] as number) + (row[place] as number);
    // The engine adds it, or refuses it.
    else found.rows.set(`${name}${found.rows.size}`, [...row]);
  }
}

function isAddable(sum: Value | undefined, value: Value | undefined): boolean {
  return typeof sum === 'number' && typeof value === 'number' && Number.isSafeInteger(sum + value);
}

/** Inserts rows one after the other. */
export function insertEach(writer: SqliteConnection, insert: InsertRows, rows: Iterable<readonly Value[]>): void {
  const statement = writer.insertion(insert);
  for (const row of rows) statement.run(...row);
}
