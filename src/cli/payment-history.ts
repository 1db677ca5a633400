import type { HistoryEntry } from '../core/payment-history.ts';
import type { Database } from '../database/database.ts';
import { listPaymentHistory } from '../features/payments/history/store/list-payment-history.ts';

/** History entries per query. */
const HISTORY_PAGE = 200;

/** Reads the history in pages, so that no single statement reads much. */
export async function* historyOf(db: Database, paymentId: number): AsyncGenerator<HistoryEntry> {
  for (let after: HistoryEntry | undefined; ; ) {
    const page = await listPaymentHistory(db, paymentId, { after, limit: HISTORY_PAGE });
    yield* page;
    if (page.length < HISTORY_PAGE) return;
    after = page.at(-1);
  }
}
