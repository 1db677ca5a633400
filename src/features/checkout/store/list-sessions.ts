import type { Mode } from '../../../core/payment.ts';
import type { Database, Value } from '../../../database/database.ts';
import { type ListPage, pageClauses } from '../../../database/list-position.ts';
import { inList, matching } from '../../../database/matching.ts';
import type { CheckoutSession, SessionStatus } from '../session.ts';
import { SESSIONS } from './session-table.ts';

/** The filter of a list of sessions; an undefined field does not filter. */
export interface SessionFilter extends ListPage {
  readonly websiteId?: string | undefined;
  /** Only sessions of these websites; null for all. */
  readonly websiteIds?: readonly string[] | null | undefined;
  readonly mode?: Mode | undefined;
  /** The whole reference of the order. */
  readonly reference?: string | undefined;
  /** The status at `nowUs`. */
  readonly status?: { readonly is: SessionStatus; readonly nowUs: number } | undefined;
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
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode, reference });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  if (status) conditions.push(IS[status.is](() => `$${params.push(status.nowUs)}`));
  const page = pageClauses(params, conditions, filter);
  const rows = await db.query(`SELECT ${SESSIONS.columns} FROM checkout_sessions ${page}`, params);
  return rows.map(SESSIONS.read);
}
