import type { FastifyInstance, RouteHandler } from 'fastify';
import { ApiError, type FieldErrors, validationError } from '../../core/errors.ts';
import { paymentsJson, type ShownPayment } from '../../core/payment-json.ts';
import { parseDay } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { ListPosition } from '../../database/matching.ts';
import {
  listPayments,
  listPaymentsBefore,
  type PaymentListFilter,
} from '../../features/payments/store/payment-list.ts';
import { principalOf } from '../../http/authenticate.ts';
import { noteShownTime } from '../../http/gateway-time.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import { DEFAULT_PER_PAGE } from '../list-page.ts';
import { LIST_RESPONSES } from '../schemas/examples.ts';
import { array, enveloped, nullable, optional, ref, responses } from '../schemas/json-schema.ts';
import { CursorText, ListQuery } from '../schemas/payments.ts';

const CURSOR = /^1\.(.+)\.([1-9]\d{0,8})\.(\d{1,16})\.([1-9]\d{14,15})$/;
/** Far more pages than any client reads. Beyond this, the page number no longer increases. */
const MAX_PAGE = 999_999_999;

const INVALID_CURSOR =
  'The cursor is invalid. Pass the next_cursor of a previous response to the same key, or an empty cursor to start again.';

/** The payments created with this API key, newest first. Contract: LIST-1, LIST-14, LIST-15. */
export function listPaymentsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  const schema = {
    operationId: 'listPayments',
    summary: 'List payments',
    description:
      'The payments created with this API key, newest first. A rotated key keeps its payments. ' +
      '`total` and `last_page` count the payments that match the filters. `page` shows the list at the time of the request; to read a list completely ' +
      'while payments come and change, use `cursor`.',
    tags: ['Payments'],
    querystring: ListQuery,
    response: responses(
      {
        status: 200,
        description: 'The payments created with this API key, newest first.',
        schema: enveloped(array(ref('Payment')), {
          pagination: ref('Pagination'),
          next_cursor: optional(
            nullable(CursorText, {
              description:
                'Only when `cursor` was sent: pass it as `cursor` in the next request. Null on the last page.',
            }),
          ),
        }),
        examples: LIST_RESPONSES,
      },
      ['validation_error', 'invalid_cursor'],
    ),
  };
  const list: RouteHandler<{ Querystring: ListQuery }> = async (request, reply) => {
    const {
      status,
      payment_method: method,
      reference,
      page,
      per_page: perPage = DEFAULT_PER_PAGE,
      cursor,
    } = request.query;
    const { key, website } = principalOf(request);
    const ofReference = reference === undefined ? undefined : { websiteId: website.id, mode: key.mode, reference };
    const filter = { apiKeyId: key.id, status, method, ofReference, ...readDays(request.query) };
    if (cursor !== undefined && page !== undefined) {
      throw validationError({ cursor: ['The cursor field must not be sent together with page.'] });
    }
    const part = !isStorableText(reference ?? '')
      ? { payments: [], total: 0, page: page ?? 1, ...(cursor !== undefined && { nextCursor: null }) }
      : cursor === undefined
        ? await readPage(db, filter, { page: page ?? 1, perPage })
        : await readFromCursor(db, filter, { cursor, perPage });
    const [newest] = part.payments;
    if (newest) noteShownTime(request, newest.createdAtUs);
    const pagination = {
      current_page: part.page,
      per_page: perPage,
      total: part.total,
      last_page: Math.max(1, Math.ceil(part.total / perPage)),
    };
    const next = part.nextCursor === undefined ? '' : `,"next_cursor":${JSON.stringify(part.nextCursor)}`;
    reply
      .type('application/json; charset=utf-8')
      .send(
        `{"success":true,"data":[${paymentsJson(part.payments)}],"pagination":${JSON.stringify(pagination)}${next}}`,
      );
  };
  app.get('/payments', { schema }, list);
  // Without this route, `/payments/` would read the payment with an empty id.
  app.get('/payments/', { schema: { ...schema, hide: true } }, list);
}

/** A page of the list, and its position. */
interface ListPart {
  readonly payments: readonly ShownPayment[];
  readonly total: number;
  readonly page: number;
  /** Undefined if the list was not read by cursor; null at its end. */
  readonly nextCursor?: string | null;
}

async function readPage(
  db: Database,
  filter: PaymentListFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<ListPart> {
  return { ...(await listPayments(db, filter, { page, perPage })), page };
}

/** The payments after a cursor; an empty cursor starts at the newest. Throws `invalid_cursor` for a cursor that is not this key's. */
async function readFromCursor(
  db: Database,
  filter: PaymentListFilter,
  { cursor, perPage }: { cursor: string; perPage: number },
): Promise<ListPart> {
  const place = cursor === '' ? undefined : parseListCursor(filter.apiKeyId, cursor);
  if (cursor !== '' && !place) throw new ApiError('invalid_cursor', { message: INVALID_CURSOR });
  const { payments, total, hasMore } = await listPaymentsBefore(db, filter, { before: place?.before, limit: perPage });
  const page = place?.page ?? 1;
  const last = payments.at(-1);
  const nextCursor = hasMore && last ? formatListCursor(filter.apiKeyId, { page: page + 1, before: last }) : null;
  return { payments, total, page, nextCursor };
}

function readDays(query: ListQuery): { fromDay?: number; toDay?: number } {
  const errors: FieldErrors = {};
  const read = (field: 'from_date' | 'to_date') => {
    const text = query[field];
    const day = text === undefined ? undefined : parseDay(text);
    if (text !== undefined && day === undefined) errors[field] = [`The ${field} field must be a date as YYYY-MM-DD.`];
    return day;
  };
  const fromDay = read('from_date');
  const toDay = read('to_date');
  if (fromDay !== undefined && toDay !== undefined && fromDay > toDay) {
    errors.to_date = ['The to_date field must not be before from_date.'];
  }
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return { ...(fromDay !== undefined && { fromDay }), ...(toDay !== undefined && { toDay }) };
}

/** The position at which a client continues to read a key's list. */
interface ListCursor {
  /** The number of pages read, including the one that this cursor requests. */
  readonly page: number;
  /** The last payment of the previous page. */
  readonly before: ListPosition;
}

/** A position in a key's list as opaque text. It never expires, and is invalid for another key. */
export function formatListCursor(apiKeyId: string, { page, before: { createdAtUs, id } }: ListCursor): string {
  return Buffer.from(`1.${apiKeyId}.${Math.min(page, MAX_PAGE)}.${createdAtUs}.${id}`).toString('base64url');
}

/** The position of a cursor; undefined if the text is not a cursor of this key. */
function parseListCursor(apiKeyId: string, text: string): ListCursor | undefined {
  const [, ownerId, ...numbers] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const [page = 0, createdAtUs = 0, id = 0] = numbers.map(Number);
  if (ownerId !== apiKeyId || !Number.isSafeInteger(createdAtUs) || !Number.isSafeInteger(id)) return undefined;
  const cursor = { page, before: { createdAtUs, id } };
  // Formatted again and compared, because base64 is decoded leniently: each position has one spelling.
  return formatListCursor(apiKeyId, cursor) === text ? cursor : undefined;
}
