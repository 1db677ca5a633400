import type { CursorFile, FeedPosition } from './cursor-file.ts';
import type { FeedEvent, FeedPage } from './feed-page.ts';
import type { ReadPage } from './feed-reader.ts';

interface FollowSettings {
  readonly readPage: ReadPage;
  /** False when stopped before the event could be forwarded. */
  readonly forward: (event: FeedEvent) => Promise<boolean>;
  readonly cursorFile: CursorFile;
  readonly fromStart: boolean;
  readonly report: (text: string) => void;
  readonly stopping: AbortSignal;
}

/**
 * Forwards each event of a feed once, in order, from the saved position, until it is stopped. The position is saved after every
 * event: a crash in between forwards one event a second time, and never skips one.
 */
export async function followFeed(following: FollowSettings): Promise<void> {
  const { readPage, forward, cursorFile: file, report, stopping } = following;
  let position = await firstPosition(following);
  while (position && !stopping.aborted) {
    const page = await readPage(position.cursor, 'waits');
    if (page === undefined) return;
    if (page === 'invalid_cursor') {
      report('The saved position is not in this feed. Starting with new events.');
      position = await endOfFeed(following);
      continue;
    }
    if (page.isIncomplete)
      report('Some events since then were deleted because of their age. List the payments instead.');
    for (const event of newEvents(page, position)) {
      if (stopping.aborted || !(await forward(event))) return;
      position = { cursor: position.cursor, lastEventId: event.id };
      file.write(position);
    }
    if (page.events.length > 0) {
      position = { cursor: page.nextCursor, lastEventId: null };
      file.write(position);
    }
  }
}

async function firstPosition(following: FollowSettings): Promise<FeedPosition | undefined> {
  const { cursorFile, fromStart, report } = following;
  if (fromStart) {
    report('Starting with the first event of the feed. Press Ctrl-C to stop.');
    return { cursor: null, lastEventId: null };
  }
  const saved = cursorFile.read();
  if (saved) {
    report('Continuing where the last run stopped. Press Ctrl-C to stop.');
    return saved;
  }
  const end = await endOfFeed(following);
  if (end) report('Starting with new events. Press Ctrl-C to stop.');
  return end;
}

/** The position after all events so far, which is saved at once. Undefined when stopped. */
async function endOfFeed({ readPage, cursorFile: file }: FollowSettings): Promise<FeedPosition | undefined> {
  let cursor: string | null = null;
  let page: FeedPage | 'invalid_cursor' | undefined;
  do {
    page = await readPage(cursor, 'at once');
    // The feed returned this cursor a moment ago. If it is rejected now, the feed was replaced.
    cursor = page === 'invalid_cursor' ? null : (page?.nextCursor ?? null);
  } while (page === 'invalid_cursor' || page?.hasMore);
  if (!page) return undefined;
  const position = { cursor, lastEventId: null };
  file.write(position);
  return position;
}

/** The events of a page that were not forwarded yet. */
function newEvents({ events }: FeedPage, { lastEventId }: FeedPosition): readonly FeedEvent[] {
  return events.slice(events.findIndex((event) => event.id === lastEventId) + 1);
}
