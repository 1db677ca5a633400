import type { ListPosition } from '../storage/payments/list-position.ts';

const CURSOR = /^1\.(.+)\.([1-9]\d{0,8})\.(\d{1,16})\.([1-9]\d{14,15})$/;
/** Far beyond what is ever read in one pass: from there on the page number stays the same. */
const MAX_PAGE = 999_999_999;

/** Where reading a key's list continues. */
export interface ListCursor {
  /** How many pages have been read, including the one that the cursor asks for. */
  readonly page: number;
  /** The last payment of the page before. */
  readonly before: ListPosition;
}

/** A position in the list of a key as opaque text. It never expires, and is invalid for another key. */
export function formatListCursor(apiKeyId: string, { page, before: { createdAtUs, id } }: ListCursor): string {
  return Buffer.from(`1.${apiKeyId}.${Math.min(page, MAX_PAGE)}.${createdAtUs}.${id}`).toString('base64url');
}

/** The place of a cursor, or undefined when the text is no cursor of this key. */
export function parseListCursor(apiKeyId: string, text: string): ListCursor | undefined {
  const [, ownerId, ...numbers] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const [page = 0, createdAtUs = 0, id = 0] = numbers.map(Number);
  if (ownerId !== apiKeyId || !Number.isSafeInteger(createdAtUs) || !Number.isSafeInteger(id)) return undefined;
  const cursor = { page, before: { createdAtUs, id } };
  // Written back, because base64 is read leniently: one place has one spelling.
  return formatListCursor(apiKeyId, cursor) === text ? cursor : undefined;
}
