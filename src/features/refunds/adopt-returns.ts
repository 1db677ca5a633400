import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { readLedgerFill } from '../ledger/store/postings.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import { listUnsettledReturns, settleReturns } from './store/external-refunds.ts';
import { lockRefundMoney } from './store/refunds.ts';

/** The payments of one round, each in its own transaction. */
const AT_ONCE = 50;

/**
 * Makes external refunds of returns that were reported before the gateway stored external refunds, for the next payments after the id
 * `after`. Waits until the ledger has all older payments. Returns the id to continue after; undefined at the end. A return that does not
 * fit stays a discrepancy.
 */
export async function adoptReturns(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  after: number,
): Promise<number | undefined> {
  if ((await readLedgerFill(db)) !== null) return after;
  const ids = await listUnsettledReturns(db, after, AT_ONCE);
  for (const id of ids) {
    const payment = await findPayment(db, id);
    if (payment?.status !== 'completed') continue;
    await db.transaction(async (tx) => {
      await lockRefundMoney(tx, payment);
      await settleReturns(tx, { ...payment, paymentId: id }, Math.floor(clock()));
    });
  }
  return ids.length < AT_ONCE ? undefined : ids.at(-1);
}
