import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { parseTransactionId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import { merchantDisputeJson } from '../../features/refunds/dispute-json.ts';
import { findDispute, listNewestDisputes } from '../../features/refunds/store/disputes.ts';
import { principalOf } from '../../http/authenticate.ts';
import type { DisputesQuery } from './refunds-schemas.ts';

const DEFAULT_PER_PAGE = 20;

/** The disputes of the key's website and mode, newest first. */
export async function listDisputes(
  { db }: { readonly db: Database },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const { per_page: perPage = DEFAULT_PER_PAGE, cursor = '', transaction_id, status } = request.query as DisputesQuery;
  const before = cursor === '' ? undefined : await findDispute(db, cursor);
  if (cursor !== '' && (before?.websiteId !== website.id || before.mode !== key.mode)) {
    throw new ApiError('invalid_cursor', {
      message: 'The cursor is invalid. Pass the next_cursor of a previous response.',
    });
  }
  const paymentId = transaction_id === undefined ? undefined : parseTransactionId(transaction_id);
  const filter = { websiteId: website.id, mode: key.mode, state: status, paymentId, before, limit: perPage + 1 };
  const isNone = transaction_id !== undefined && paymentId === undefined;
  const found = isNone ? [] : await listNewestDisputes(db, filter);
  const shown = found.slice(0, perPage);
  const nextCursor = found.length > perPage ? (shown.at(-1)?.id ?? null) : null;
  return reply.send({ success: true, data: shown.map(merchantDisputeJson), next_cursor: nextCursor });
}
