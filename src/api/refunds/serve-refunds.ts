import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode, type FieldErrors, validationError } from '../../core/errors.ts';
import { parseTransactionId } from '../../core/ids.ts';
import type { Refund } from '../../core/refund.ts';
import type { Database } from '../../database/database.ts';
import { merchantRefundJson } from '../../features/refunds/refund-json.ts';
import type { RefundVerbs } from '../../features/refunds/refund-verbs.ts';
import { refundIdOf } from '../../features/refunds/store/refund-table.ts';
import { findRefund, listNewestRefunds } from '../../features/refunds/store/refunds.ts';
import { principalOf } from '../../http/authenticate.ts';
import { jsonBodyOf } from '../../http/json-bodies.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { cutPage, DEFAULT_PER_PAGE, readCursor } from '../list-page.ts';
import type { RefundParams, RefundsQuery, RequestRefundBody } from './refunds-schemas.ts';

/** The dependencies of the refunds API. */
export interface RefundsDeps {
  readonly db: Database;
  readonly refunds: Pick<RefundVerbs, 'request'>;
}

/** Requests a refund for the key's website and mode: 201 for a new one, 200 for the same request again. Contract: REFUND-1. */
export async function requestRefund(
  { refunds }: RefundsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const errors: FieldErrors = { ...(request.validationError instanceof ApiError && request.validationError.errors) };
  const body = request.body as RequestRefundBody | undefined;
  const sent = jsonBodyOf(request);
  if (body === undefined || sent === undefined) throw validationError({ body: ['The body must be a JSON object.'] });
  if (Object.keys(errors).length > 0) throw validationError(errors);
  const { refund, isNew } = await asApiError(
    refunds.request({
      owner: { websiteId: website.id, mode: key.mode },
      name: (request.params as RefundParams).refund_id,
      transactionId: body.transaction_id,
      amount: body.amount === undefined ? null : (sent.sources.get('amount') ?? null),
      reason: body.reason,
      keyId: key.id,
    }),
  );
  return reply.code(isNew ? 201 : 200).send({ success: true, data: merchantRefundJson(refund) });
}

/** One refund of the key's website and mode. */
export async function readRefund(
  deps: RefundsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refund = await findOwn(deps, request, (request.params as RefundParams).refund_id);
  if (!refund) throw new ApiError('refund_not_found');
  return reply.send({ success: true, data: merchantRefundJson(refund) });
}

/** The refunds of the key's website and mode, newest first. */
export async function listRefunds(
  deps: RefundsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const {
    per_page: perPage = DEFAULT_PER_PAGE,
    cursor = '',
    transaction_id,
    status,
    kind,
  } = request.query as RefundsQuery;
  const before = await readCursor(cursor, (text) => readPosition(text) ?? findOwn(deps, request, text));
  const paymentId = transaction_id === undefined ? undefined : parseTransactionId(transaction_id);
  const owner = { websiteId: website.id, mode: key.mode };
  const filter = { ...owner, status, kind, paymentId, before, limit: perPage + 1 };
  const isNone = transaction_id !== undefined && paymentId === undefined;
  const found = isNone ? [] : await listNewestRefunds(deps.db, filter);
  const { items, nextCursor } = cutPage(found, perPage, positionText);
  return reply.send({ success: true, data: items.map(merchantRefundJson), next_cursor: nextCursor });
}

type Position = Pick<Refund, 'createdAtUs' | 'id'>;

/** The place of a refund in lists. It stays valid when the refund is removed: an external one that turned out to be one of this gateway. */
function positionText({ createdAtUs, id }: Position): string {
  return `${createdAtUs}.${id}`;
}

/** The place that a cursor names; undefined for the name of a refund, which was the cursor of earlier versions. */
function readPosition(cursor: string): Position | undefined {
  const [, createdAtUs, id] = /^(\d{1,16})\.(rfd_[0-9a-f]{32})$/.exec(cursor) ?? [];
  return createdAtUs === undefined || id === undefined ? undefined : { createdAtUs: Number(createdAtUs), id };
}

/** A refund of the key's website and mode; any other is not found. */
function findOwn({ db }: RefundsDeps, request: FastifyRequest, name: string): Promise<Refund | undefined> {
  const { key, website } = principalOf(request);
  return findRefund(db, refundIdOf({ websiteId: website.id, mode: key.mode }, name));
}

/** The error code of each refusal that is more than a wrong value of a field. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  paymentNotFound: 'transaction_not_found',
  refundOfOpen: 'payment_not_completed',
  refundOnlyWhole: 'refund_not_supported',
  refundWholeGourdes: 'refund_not_supported',
  refundTooMuch: 'refund_exceeds_payment',
  refundConflict: 'refund_conflict',
};

/** A verb's refusal as an API error. */
async function asApiError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = refusalText(error.refusal, 'en');
    const code = CODES[error.refusal.id];
    throw code === undefined ? validationError({ [error.field]: [message] }) : new ApiError(code, { message });
  }
}
