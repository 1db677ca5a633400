export async function followFeed(following                )                {
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
