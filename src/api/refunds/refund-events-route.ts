import type { FastifyInstance } from 'fastify';
import { listFeedWithRefunds, type WholeFeedItem } from '../../features/refunds/store/feed-with-refunds.ts';
import { refundEventId } from '../../features/webhooks/event.ts';
import { type EventsDeps, eventJson, type FeedRow, feedRoute, HOW_TO_POLL, paymentRow } from '../routes/events.ts';
import { ALL_EVENTS_RESPONSES } from '../schemas/examples.ts';
import { ref } from '../schemas/json-schema.ts';

/** The sandbox feed with the events of payments and refunds in one order. Contract: REFUND-12. */
export function refundEventsRoute(app: FastifyInstance, deps: EventsDeps): void {
  feedRoute(app, deps, {
    path: '/feed',
    tag: 'Refunds',
    operationId: 'listAllEvents',
    summary: 'Poll the sandbox events feed with refunds',
    description:
      'Test keys only. Returns the events of the sandbox feed and those of refunds, in the order in which they happened, ' +
      'in the format of webhooks. Both feeds have the same cursors. ' +
      HOW_TO_POLL,
    item: { anyOf: [ref('Event'), ref('RefundEvent')] },
    examples: ALL_EVENTS_RESPONSES,
    async list(db, range) {
      const part = await listFeedWithRefunds(db, range);
      return part && { ...part, items: part.items.map(rowOf) };
    },
  });
}

function rowOf(item: WholeFeedItem): FeedRow {
  if ('payment' in item) return paymentRow(item);
  const { refundId, kind, createdAtUs: atUs, body } = item.refundEvent;
  return {
    position: item.position,
    atUs,
    json: eventJson({ id: refundEventId(refundId, kind), event: kind, atUs }, body),
  };
}
