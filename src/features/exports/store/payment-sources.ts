import { transactionIdTimeUs } from '../../../core/ids.ts';
import type { Payment } from '../../../core/payment.ts';
import type { Database, ReadSteps, Row, RowValues, Value } from '../../../database/database.ts';
import { inList, matching, positionCondition, type RowPosition, whereAll } from '../../../database/matching.ts';
import { impliedBy, type ListFilter, unindexed } from '../../payments/store/find-payments.ts';
import { stepOf } from '../../payments/store/find-payments-of-link.ts';
import { matchingIds } from '../../payments/store/matching-ids.ts';
import { PAYMENTS } from '../../payments/store/payment-table.ts';
import type { ExportedPayment } from '../../refunds/refund-json.ts';
import { readRefunded } from '../../refunds/store/refunds.ts';
import type { Source } from './newest-first.ts';

/** The filter; an undefined field does not filter. The same meaning as in the list of payments. */
export interface PaymentsFilter extends Omit<ListFilter, 'websiteIds' | 'websiteId' | 'beforeId' | 'limit'> {
  /** Null: payments of all websites. */
  readonly websiteIds: readonly string[] | null;
}

/**
 * One source for the payments of each key, because an index lists them by key. If the filter names a link, there is
 * only one source, for the payments of the link.
 */
export async function paymentSources(db: Database, filter: PaymentsFilter): Promise<Source<ExportedPayment>[]> {
  return (await ofPayments(db, filter)).map((source) => withRefunded(db, source));
}

function withRefunded(db: Database, source: Source<Payment>): Source<ExportedPayment> {
  return async (before, limit) => {
    const { found, next } = await source(before, limit);
    const refunded = await readRefunded(
      db,
      found.map(({ item }) => item.id),
    );
    const items = found.map(({ place, item }) => {
      return { place, item: { ...item, refundedMinor: refunded.get(item.id) ?? 0 } };
    });
    return { found: items, next };
  };
}

async function ofPayments(db: Database, filter: PaymentsFilter): Promise<Source<Payment>[]> {
  const wanted = impliedBy(filter);
  if (wanted.linkId !== undefined) return [ofLink(db, wanted.linkId, wanted)];
  const { websiteIds, mode, apiKeyId } = wanted;
  const params: Value[] = [];
  const conditions = matching(params, { mode, id: apiKeyId });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  const keys = await db.query<Row & { id: string }>(
    `SELECT id FROM api_keys ${whereAll(conditions)} ORDER BY id`,
    params,
  );
  return keys.map(({ id }) => ofKey(db, id, wanted));
}

/** The source of the payments of a link: it is ordered by their ids, which grow with time. */
function ofLink(db: Database, linkId: string, { websiteIds, ...filter }: PaymentsFilter): Source<Payment> {
  const wanted = { ...filter, websiteIds: websiteIds ?? undefined };
  return async (before, limit) => {
    const beforeId = before && Number(before.id);
    const { payments, nextBeforeId } = await stepOf(db, linkId, wanted, { beforeId, limit });
    return {
      found: payments.map((item) => ({ place: { atUs: item.createdAtUs, id: item.id }, item })),
      next: nextBeforeId === undefined ? undefined : { atUs: transactionIdTimeUs(nextBeforeId), id: nextBeforeId },
    };
  };
}

function ofKey(db: Database, keyId: string, filter: PaymentsFilter): Source<Payment> {
  const { fromUs = 0, toUs = Number.MAX_SAFE_INTEGER, status, method } = filter;
  return async (before = { atUs: toUs, id: 0 }, limit) => {
    const params: Value[] = [keyId];
    const older = positionCondition('<', `$${params.push(before.atUs)}`, `$${params.push(before.id)}`);
    const range = `api_key_id = $1 AND ${older} AND created_at_us >= $${params.push(fromUs)}`;
    const atMost = `$${params.push(limit)}`;
    const ids = () => `${matchingIds(db.engine, { range, atMost }, { status, method }, params)} LIMIT ${atMost}`;
    const placed = (payments: readonly Payment[]) =>
      payments.map((item) => ({ place: { atUs: item.createdAtUs, id: item.id }, item }));
    if (unindexed(filter)([]).length === 0) {
      // A status or method filter matches several ranges of indexes: the ids are read first. Otherwise one range has all rows in order.
      const these = status || method ? `id IN (SELECT id FROM (${ids()}) AS positions)` : range;
      const found = placed(
        await readPayments(db, `${these} ORDER BY created_at_us DESC, id DESC LIMIT ${atMost}`, params),
      );
      return { found, next: found.length < limit ? undefined : found.at(-1)?.place };
    }
    const positions = await db.query<RowPosition>(ids(), params);
    const last = positions.at(-1);
    return {
      found: placed(await readWanted(db, positions, filter)),
      next: positions.length < limit || !last ? undefined : { atUs: last.created_at_us, id: last.id },
    };
  };
}

/**
 * Reads these payments, and returns those that match the filter: conditions without an index are checked row by row.
 */
async function readWanted(db: Database, positions: readonly RowPosition[], filter: PaymentsFilter): Promise<Payment[]> {
  if (positions.length === 0) return [];
  const params: Value[] = [];
  const ids = positions.map(({ id }) => id);
  const { status, method } = filter;
  // Checks the status again: a payment may have changed since its id was read.
  const conditions = [inList(params, 'id', ids), ...matching(params, { status, method }), ...unindexed(filter)(params)];
  return readPayments(db, `${conditions.join(' AND ')} ORDER BY created_at_us DESC, id DESC`, params);
}

/** The payments that a WHERE finds. Read as arrays, which cost less than rows that name their columns. */
async function readPayments(db: Database, where: string, params: readonly Value[]): Promise<Payment[]> {
  const rows = await db.readSteps(function* (): ReadSteps<readonly RowValues[]> {
    return yield { sql: `SELECT ${PAYMENTS.columns} FROM payments WHERE ${where}`, params };
  });
  return rows.map(PAYMENTS.readValues);
}
