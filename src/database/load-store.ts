import type { Transaction } from './database.ts';

/** Runs statements while a store is filled. */
export type Loading = Pick<Transaction, 'query'>;

/** Fills a table from the text of `Snapshot.copyOut`. Returns how many rows there were. */
type CopyIn = (table: string, columns: readonly string[], rows: AsyncIterable<Buffer>) => Promise<number>;

/** Fills a store that did not exist before: it becomes visible only when all of this has succeeded. */
export interface StoreLoad {
  /** The migrations that define the schema of the store. */
  readonly applied: readonly number[];
  /** Fills the tables, which are empty, in any order: references are checked afterwards. */
  readonly fill: (on: Loading, copyIn: CopyIn) => Promise<void>;
  /** The last step, once every index exists. An error in it undoes everything. */
  readonly complete: (on: Loading) => Promise<void>;
}
