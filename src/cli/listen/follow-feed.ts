import type { FeedEvent, FeedPage } from './feed-page.ts';
import type { ReadPage } from './feed-reader.ts';
import type { Place, PlaceFile } from './place-file.ts';

interface Following {
  readonly readPage: ReadPage;
  /** False when stopped before the event could be forwarded. */
  readonly forward: (event: FeedEvent) => Promise<boolean>;
  readonly place: PlaceFile;
  readonly fromStart: boolean;
  readonly report: (text: string) => void;
  readonly stopping: AbortSignal;
}

/**
 * Forwards each event of a feed once, in order, from the saved place, until it is stopped. The place is saved after every
 * event: a crash in between forwards one event a second time, and none is ever skipped.
 */
export async function followFeed(following: Following): Promise<void> {
  const { readPage, forward, place: file, report, stopping } = following;
  let place = await firstPlace(following);
  while (place && !stopping.aborted) {
    const page = await readPage(place.cursor, 'waits');
    if (page === undefined) return;
    if (page === 'invalid_cursor') {
      report('The place that was kept is not in this feed (any more): starting with the events to come.');
      place = await endOfFeed(following);
      continue;
    }
    if (page.isIncomplete) report('Some events that came since were removed because of their age: list the payments.');
    for (const event of unseen(page, place)) {
      if (stopping.aborted || !(await forward(event))) return;
      place = { cursor: place.cursor, lastEventId: event.id };
      file.write(place);
    }
    if (page.events.length > 0) {
      place = { cursor: page.nextCursor, lastEventId: null };
      file.write(place);
    }
  }
}

async function firstPlace(following: Following): Promise<Place | undefined> {
  const { place, fromStart, report } = following;
  if (fromStart) {
    report('Starting with the first event of the feed. Ctrl-C stops.');
    return { cursor: null, lastEventId: null };
  }
  const kept = place.read();
  if (kept) {
    report('Going on where it stopped the last time. Ctrl-C stops.');
    return kept;
  }
  const end = await endOfFeed(following);
  if (end) report('Starting with the events to come. Ctrl-C stops.');
  return end;
}

/** The place after everything so far, which is saved at once. Undefined when stopped. */
async function endOfFeed({ readPage, place: file }: Following): Promise<Place | undefined> {
  let cursor: string | null = null;
  let page: FeedPage | 'invalid_cursor' | undefined;
  do {
    page = await readPage(cursor, 'at once');
    // The cursor was returned a moment ago; if it is refused, the feed was replaced meanwhile.
    cursor = page === 'invalid_cursor' ? null : (page?.nextCursor ?? null);
  } while (page === 'invalid_cursor' || page?.hasMore);
  if (!page) return undefined;
  const place = { cursor, lastEventId: null };
  file.write(place);
  return place;
}

/** What of a page was not forwarded yet. */
function unseen({ events }: FeedPage, { lastEventId }: Place): readonly FeedEvent[] {
  return events.slice(events.findIndex((event) => event.id === lastEventId) + 1);
}
