import type { Actor } from '../domain/actor.ts';
import type { Discrepancy } from '../domain/discrepancy.ts';
import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Clock } from '../lib/clock.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import type { Database } from '../storage/database.ts';
import { closeDiscrepancy } from '../storage/discrepancies.ts';
import { findPayment } from '../storage/payments/find-payment.ts';
import { recordResolution } from '../storage/record-resolution.ts';
import { shortTextFault } from '../wording/short-text.ts';
import { requireDiscrepancy } from './require-discrepancy.ts';

/**
 * Resolves a discrepancy with a note (1 to 255 characters), which removes it from the list, and returns it. Moves no
 * money and changes no payment. Throws OperatorError when the id is unknown, when it is already resolved, and for an
 * invalid note.
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
