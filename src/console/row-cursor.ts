/** The cursor of a list page: the page starts after this row. */
export interface RowCursor {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,16})\.([\w-]{1,64})$/;

/** The cursor as text for an address. */
export function cursorText({ atUs, id }: RowCursor): string {
  return `${atUs}.${id}`;
}

/** Parses the cursor of an address; undefined for the first page, and for an invalid cursor. */
export function readCursor(text: string): RowCursor | undefined {
  const [, atUs, id] = CURSOR.exec(text) ?? [];
  return atUs === undefined || id === undefined || !Number.isSafeInteger(Number(atUs))
    ? undefined
    : { atUs: Number(atUs), id };
}
