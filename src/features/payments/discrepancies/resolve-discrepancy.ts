import type { Actor } from '../../../core/actor.ts';
import type { Discrepancy } from '../../../core/discrepancy.ts';
import { formatTimestamp } from '../../../core/timestamps.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../../platform/operator-error.ts';
import { shortTextFault } from '../../../platform/wording/short-text.ts';
import { findPayment } from '../store/find-payment.ts';
import { requireDiscrepancy } from './require-discrepancy.ts';
import { closeDiscrepancy } from './store/discrepancies.ts';
import { recordResolution } from './store/record-resolution.ts';

/**
 * Resolves a discrepancy with a note (1 to 255 characters), which removes it from the list, and returns it. Moves no
 * money and changes no payment. Throws OperatorError when the id is unknown, when the discrepancy is already resolved,
 * and for an invalid note.
 */
export async function resolveDiscrepancy(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  id: string,
  note: string,
): Promise<Discrepancy> {
  refuseField('note', shortTextFault(note));
  return db.transaction(async (tx) => {
    const isClosed = await closeDiscrepancy(tx, id, note, clock());
    const discrepancy = await requireDiscrepancy(tx, id);
    if (!isClosed) throw settledAlready(discrepancy);
    const { paymentId } = discrepancy;
    const websiteId = paymentId === null ? null : ((await findPayment(tx, paymentId))?.websiteId ?? null);
    await recordResolution(tx, { actor, clock }, discrepancy, websiteId);
    return discrepancy;
  });
}

function settledAlready({ id, settledAtUs }: Discrepancy): OperatorError {
  const reason =
    settledAtUs === null
      ? refusal('discrepancyResolved', { id })
      : refusal('discrepancyResolvedAt', { id, time: formatTimestamp(settledAtUs) });
  return new OperatorError('conflict', 'discrepancy_id', reason);
}
