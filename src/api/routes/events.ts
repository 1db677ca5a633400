import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { FinalStatus } from '../../core/payment.ts';
import { paymentJson } from '../../core/payment-json.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { type FeedItem, listFeed } from '../../features/payments/store/events.ts';
import { eventId, eventKind } from '../../features/webhooks/event.ts';
import { inactiveError, type PrincipalLookup } from '../../features/websites/find-principal.ts';
import { principalOf } from '../../http/authenticate.ts';
import { noteShownTime } from '../../http/gateway-time.ts';
import { feedWatch } from '../feed-watch.ts';
import { EVENTS_RESPONSES, type Examples } from '../schemas/examples.ts';
import {
  array,
  boolean,
  enveloped,
  literal,
  nullable,
  optional,
  ref,
  responses,
  type Schema,
} from '../schemas/json-schema.ts';
import { CursorText } from '../schemas/payments.ts';
import { EventsQuery } from '../schemas/service.ts';

const CURSOR = /^1\.(.+)\.([1-9]\d{0,15})$/;

const DEFAULT_LIMIT = 50;

export interface EventsDeps {
  readonly db: Database;
  readonly lookUpPrincipal: PrincipalLookup;
  /** Whether the gateway is about to stop: no request waits any longer. */
  readonly isStopping: () => boolean;
}

/** An event of a feed as it is sent. */
export interface FeedRow {
  readonly position: number;
  readonly atUs: number;
  readonly json: string;
}

/** A feed of events of test payments. */
export interface FeedRoute {
  readonly path: string;
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The schema of an event. */
  readonly item: Schema;
  readonly examples: Examples;
  /** The events after a position; undefined when the feed has not reached it. */
  readonly list: (
    db: Database,
    range: { websiteId: string; after: number; limit: number },
  ) => Promise<{ readonly items: readonly FeedRow[]; readonly isBehindDeleted: boolean } | undefined>;
}

/** The sandbox feed: finished test payments of the key's website, oldest first. Contract: FEED-1, FEED-16. */
export function eventsRoute(app: FastifyInstance, deps: EventsDeps): void {
  feedRoute(app, deps, {
    path: '/events',
    tag: 'Sandbox',
    operationId: 'listEvents',
    summary: 'Poll the sandbox events feed',
    description:
      'Test keys only. Returns completed and failed test payments in the format of webhooks, oldest first, for development without a public URL. ' +
      HOW_TO_POLL,
    item: ref('Event'),
    examples: EVENTS_RESPONSES,
    async list(db, range) {
      const part = await listFeed(db, range);
      return part && { ...part, items: part.items.map(paymentRow) };
    },
  });
}

/** How a client reads a feed. */
export const HOW_TO_POLL =
  'While `has_more` is true, request again immediately with `after` set to `next_cursor`. With `wait` the request waits for the next event.';

/** A route that serves a feed of events of test payments. */
export function feedRoute(
  app: FastifyInstance,
  { db, lookUpPrincipal, isStopping }: EventsDeps,
  { path, tag, operationId, summary, description, item, examples, list }: FeedRoute,
): void {
  const watch = feedWatch(db, isStopping);
  app.addHook('preClose', async () => watch.stop());
  /** Waits for an event, and refuses a key that was deactivated in the meantime, as a new request would. */
  const waitForEvent = async (request: FastifyRequest, reply: FastifyReply, after: number, seconds: number) => {
    const { key, website } = principalOf(request);
    const gone = new AbortController();
    const onClose = () => gone.abort();
    reply.raw.once('close', onClose);
    await watch.wait({ keyId: key.id, websiteId: website.id, after, seconds, signal: gone.signal });
    reply.raw.off('close', onClose);
    // The gateway is stopping, and waits until this connection is closed.
    if (isStopping()) reply.header('connection', 'close');
    const principal = await lookUpPrincipal(String(request.headers['x-api-key']));
    const refusal = principal ? inactiveError(principal) : new ApiError('invalid_api_key');
    if (refusal) throw refusal;
  };
  app.get<{ Querystring: EventsQuery }>(
    path,
    {
      schema: {
        operationId,
        summary,
        description,
        tags: [tag],
        querystring: EventsQuery,
        response: responses(
          {
            status: 200,
            description: 'Events after the cursor.',
            schema: enveloped(array(item), {
              next_cursor: nullable(CursorText, {
                description:
                  'Pass it as `after` in the next request. Null only when there are no events at all. It never expires.',
              }),
              has_more: boolean({ description: 'Whether there are more events after `next_cursor`.' }),
              events_removed: optional(
                literal(true, {
                  description:
                    'Present only when events after this cursor may be missing, because they were older than the retention period. ' +
                    'List the payments to see their status.',
                }),
              ),
            }),
            examples,
          },
          ['events_test_only', 'validation_error', 'invalid_cursor'],
        ),
      },
      onRequest: async (request) => {
        if (principalOf(request).key.mode !== 'test') throw new ApiError('events_test_only');
      },
    },
    async (request, reply) => {
      const { after, limit = DEFAULT_LIMIT, wait = 0 } = request.query;
      const websiteId = principalOf(request).website.id;
      const position = after === undefined ? 0 : parseCursor(websiteId, after);
      // Only positions that this website's feed has issued are valid.
      if (position === undefined) throw new ApiError('invalid_cursor');
      const read = () => list(db, { websiteId, after: position, limit: limit + 1 });
      let part = await read();
      if (part?.items.length === 0 && wait > 0) {
        await waitForEvent(request, reply, position, wait);
        part = await read();
      }
      if (!part) throw new ApiError('invalid_cursor');
      const { items, isBehindDeleted } = part;
      const events = items.slice(0, limit);
      const last = events.at(-1);
      // An event is newer than its payment, and the last event is the newest of the page.
      if (last) noteShownTime(request, last.atUs);
      const nextCursor = last ? formatCursor(websiteId, last.position) : (after ?? null);
      return reply
        .type('application/json; charset=utf-8')
        .send(
          `{"success":true,"data":[${events.map(({ json }) => json).join(',')}],"next_cursor":${JSON.stringify(nextCursor)},"has_more":${items.length > limit}${isBehindDeleted ? ',"events_removed":true' : ''}}`,
        );
    },
  );
}

/** The event of a payment. */
export function paymentRow({ position, payment }: FeedItem): FeedRow {
  const status = payment.status as FinalStatus;
  const atUs = payment.finishedAtUs ?? 0;
  const facts = { id: eventId(payment.id, status), event: eventKind(status), atUs };
  return { position, atUs, json: eventJson(facts, paymentJson(payment)) };
}

/** An event of a feed as JSON, with the JSON of its payment or refund. */
export function eventJson({ id, event, atUs }: { id: string; event: string; atUs: number }, data: string): string {
  return `{"id":"${id}","event":"${event}","created_at":"${formatTimestamp(atUs)}","data":${data}}`;
}

/** A position in a website's feed as opaque text. It stays valid when events are deleted, and is invalid for another website. */
export function formatCursor(websiteId: string, position: number): string {
  return Buffer.from(`1.${websiteId}.${position}`).toString('base64url');
}

/** The position of a cursor; undefined if the text is not a cursor of this website. */
export function parseCursor(websiteId: string, cursor: string): number | undefined {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  const position = Number(match?.[2]);
  // Formatted again and compared, because base64 is decoded leniently: each position has one spelling.
  const isCursor =
    match?.[1] === websiteId && Number.isSafeInteger(position) && formatCursor(websiteId, position) === cursor;
  return isCursor ? position : undefined;
}
