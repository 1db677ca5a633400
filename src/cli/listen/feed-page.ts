import { elementSources, memberSources } from '../../platform/text/json-body.ts';

const EVENT_NAME = /^[\w.-]{1,100}$/;

/** An event of the feed, with its source text. */
export interface FeedEvent {
  readonly id: string;
  readonly event: string;
  readonly transactionId: string;
  /** Unix seconds of the moment the payment became final. */
  readonly timestampS: number;
  /** The source text of the whole event; `dataText` is that of its payment. */
  readonly text: string;
  readonly dataText: string;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The cursor of the next page; null only when there is no event at all. */
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
  /** Whether events that came before these were removed because of their age. */
  readonly isIncomplete: boolean;
}

/**
 * Reads a response of the events feed. Payments are cut out of its text, not parsed and serialised again, so that no number in metadata
 * loses digits. Undefined for any other response. Contract: FEED-1.
 */
export function readFeedPage(text: string): FeedPage | undefined {
  let response: { data?: unknown; next_cursor?: unknown; has_more?: unknown; events_removed?: unknown } | null;
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

function readEvent(text: string, value: unknown): FeedEvent | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, event, created_at: createdAt, data } = value as Record<string, unknown>;
  const transactionId = (data as { transaction_id?: unknown } | null | undefined)?.transaction_id;
  const timestampS = Math.floor(Date.parse(String(createdAt)) / 1000);
  const dataText = memberSources(text).get('data');
  const isEvent = [id, event, transactionId].every((field) => typeof field === 'string') && !Number.isNaN(timestampS);
  // The event's name is sent in a header, which cannot hold every text.
  if (!isEvent || dataText === undefined || !EVENT_NAME.test(event as string)) return undefined;
  return { id, event, transactionId, timestampS, text, dataText } as FeedEvent;
}
