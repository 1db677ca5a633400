/** A position in a list that is ordered by time, newest first, and by descending id within a moment. */
interface ExportPlace {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly id: string | number;
}

/** An entry of a list, with its position. */
interface Placed<Item> {
  readonly place: ExportPlace;
  readonly item: Item;
}

/** A part of a list. */
interface SourcePage<Item> {
  /** The matching entries, newest first. */
  readonly found: readonly Placed<Item>[];
  /** The position after the entries that were read; undefined at the end. */
  readonly next: ExportPlace | undefined;
}

/** Reads a part of a list through an index: the entries after a position, or those at the start of the list. */
export type Source<Item> = (before: ExportPlace | undefined, limit: number) => Promise<SourcePage<Item>>;

/** How many entries of all lists together are held in memory. */
const HELD = 6_000;
/**
 * The most entries of one read. Such a read takes a few milliseconds, in which the embedded store serves no other
 * reads.
 */
const MOST = 300;
const LEAST = 20;

/**
 * Merges lists into one, newest first, in parts of a few hundred; an empty part means that rows were read but none
 * matched. Each list is read once, from newest to oldest, and only a part of it is held in memory, however long the
 * list is.
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
    // The unread entries of each list come after its position in `open`, so all unread entries are older than the
    // newest of these positions.
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
