/** Where a page of a list begins: behind this row. */
export interface RowPlace {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly id: string;
}

const PLACE = /^(\d{1,16})\.([\w-]{1,64})$/;

/** As it stands in an address. */
export function placeText({ atUs, id }: RowPlace): string {
  return `${atUs}.${id}`;
}

/** As it came in an address; undefined for the first page, and for what names no place. */
export function readPlace(text: string): RowPlace | undefined {
  const [, atUs, id] = PLACE.exec(text) ?? [];
  return atUs === undefined || id === undefined || !Number.isSafeInteger(Number(atUs))
    ? undefined
    : { atUs: Number(atUs), id };
}
