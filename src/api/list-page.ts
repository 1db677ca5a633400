import { ApiError } from '../core/errors.ts';

/** How many items a page of a list has, unless the request says another number. */
export const DEFAULT_PER_PAGE = 20;

/** The position in a list that a cursor names; undefined without a cursor. Throws ApiError `invalid_cursor` where `find` finds none. */
export async function readCursor<Position>(
  cursor: string,
  find: (cursor: string) => Position | undefined | Promise<Position | undefined>,
): Promise<Position | undefined> {
  const position = cursor === '' ? undefined : await find(cursor);
  if (cursor !== '' && position === undefined) {
    throw new ApiError('invalid_cursor', {
      message: 'The cursor is invalid. Pass the next_cursor of a previous response.',
    });
  }
  return position;
}

/** The items of a page, of which one more was read, and the cursor of the next page: null on the last page. */
export function cutPage<Item>(
  found: readonly Item[],
  perPage: number,
  cursorOf: (last: Item) => string,
): { items: readonly Item[]; nextCursor: string | null } {
  const items = found.slice(0, perPage);
  const last = found.length > perPage ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : cursorOf(last) };
}
