import { printable } from '../../platform/text/printable.js';
import {                  cursorFile,                   } from './cursor-file.js';

import { feedReader,               } from './feed-reader.js';
import { eventForwarder } from './forward-event.js';
import {                      secretText } from './listen-settings.js';

export async function runListener(settings                , surroundings              )                     {
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

export function stopOnSignals(report                        , output              )              {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) report('Stopping.');
    controller.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  output.once('error', stop);
  return controller.signal;
}

function now()         {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

async function followFeed(following                )                {
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

async function firstPosition(following                )                                    {
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

async function endOfFeed({ readPage, cursorFile: file }                )                                    {
  let cursor                = null;
  let page                                         ;
  do {
    page = await readPage(cursor, 'at once');
    cursor = page === 'invalid_cursor' ? null : (page?.nextCursor ?? null);
  } while (page === 'invalid_cursor' || page?.hasMore);
  if (!page) return undefined;
  const position = { cursor, lastEventId: null };
  file.write(position);
  return position;
}

function newEvents({ events }          , { lastEventId }              )                       {
  return events.slice(events.findIndex((event) => event.id === lastEventId) + 1);
}
