const CURSOR = /^1\.(.+)\.([1-9]\d{0,15})$/;

/** A position in a website's feed as opaque text. It stays valid when events are deleted, and is invalid for another website. */
export function formatCursor(websiteId: string, position: number): string {
  return Buffer.from(`1.${websiteId}.${position}`).toString('base64url');
}

/** The position of a cursor; undefined if the text is not a cursor of this website. */
export function parseCursor(websiteId: string, cursor: string): number | undefined {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  const position = Number(match?.[2]);
  // Formatted again and compared, because base64 is decoded leniently: each position has one spelling.
  const isCursor =
    match?.[1] === websiteId && Number.isSafeInteger(position) && formatCursor(websiteId, position) === cursor;
  return isCursor ? position : undefined;
}
