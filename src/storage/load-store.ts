import type { Transaction } from './database.ts';

/** What statements run on while a store is filled. */
export type Loading = Pick<Transaction, 'query'>;

/** Fills a table from the text of `Snapshot.copyOut`. Returns how many rows there were. */
type CopyIn = (table: string, columns: readonly string[], rows: AsyncIterable<Buffer>) => Promise<number>;

/** How a store is filled that did not exist before: nothing of it is there until all of this is done. */
export interface StoreLoad {
  /** The migrations whose schema it has. */
  readonly applied: readonly number[];
  /** Fills the tables, which are empty, in any order: what they refer to is checked behind it. */
  readonly fill: (on: Loading, copyIn: CopyIn) => Promise<void>;
  /** The last thing to be done, once every index is there. What it throws undoes everything. */
  readonly complete: (on: Loading) => Promise<void>;
}
