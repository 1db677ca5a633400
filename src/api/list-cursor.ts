import type { ListPosition } from '../database/list-position.ts';

const CURSOR = /^1\.(.+)\.([1-9]\d{0,8})\.(\d{1,16})\.([1-9]\d{14,15})$/;
/** Far more pages than any client reads. Beyond this, the page number no longer increases. */
const MAX_PAGE = 999_999_999;

/** The position at which a client continues to read a key's list. */
export interface ListCursor {
  /** The number of pages read, including the one that this cursor requests. */
  readonly page: number;
  /** The last payment of the previous page. */
  readonly before: ListPosition;
}

/** A position in a key's list as opaque text. It never expires, and is invalid for another key. */
export function formatListCursor(apiKeyId: string, { page, before: { createdAtUs, id } }: ListCursor): string {
  return Buffer.from(`1.${apiKeyId}.${Math.min(page, MAX_PAGE)}.${createdAtUs}.${id}`).toString('base64url');
}

/** The position of a cursor; undefined if the text is not a cursor of this key. */
export function parseListCursor(apiKeyId: string, text: string): ListCursor | undefined {
  const [, ownerId, ...numbers] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const [page = 0, createdAtUs = 0, id = 0] = numbers.map(Number);
  if (ownerId !== apiKeyId || !Number.isSafeInteger(createdAtUs) || !Number.isSafeInteger(id)) return undefined;
  const cursor = { page, before: { createdAtUs, id } };
  // Formatted again and compared, because base64 is decoded leniently: each position has one spelling.
  return formatListCursor(apiKeyId, cursor) === text ? cursor : undefined;
}
