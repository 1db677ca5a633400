import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listFeedWithRefunds, type WholeFeedItem } from '../../features/refunds/store/refund-events.ts';
import { refundEventId } from '../../features/webhooks/event.ts';
import { needsScope } from '../../http/authenticate.ts';
import { type EventsDeps, eventJson, type FeedRow, feedRoute, HOW_TO_POLL, paymentRow } from '../routes/events.ts';
import {
  ALL_EVENTS_RESPONSES,
  DISPUTES_RESPONSES,
  REFUND_RESPONSES,
  REFUNDS_RESPONSES,
  REQUESTED_RESPONSES,
} from '../schemas/examples.ts';
import { array, enveloped, ref, responses } from '../schemas/json-schema.ts';
import {
  DisputesQuery,
  RefundCursor,
  RefundParams,
  RefundsQuery,
  RequestRefund,
  type RequestRefundBody,
} from './refunds-schemas.ts';
import type { RefundsDeps } from './serve-refunds.ts';

const TAGS = ['Refunds'];
const ONE = enveloped(ref('Refund'));

/**
 * The refunds API, with the same keys, limits and errors as the rest of the merchant API. Its code is loaded by the first request, so that
 * it does not slow the start.
 */
export function refundsRoutes(app: FastifyInstance, deps: RefundsDeps & EventsDeps): void {
  refundEventsRoute(app, deps);
  const load = () => import('./serve-refunds.ts');
  const requested = responses(
    { status: 201, description: 'The refund was stored.', schema: ONE, examples: REQUESTED_RESPONSES },
    [
      'refund_not_supported',
      'transaction_not_found',
      'payment_not_completed',
      'refund_exceeds_payment',
      'refund_conflict',
      'payload_too_large',
      'unsupported_media_type',
      'validation_error',
    ],
  );
  app.put<{ Params: RefundParams; Body: RequestRefundBody | undefined }>(
    '/refunds/:refund_id',
    {
      ...needsScope('refund'),
      // The handler reports schema errors together with those that a schema cannot express.
      attachValidation: true,
      schema: {
        operationId: 'requestRefund',
        summary: 'Request a refund',
        description:
          'Requests a refund of a completed payment under an id that you choose. The same request again returns the same refund with ' +
          '200, so repeat it after any error or time-out. All refunds of a payment together never exceed what was paid.',
        tags: TAGS,
        params: RefundParams,
        body: RequestRefund,
        response: {
          ...requested,
          200: responses({
            status: 200,
            description: 'An earlier, identical request had already stored this refund.',
            schema: ONE,
            examples: REFUND_RESPONSES,
          })[200],
        },
      },
    },
    async (request, reply) => (await load()).requestRefund(deps, request, reply),
  );
  const disputesSchema = {
    operationId: 'listDisputes',
    summary: 'List disputes',
    description:
      "The disputes of card payments of the key's website and mode, newest first. Only disputes that moved money are listed.",
    tags: TAGS,
    querystring: DisputesQuery,
    response: responses(
      {
        status: 200,
        description: 'The disputes, newest first.',
        examples: DISPUTES_RESPONSES,
        schema: enveloped(array(ref('Dispute')), { next_cursor: RefundCursor }),
      },
      ['validation_error', 'invalid_cursor'],
    ),
  };
  app.get<{ Querystring: DisputesQuery }>('/disputes', { schema: disputesSchema }, async (request, reply) =>
    (await import('./serve-disputes.ts')).listDisputes(deps, request, reply),
  );
  const listSchema = {
    operationId: 'listRefunds',
    summary: 'List refunds',
    description: "The refunds of the key's website and mode, newest first.",
    tags: TAGS,
    querystring: RefundsQuery,
    response: responses(
      {
        status: 200,
        description: 'The refunds, newest first.',
        examples: REFUNDS_RESPONSES,
        schema: enveloped(array(ref('Refund')), { next_cursor: RefundCursor }),
      },
      ['validation_error', 'invalid_cursor'],
    ),
  };
  const list = async (request: FastifyRequest<{ Querystring: RefundsQuery }>, reply: FastifyReply) =>
    (await load()).listRefunds(deps, request, reply);
  app.get<{ Querystring: RefundsQuery }>('/refunds', { schema: listSchema }, list);
  // Without this route, `/refunds/` would read the refund with an empty id.
  app.get<{ Querystring: RefundsQuery }>('/refunds/', { schema: { ...listSchema, hide: true } }, list);
  app.get<{ Params: RefundParams }>(
    '/refunds/:refund_id',
    {
      schema: {
        operationId: 'readRefund',
        summary: 'Read a refund',
        description: 'One refund, by the id that you chose.',
        tags: TAGS,
        params: RefundParams,
        response: responses({ status: 200, description: 'The refund.', schema: ONE, examples: REFUND_RESPONSES }, [
          'refund_not_found',
        ]),
      },
    },
    async (request, reply) => (await load()).readRefund(deps, request, reply),
  );
}

/** The sandbox feed with the events of payments and refunds in one order. Contract: REFUND-12. */
function refundEventsRoute(app: FastifyInstance, deps: EventsDeps): void {
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
