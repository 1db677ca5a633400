import type { Database, InsertRows, Transaction, UpdateRows, Value } from '../../../src/database/database.ts';
import { openSqlite as openReal } from '../../../src/database/sqlite/sqlite.ts';
import { theDisk } from '../world/disk.ts';
import { theWorld } from '../world/world.ts';

/** Waits as long as the disk takes for one step. Other events may happen in the meantime, even a crash. */
async function step(what: string): Promise<void> {
  const world = theWorld();
  if (world) await world.sleep(theDisk().stepUs(), what);
}

/** A call of the database port that takes time before and after its work. */
async function timed<T>(what: string, ask: () => Promise<T>): Promise<T> {
  await step(what);
  try {
    return await ask();
  } finally {
    await step(`${what} is over`);
  }
}

/** The embedded store, as the source uses it. Virtual time passes between any two of its steps, and faults may happen there. */
export function openSqlite(file: string): Database {
  const db = openReal(file);
  return {
    ...db,
    query: (...given) => timed('query', () => db.query(...given)),
    find: (...given) => timed('find', () => db.find(...given)),
    readSteps: (...given) => timed('readSteps', () => db.readSteps(...given)),
    transaction: (work, options) => timed('write', () => db.transaction((tx) => work(slowly(tx)), options)),
    insertAll: (...given) => timed('insert', () => db.insertAll(...given)),
  } as Database;
}

function slowly(tx: Transaction): Transaction {
  return {
    async query(sql: string, params?: readonly Value[]) {
      await step('statement');
      return tx.query(sql, params);
    },
    async insertRows(insert: InsertRows) {
      await step('statement');
      return tx.insertRows(insert);
    },
    async insertAll(inserts: readonly InsertRows[]) {
      await step('statement');
      return tx.insertAll(inserts);
    },
    async updateRows(update: UpdateRows) {
      await step('statement');
      return tx.updateRows(update);
    },
  } as Transaction;
}
