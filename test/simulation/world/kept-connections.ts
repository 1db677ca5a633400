import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

/** A connection that a process uses, or that is free for the next process. */
export interface KeptConnection {
  readonly database: DatabaseSync;
  readonly place: string;
  /** Returns a prepared statement that is not in use. It stays in use until `reset`. */
  prepare(sql: string): StatementSync;
  /** Sets the connection back to how it was when it was opened: in no transaction, with no statement in use. */
  reset(): void;
}

/**
 * The free connections to one store, by the file and options with which they were opened. Opening a connection, reading the schema and
 * preparing statements takes longer than all queries of a seed. So the next process uses a connection that an earlier one closed, or
 * left open when it died.
 */
const free = new Map<string, KeptConnection[]>();
const used = new Set<KeptConnection>();
let keptFile: string | undefined;

/** From now on connections to this store are reused, and connections to other stores are not. */
export function keepConnectionsTo(file: string): void {
  keptFile = file;
}

export function takeConnection(file: string | URL, options: object): KeptConnection {
  const place = `${file} ${JSON.stringify(options)}`;
  const taken = free.get(place)?.pop() ?? open(file, options, place);
  used.add(taken);
  return taken;
}

/** Takes a connection back: resets it for the next process, or closes it if connections to its store are not reused. */
export function keepForLater(connection: KeptConnection): void {
  used.delete(connection);
  const { database, place } = connection;
  const path = new URL(database.location() ?? '', 'file:');
  if (fileURLToPath(path) !== keptFile) {
    database.close();
    return;
  }
  connection.reset();
  const others = free.get(place);
  if (others) others.push(connection);
  else free.set(place, [connection]);
}

/** Takes back all connections in use, after a run that was stopped before its end. */
export function keepAllForLater(): void {
  for (const connection of [...used]) keepForLater(connection);
}

function open(file: string | URL, options: object, place: string): KeptConnection {
  const database = new DatabaseSync(file, options);
  const unused = new Map<string, StatementSync[]>();
  let inUse: { readonly sql: string; readonly statement: StatementSync }[] = [];
  return {
    database,
    place,
    prepare(sql) {
      const statement = unused.get(sql)?.pop() ?? database.prepare(sql);
      inUse.push({ sql, statement });
      return statement;
    },
    reset() {
      if (database.isTransaction) database.exec('ROLLBACK');
      for (const { sql, statement } of inUse) {
        statement.setReturnArrays(false);
        const others = unused.get(sql);
        if (others) others.push(statement);
        else unused.set(sql, [statement]);
      }
      inUse = [];
    },
  };
}
