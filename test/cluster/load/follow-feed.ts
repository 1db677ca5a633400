import { setTimeout as pause } from 'node:timers/promises';
import type { FeedEvent } from '../check/history.ts';
import type { ApiRequest, Heard } from './ask.ts';

const POLL_MS = 500;

type Ask = (request: ApiRequest) => Promise<Heard>;

/** Follows the events feed by its cursor, as a shop without a public address does. */
export interface FeedFollower {
  readonly events: readonly FeedEvent[];
  /** Continues to the end of the feed, and stops. */
  finish(): Promise<void>;
}

export function followFeed(ask: Ask): FeedFollower {
  const events: FeedEvent[] = [];
  let isFinishing = false;
  const follow = async () => {
    let cursor: string | null = null;
    for (;;) {
      const wasFinishing = isFinishing;
      const { status, json } = await ask(pageAfter(cursor));
      if (status === 200) {
        events.push(...json.data.map(feedEvent));
        cursor = json.next_cursor ?? cursor;
        if (json.has_more) continue;
        if (wasFinishing) return;
      }
      await pause(POLL_MS);
    }
  };
  const following = follow();
  return {
    events,
    async finish() {
      isFinishing = true;
      await following;
    },
  };
}

/** The whole feed, from its start. */
export async function readFeed(ask: Ask): Promise<FeedEvent[]> {
  const follower = followFeed(ask);
  await follower.finish();
  return [...follower.events];
}

function pageAfter(cursor: string | null): ApiRequest {
  const after = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
  return { kind: 'feed', mode: 'test', path: `/events?limit=100${after}` };
}

function feedEvent(item: Record<string, unknown>): FeedEvent {
  const data = item.data as Record<string, unknown>;
  return { id: String(item.id), paymentId: String(data.transaction_id), status: String(data.status) };
}
