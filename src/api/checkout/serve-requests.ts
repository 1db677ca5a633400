import type { FastifyReply, FastifyRequest } from 'fastify';
import { US_PER_DAY } from '../../core/durations.ts';
import { momentOf } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { REQUEST_LOG_DAYS } from '../../features/requests/delete-old-requests.ts';
import { merchantRequestJson } from '../../features/requests/request-json.ts';
import { type LinePosition, listRequests, readLastDrop } from '../../features/requests/store/api-requests.ts';
import { principalOf } from '../../http/authenticate.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { cutPage, DEFAULT_PER_PAGE, readCursor } from '../list-page.ts';
import type { RequestsQuery } from './requests-schemas.ts';

/** The request log of the key's website and mode, newest first. Contract: CHECKOUT-8. */
export async function listApiRequests(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const {
    per_page: perPage = DEFAULT_PER_PAGE,
    cursor = '',
    request_id: requestId,
    status: statusClass,
    error,
    key_id: keyId,
  } = request.query as RequestsQuery;
  const before = await readCursor(cursor, readPosition);
  const owner = { websiteId: website.id, mode: key.mode };
  // Older lines may wait for their deletion.
  const fromUs = Math.floor(clock()) - REQUEST_LOG_DAYS * US_PER_DAY;
  const filter = { ...owner, requestId, statusClass, error, keyId, fromUs, before, limit: perPage + 1 };
  const found = await listRequests(db, filter);
  const { items, nextCursor } = cutPage(found, perPage, ({ atUs, requestId: id }) => `${atUs}.${id}`);
  return reply.send({
    success: true,
    data: items.map(merchantRequestJson),
    next_cursor: nextCursor,
    last_dropped_at: momentOf(await readLastDrop(db, owner, fromUs)),
  });
}

/** The position that a cursor names; undefined for any other text. */
function readPosition(cursor: string): LinePosition | undefined {
  const [, atUs, requestId] = /^(\d{1,16})\.(req_[0-9a-f]{24})$/.exec(cursor) ?? [];
  return atUs === undefined || requestId === undefined ? undefined : { atUs: Number(atUs), requestId };
}
