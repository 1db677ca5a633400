/** Where something stands in a list that is ordered by time, newest first, of equal moments the higher id. */
interface ExportPlace {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly id: string | number;
}

/** Something of a list, with its place. */
interface Placed<Item> {
  readonly place: ExportPlace;
  readonly item: Item;
}

/** A part of a list. */
interface SourcePage<Item> {
  /** Those that are wanted, newest first. */
  readonly found: readonly Placed<Item>[];
  /** Behind what has been looked at; undefined when that was all. */
  readonly next: ExportPlace | undefined;
}

/** A list that is read by an index, from behind a place on, or from its begin. */
export type Source<Item> = (before: ExportPlace | undefined, limit: number) => Promise<SourcePage<Item>>;

/** Of all lists together: what is held in memory. */
const HELD = 6_000;
/** Of one list: the embedded store answers nobody else for the few milliseconds that these take. */
const MOST = 300;
const LEAST = 20;

/**
 * Merges lists to one, newest first, in pieces of a few hundred; an empty one stands for rows that were read and not wanted. Each
 * list is read once, from its newest to its oldest, and no more of it is held than one part, however long it is.
 */
export async function* newestFirst<Item>(sources: readonly Source<Item>[]): AsyncGenerator<Item[]> {
  const limit = Math.max(LEAST, Math.min(MOST, Math.floor(HELD / Math.max(1, sources.length))));
  let held: Placed<Item>[] = [];
  const open = new Map<Source<Item>, ExportPlace>();
  const read = async (source: Source<Item>, before: ExportPlace | undefined) => {
    const { found, next } = await source(before, limit);
    held.push(...found);
    if (next) open.set(source, next);
    else open.delete(source);
  };
  for (const source of sources) await read(source, undefined);
  for (;;) {
    // Whatever is still to be read is older than the newest of these places.
    const [newest] = [...open].sort(([, one], [, other]) => compare(one, other));
    const ready = newest ? held.filter(({ place }) => compare(place, newest[1]) <= 0) : held;
    held = newest ? held.filter(({ place }) => compare(place, newest[1]) > 0) : [];
    yield ready.sort((one, other) => compare(one.place, other.place)).map(({ item }) => item);
    if (!newest) return;
    await read(...newest);
  }
}

/** Newest first. */
function compare(one: ExportPlace, other: ExportPlace): number {
  return other.atUs - one.atUs || (one.id === other.id ? 0 : one.id < other.id ? 1 : -1);
}
