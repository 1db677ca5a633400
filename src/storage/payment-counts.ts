import type { Payment, PaymentMethod, PaymentStatus } from '../domain/payment.ts';
import { dayOf } from '../domain/timestamps.ts';
import type { Database, Row, Transaction, Value } from './database.ts';

/** Writers of one key on several nodes wait for each other's commits in one row; a few rows make that rare. */
const SLOTS = 4;

interface CountChange {
  readonly payment: Pick<Payment, 'apiKeyId' | 'createdAtUs' | 'method'>;
  readonly status: PaymentStatus;
  readonly by: 1 | -1;
}

/** Changes the counts in the transaction that changes the payments. */
export async function changeCounts(tx: Transaction, changes: readonly CountChange[]): Promise<void> {
  const slot = Math.floor(Math.random() * SLOTS);
  const sums = new Map<string, Value[]>();
  for (const { payment, status, by } of changes) {
    const day = dayOf(payment.createdAtUs);
    const name = `${payment.apiKeyId} ${day} ${payment.method} ${status}`;
    const row = sums.get(name);
    if (row) row[5] = (row[5] as number) + by;
    else sums.set(name, [payment.apiKeyId, day, payment.method, status, slot, by]);
  }
  // In one order everywhere: two transactions that need the same rows then wait for each other, and never in a circle.
  const rows = [...sums.keys()].sort().map((name) => sums.get(name)!);
  await tx.insertRows({
    table: 'payment_counts',
    columns: [
      { name: 'api_key_id', type: 'text' },
      { name: 'day', type: 'bigint' },
      { name: 'method', type: 'text' },
      { name: 'status', type: 'text' },
      { name: 'slot', type: 'bigint' },
      { name: 'payments', type: 'bigint' },
    ],
    rows,
    suffix:
      'ON CONFLICT (api_key_id, day, method, status, slot) DO UPDATE SET payments = payment_counts.payments + excluded.payments',
  });
}

/** Which of a key's payments: all, or those with a status, of a method, created on some days. */
export interface PaymentFilter {
  readonly apiKeyId: string;
  readonly status?: PaymentStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  /** Days since 1970, UTC, both inclusive. */
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
}

interface DayCount extends Row {
  day: number;
  payments: number;
}

/** How many payments match a filter on each day that has any, newest day first. */
export function countsByDay(db: Database, filter: PaymentFilter): Promise<DayCount[]> {
  const params: Value[] = [filter.apiKeyId, filter.fromDay ?? -1e9, filter.toDay ?? 1e9];
  const equals = (column: string, value: string | undefined) => value && `AND ${column} = $${params.push(value)}`;
  return db.query<DayCount>(
    `SELECT day, CAST(SUM(payments) AS BIGINT) AS payments FROM payment_counts
      WHERE api_key_id = $1 AND day >= $2 AND day <= $3
        ${equals('status', filter.status) ?? ''} ${equals('method', filter.method) ?? ''}
      GROUP BY day HAVING SUM(payments) > 0 ORDER BY day DESC`,
    params,
  );
}
