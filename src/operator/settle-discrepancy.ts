import type { Discrepancy } from '../domain/discrepancy.ts';
import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Clock } from '../lib/clock.ts';
import { shortTextFault } from '../lib/short-text.ts';
import type { Database } from '../storage/database.ts';
import { closeDiscrepancy } from '../storage/discrepancies.ts';
import { requireDiscrepancy } from './require-discrepancy.ts';

/**
 * Notes what was done about a discrepancy (1 to 255 characters), takes it off the list and returns it. Moves no money and changes
 * no payment. Throws OperatorError when there is none of this id, when it is settled already, and for a note that cannot be kept.
 */
export async function settleDiscrepancy(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
  note: string,
): Promise<Discrepancy> {
  refuseField('note', shortTextFault(note));
  return db.transaction(async (tx) => {
    const isClosed = await closeDiscrepancy(tx, id, note, clock());
    const discrepancy = await requireDiscrepancy(tx, id);
    if (!isClosed) throw settledAlready(discrepancy);
    return discrepancy;
  });
}

function settledAlready({ id, settledAtUs }: Discrepancy): OperatorError {
  const since = settledAtUs === null ? '' : `, since ${formatTimestamp(settledAtUs)}`;
  return new OperatorError('conflict', 'discrepancy_id', `Discrepancy ${id} is settled already${since}.`);
}
