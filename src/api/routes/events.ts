import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../domain/errors.ts';
import { eventId, eventKind } from '../../domain/event.ts';
import type { FinalStatus } from '../../domain/payment.ts';
import { paymentJson } from '../../domain/payment-json.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { principalOf } from '../../http/authenticate.ts';
import { noteShownTime } from '../../http/gateway-time.ts';
import type { Database } from '../../storage/database.ts';
import { type FeedItem, listFeed } from '../../storage/events.ts';
import { formatCursor, parseCursor } from '../event-cursor.ts';
import { EVENTS_RESPONSES } from '../schemas/examples.ts';
import { array, boolean, literal, nullable, optional, ref } from '../schemas/json-schema.ts';
import { CursorText } from '../schemas/payments.ts';
import { enveloped, responses } from '../schemas/responses.ts';
import { EventsQuery } from '../schemas/service.ts';

const DEFAULT_LIMIT = 50;

/** The sandbox feed: finished test payments of the key's website, oldest first. Contract: FEED-1. */
export function eventsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  app.get<{ Querystring: EventsQuery }>(
    '/events',
    {
      schema: {
        operationId: 'listEvents',
        summary: 'Poll the sandbox events feed',
        description:
          'Test keys only. Finished test payments in the shape of webhooks, oldest first, for development without a public URL. ' +
          'While `has_more` is true, call again at once with `after` set to `next_cursor`.',
        tags: ['Sandbox'],
        querystring: EventsQuery,
        response: responses(
          {
            status: 200,
            description: 'Events after the cursor.',
            schema: enveloped(array(ref('Event')), {
              next_cursor: nullable(CursorText, {
                description: 'Pass it as `after` next time. Null only when there is no event at all. It never expires.',
              }),
              has_more: boolean({ description: 'Whether more events are waiting after `next_cursor`.' }),
              events_removed: optional(
                literal(true, {
                  description:
                    'Only there when events after this cursor may be missing, because they were older than the operator keeps them. ' +
                    'List the payments to see what became of them.',
                }),
              ),
            }),
            examples: EVENTS_RESPONSES,
          },
          ['events_test_only', 'validation_error', 'invalid_cursor'],
        ),
      },
      onRequest: async (request) => {
        if (principalOf(request).key.mode !== 'test') throw new ApiError('events_test_only');
      },
    },
    async (request, reply) => {
      const { after, limit = DEFAULT_LIMIT } = request.query;
      const websiteId = principalOf(request).website.id;
      const position = after === undefined ? 0 : parseCursor(websiteId, after);
      const part =
        position === undefined ? undefined : await listFeed(db, { websiteId, after: position, limit: limit + 1 });
      // Only positions that this website's feed has given are good.
      if (!part) throw new ApiError('invalid_cursor');
      const { items, isBehindForgotten } = part;
      const events = items.slice(0, limit);
      const last = events.at(-1);
      // An event is newer than its payment, and the last one is the newest.
      if (last?.payment.finishedAtUs) noteShownTime(request, last.payment.finishedAtUs);
      const nextCursor = last ? formatCursor(websiteId, last.position) : (after ?? null);
      return reply
        .type('application/json; charset=utf-8')
        .send(
          `{"success":true,"data":[${events.map(eventJson).join(',')}],"next_cursor":${JSON.stringify(nextCursor)},"has_more":${items.length > limit}${isBehindForgotten ? ',"events_removed":true' : ''}}`,
        );
    },
  );
}

function eventJson({ payment }: FeedItem): string {
  const status = payment.status as FinalStatus;
  const createdAt = formatTimestamp(payment.finishedAtUs ?? 0);
  return `{"id":"${eventId(payment.id, status)}","event":"${eventKind(status)}","created_at":"${createdAt}","data":${paymentJson(payment)}}`;
}
