import type { Mode } from '../../../core/payment.ts';
import type { Database, Value } from '../../../database/database.ts';
import { positionCondition } from '../../../database/list-position.ts';
import { inList, matching, whereAll } from '../../../database/matching.ts';
import type { CheckoutSession, SessionStatus } from '../session.ts';
import { SESSIONS } from './session-table.ts';

/** The filter of a list of sessions; an undefined field does not filter. */
export interface SessionFilter {
  readonly websiteId?: string | undefined;
  /** Only sessions of these websites; null for all. */
  readonly websiteIds?: readonly string[] | null | undefined;
  readonly mode?: Mode | undefined;
  /** The whole reference of the order. */
  readonly reference?: string | undefined;
  /** The status at `nowUs`. */
  readonly status?: { readonly is: SessionStatus; readonly nowUs: number } | undefined;
  /** Created from `fromUs` on, and before `toUs`. */
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
  readonly isOldestFirst?: boolean | undefined;
  /** Only sessions after this one, the last of the previous page. */
  readonly before?: Pick<CheckoutSession, 'createdAtUs' | 'id'> | undefined;
  readonly limit: number;
}

/** The condition of each status, as `sessionStatus` decides it. `now` adds the time to the parameters, and returns its place. */
const IS: Readonly<Record<SessionStatus, (now: () => string) => string>> = {
  paid: () => 'paid_payment_id IS NOT NULL',
  open: (now) => `paid_payment_id IS NULL AND cancelled_at_us IS NULL AND expires_at_us > ${now()}`,
  processing: (now) =>
    `paid_payment_id IS NULL AND open_payments > 0 AND (cancelled_at_us IS NOT NULL OR expires_at_us <= ${now()})`,
  cancelled: () => 'paid_payment_id IS NULL AND open_payments = 0 AND cancelled_at_us IS NOT NULL',
  expired: (now) =>
    `paid_payment_id IS NULL AND open_payments = 0 AND cancelled_at_us IS NULL AND expires_at_us <= ${now()}`,
};

/** A page of the sessions that match, newest first unless the filter says otherwise. */
export async function listNewestSessions(
  db: Pick<Database, 'query'>,
  filter: SessionFilter,
): Promise<CheckoutSession[]> {
  const { websiteId, websiteIds, mode, reference, status } = filter;
  const { fromUs, toUs, isOldestFirst, before, limit } = filter;
  const [side, way] = isOldestFirst ? (['>', 'ASC'] as const) : (['<', 'DESC'] as const);
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode, reference });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  if (status) conditions.push(IS[status.is](() => `$${params.push(status.nowUs)}`));
  if (fromUs !== undefined) conditions.push(`created_at_us >= $${params.push(fromUs)}`);
  if (toUs !== undefined) conditions.push(`created_at_us < $${params.push(toUs)}`);
  if (before) {
    const [at, id] = [params.push(before.createdAtUs), params.push(before.id)];
    conditions.push(positionCondition(side, `$${at}`, `$${id}`));
  }
  const rows = await db.query(
    `SELECT ${SESSIONS.columns} FROM checkout_sessions ${whereAll(conditions)}
      ORDER BY created_at_us ${way}, id ${way} LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(SESSIONS.read);
}
