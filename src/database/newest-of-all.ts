import type { Row } from './database.ts';

/** A row's position in a list that is ordered by creation, newest first, and by descending id within a moment. */
export interface RowPosition extends Row {
  readonly created_at_us: number;
  readonly id: string | number;
}

/**
 * The newest rows of several lists, newest first; or the oldest, oldest first. Each list holds its own first rows in this order, at most
 * `limit`.
 */
export function newestOf(
  lists: readonly (readonly RowPosition[])[],
  limit: number,
  isOldestFirst = false,
): RowPosition[] {
  const way = isOldestFirst ? -1 : 1;
  return lists
    .flat()
    .sort((a, b) => way * (b.created_at_us - a.created_at_us || (a.id < b.id ? 1 : -1)))
    .slice(0, limit);
}

/**
 * `newestOf` for lists that are read one after the other, each in the order of an index. The cost grows with the number
 * of lists, not with their length.
 *
 * @param list reads the newest of one list, at most `limit`
 */
export async function newestOfAll<Source>(
  sources: readonly Source[],
  list: (source: Source) => Promise<readonly RowPosition[]>,
  limit: number,
): Promise<RowPosition[]> {
  const lists: (readonly RowPosition[])[] = [];
  for (const source of sources) lists.push(await list(source));
  return newestOf(lists, limit);
}
