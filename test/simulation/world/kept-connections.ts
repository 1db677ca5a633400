import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

/** A connection that a process uses, or will use. */
export interface KeptConnection {
  readonly database: DatabaseSync;
  readonly place: string;
  /** A statement that no other process has until the connection is given back. */
  prepare(sql: string): StatementSync;
  /** As it was when it was opened: in no transaction, and with none of its statements in use. */
  reset(): void;
}

/**
 * Connections to one store, by how they were opened. To open one, read the schema, and prepare statements again costs more
 * than all queries of a seed; so what a process of the simulation closes, or leaves open when it dies, is used by the next.
 */
const free = new Map<string, KeptConnection[]>();
const used = new Set<KeptConnection>();
let keptFile: string | undefined;

/** From now on connections to this store are reused, and no others. */
export function keepConnectionsTo(file: string): void {
  keptFile = file;
}

export function takeConnection(file: string | URL, options: object): KeptConnection {
  const place = `${file} ${JSON.stringify(options)}`;
  const taken = free.get(place)?.pop() ?? open(file, options, place);
  used.add(taken);
  return taken;
}

/** Ends what it is in the middle of, and closes it unless it is to be reused. */
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

/** The same of all that are used: of a run that was broken off. */
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
