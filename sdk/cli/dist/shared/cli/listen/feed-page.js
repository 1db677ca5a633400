import { elementSources, memberSources } from '../../platform/text/json-body.js';

const EVENT_NAME = /^[\w.-]{1,100}$/;

export function readFeedPage(text        )                       {
  let response                                                                                                ;
  try {
    response = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data, next_cursor: nextCursor, has_more: hasMore, events_removed: removed } = response ?? {};
  if (!Array.isArray(data) || typeof hasMore !== 'boolean') return undefined;
  if (nextCursor !== null && typeof nextCursor !== 'string') return undefined;
  const events = elementSources(memberSources(text).get('data') ?? '[]').map((source, at) =>
    readEvent(source, data[at]),
  );
  return events.every((event) => event !== undefined)
    ? { events, nextCursor, hasMore, isIncomplete: removed === true }
    : undefined;
}

function readEvent(text        , value         )                        {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, event, created_at: createdAt, data } = value                           ;
  const transactionId = (data                                                   )?.transaction_id;
  const timestampS = Math.floor(Date.parse(String(createdAt)) / 1000);
  const dataText = memberSources(text).get('data');
  const isEvent = [id, event, transactionId].every((field) => typeof field === 'string') && !Number.isNaN(timestampS);
  if (!isEvent || dataText === undefined || !EVENT_NAME.test(event          )) return undefined;
  return { id, event, transactionId, timestampS, text, dataText }             ;
}
