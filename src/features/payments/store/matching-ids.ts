import {
  isFinal,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from '../../../core/payment.ts';
import type { Database, Value } from '../../../database/database.ts';
import { listOrder } from '../../../database/matching.ts';

/** The filter of a key's payments: by status and method. */
export interface IdFilter {
  readonly status?: PaymentStatus | undefined;
  readonly method?: PaymentMethod | undefined;
}

const FINAL = `status IN (${quoted(PAYMENT_STATUSES.filter(isFinal))})`;
const OPEN = `status IN (${quoted(PAYMENT_STATUSES.filter((status) => !isFinal(status)))})`;

/**
 * A SELECT of the ids of a key's payments that match, newest first unless `isOldestFirst`, without its LIMIT. It reads
 * only indexes (unless `also` names more columns), and in them only matching entries, except for open payments. Final
 * payments are found by status and method together (`payments_final`): an undefined field means several ranges of that
 * index, which both engines merge as they read. Open payments, which are few, are found by key alone (`payments_open`).
 *
 * PostgreSQL gets an explicit limit for each range: its planner overestimates unknown numbers, and would sort all
 * ranges instead of merging them. The embedded store merges ranges without a limit, and would sort ranges with a limit.
 *
 * @param range the condition on the key and on the place in its list, whose parameters are in `params`; more parameters
 * are added to them
 * @param also further columns of the payments, which are then read
 * @param atMost how many rows, from the first on, the caller's LIMIT and OFFSET request; an SQL expression
 */
export function matchingIds(
  engine: Database['engine'],
  {
    range,
    atMost,
    also = [],
    isOldestFirst,
  }: { range: string; atMost: string; also?: readonly string[] | undefined; isOldestFirst?: boolean | undefined },
  { status, method }: IdFilter,
  params: Value[],
): string {
  const order = listOrder(isOldestFirst);
  const columns = ['created_at_us', 'id', ...also].join(', ');
  const select = (...conditions: readonly string[]) =>
    `SELECT ${columns} FROM payments WHERE ${[range, ...conditions].join(' AND ')}`;
  const ofStatus = status && `status = $${params.push(status)}`;
  const ofMethod = method && `method = $${params.push(method)}`;
  const branches: string[] = [];
  if (!ofStatus && !ofMethod) branches.push(select());
  else {
    const finals = ofStatus ? [ofStatus] : PAYMENT_STATUSES.filter(isFinal).map((each) => `status = '${each}'`);
    const methods = ofMethod ? [ofMethod] : PAYMENT_METHODS.map((each) => `method = '${each}'`);
    if (!status || isFinal(status)) {
      branches.push(...finals.flatMap((one) => methods.map((other) => select(FINAL, one, other))));
    }
    if (!status || !isFinal(status)) {
      const conditions = [range, OPEN, ofStatus, ofMethod].filter((condition) => condition !== undefined).join(' AND ');
      const ofOpen = (selected: string) => `SELECT ${selected} FROM payments WHERE ${conditions}`;
      // If more columns were selected, the embedded store would read all payments of the key in the order of their
      // list. So the ids are read first.
      branches.push(
        also.length === 0 ? ofOpen(columns) : `SELECT ${columns} FROM payments WHERE id IN (${ofOpen('id')})`,
      );
    }
  }
  const parts =
    branches.length === 1 || engine === 'sqlite'
      ? branches
      : branches.map((branch) => `SELECT ${columns} FROM (${branch} ${order} LIMIT ${atMost}) AS part`);
  return `${parts.join(' UNION ALL ')} ${order}`;
}

function quoted(statuses: readonly PaymentStatus[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}
