import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import { merchantDisputeJson } from '../../features/refunds/dispute-json.ts';
import { findDispute, listNewestDisputes } from '../../features/refunds/store/disputes.ts';
import { principalOf } from '../../http/authenticate.ts';
import { cutPage, DEFAULT_PER_PAGE, readCursor } from '../list-page.ts';
import type { DisputesQuery } from './refunds-schemas.ts';

/** The disputes of the key's website and mode, newest first. */
export async function listDisputes(
  { db }: { readonly db: Database },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const { per_page: perPage = DEFAULT_PER_PAGE, cursor = '', transaction_id, status } = request.query as DisputesQuery;
  const before = await readCursor(cursor, async (id) => {
    const dispute = await findDispute(db, id);
    return dispute?.websiteId === website.id && dispute.mode === key.mode ? dispute : undefined;
  });
  const paymentId = transaction_id === undefined ? undefined : parseTransactionId(transaction_id);
  const filter = { websiteId: website.id, mode: key.mode, state: status, paymentId, before, limit: perPage + 1 };
  const isNone = transaction_id !== undefined && paymentId === undefined;
  const found = isNone ? [] : await listNewestDisputes(db, filter);
  const { items, nextCursor } = cutPage(found, perPage, ({ id }) => id);
  return reply.send({ success: true, data: items.map(merchantDisputeJson), next_cursor: nextCursor });
}
