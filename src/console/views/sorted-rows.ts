import type { AskedPage } from './pager.ts';

/** The most rows that are sorted in memory: the newest that match. An index by such an order would cost every write of its table. */
export const MOST_SORTED = 1_000;

/** Reads pages in another order than by time: of the newest rows, by `compare`. */
export function sortedRows<Item extends { readonly id: string }>(
  read: (page: AskedPage) => Promise<readonly Item[]>,
  compare: (one: Item, other: Item) => number,
): (page: AskedPage) => Promise<readonly Item[]> {
  return async ({ before, limit }) => {
    const newest = await read({ before: undefined, isOldestFirst: false, limit: MOST_SORTED });
    const rows = [...newest].sort(compare);
    const start = before ? rows.findIndex(({ id }) => id === before.id) + 1 : 0;
    return rows.slice(start, start + limit);
  };
}
