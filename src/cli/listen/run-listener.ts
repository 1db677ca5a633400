import type { EventEmitter } from 'node:events';
import { printable } from '../../platform/text/printable.ts';
import { type CursorFile, cursorFile, type FeedPosition } from './cursor-file.ts';
import type { FeedEvent, FeedPage } from './feed-page.ts';
import { feedReader, type ReadPage } from './feed-reader.ts';
import { eventForwarder } from './forward-event.ts';
import { type ListenSettings, secretText } from './listen-settings.ts';

/** Where a listener reports, and what ends it. */
interface Surroundings {
  /** Writes a line for people. */
  readonly report: (text: string) => void;
  /** Writes an event as one line of JSON, for programs. */
  readonly printEvent: (json: string) => void;
  readonly stopping: AbortSignal;
  /** The hint after the first response that looks like a rejected signature. */
  readonly explainRefusal: (settings: ListenSettings, status: number) => Promise<string>;
}

/** The number of events that were posted, and of those that got a 2xx response. */
export interface ListenSum {
  forwarded: number;
  accepted: number;
}

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
 * Follows the sandbox feed and posts each event to the forward URL until it is stopped; an event in flight is finished first. Throws
 * CommandFailure for errors that a retry does not fix: a wrong key, address or certificate. It has no dependencies, because the merchants'
 * package contains it. Contract: FEED-14.
 */
export async function runListener(settings: ListenSettings, surroundings: Surroundings): Promise<ListenSum> {
  const { baseUrl, key, forwardUrl, secret, skipVerify, output } = settings;
  const { report, printEvent, stopping, explainRefusal } = surroundings;
  const sum = { forwarded: 0, accepted: 0 };
  let isHinted = false;
  const forward = eventForwarder({
    url: forwardUrl,
    secret,
    skipVerify,
    report,
    stopping,
    explainRefusal: (status) => explainRefusal(settings, status),
  });

  report(`Following the events of test payments of ${baseUrl}`);
  report(`Forwarding to ${forwardUrl}`);
  if (settings.secretFrom === 'key') {
    report(`Signing with ${secret} (derived from your key; set another one with --secret)`);
  } else report(`Signing with ${secretText(settings)}`);
  await followFeed({
    readPage: feedReader({ baseUrl, key, report, stopping }),
    forward: async (event) => {
      const result = await forward(event);
      if (!result) return false;
      sum.forwarded++;
      if (result.isAccepted) sum.accepted++;
      // One line: metadata may have line breaks, but only between JSON tokens.
      if (output === 'events') printEvent(event.text.replaceAll(/[\r\n]+/g, ' '));
      if (output !== 'events' || !result.isAccepted)
        report(`${now()}  ${printable(event.event)}  ${printable(event.transactionId)}  ${result.text}`);
      if (!result.isAccepted && !isHinted) {
        isHinted = true;
        report(
          'A webhook would be retried later. Here the next event follows. To forward all events again, use --from-start.',
        );
      }
      return true;
    },
    cursorFile: cursorFile(settings.stateFolder, { baseUrl, key }),
    fromStart: settings.fromStart,
    report,
    stopping,
  });
  return sum;
}

/** Aborts on Ctrl-C, SIGTERM, or when the reader of the output closes the pipe. A second signal ends the process at once. */
export function stopOnSignals(report: (line: string) => void, output: EventEmitter): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) report('Stopping.');
    controller.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  output.once('error', stop);
  return controller.signal;
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

/**
 * Forwards each event of a feed once, in order, from the saved position, until it is stopped. The position is saved after every
 * event: a crash in between forwards one event a second time, and never skips one.
 */
async function followFeed(following: FollowSettings): Promise<void> {
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
