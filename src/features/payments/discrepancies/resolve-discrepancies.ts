import { type Actor, SYSTEM } from '../../../core/actor.ts';
import type { PaymentMethod } from '../../../core/payment.ts';
import { formatTimestamp } from '../../../core/timestamps.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../../platform/operator-error.ts';
import { shortTextFault } from '../../../platform/wording/short-text.ts';
import { findPayment } from '../store/find-payment.ts';
import { type Discrepancy, isReturned, isShownAgain } from './discrepancy.ts';
import {
  closeDiscrepancy,
  closeReturnedMoney,
  closeShown,
  closeUnknownPayment,
  findDiscrepancy,
  isOpenMoney,
  isUnshown,
  type ReturnedMoney,
  type ShownPayment,
} from './store/discrepancies.ts';
import { recordResolution } from './store/record-resolution.ts';

/**
 * Resolves the open discrepancies of money that its provider reports as completely returned, because the operator has
 * nothing left to refund. Writes nothing when no such discrepancy is open. Contract: STATE-9.
 */
export async function resolveReturned(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  money: ReturnedMoney,
): Promise<void> {
  if (!(await isOpenMoney(db, money))) return;
  await db.transaction(async (tx) => {
    await recordResolutions(tx, await closeReturnedMoney(tx, money, clock()), money.paymentId, clock);
  });
}

/**
 * Resolves the discrepancies `not_paid` and `amount_mismatch` of a completed payment whose provider shows its full amount again, and gives its
 * money back to it in the ledger. Those that an operator has resolved no longer count either. Writes nothing when there are none.
 */
export async function resolveShown(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  payment: ShownPayment,
): Promise<void> {
  if (!(await isUnshown(db, payment))) return;
  await db.transaction(async (tx) => {
    await recordResolutions(tx, await closeShown(tx, payment, Math.floor(clock())), payment.id, clock);
  });
}

/**
 * Resolves the discrepancy of an unknown payment once its money is assigned to a payment. That payment's outcome, or
 * its own discrepancy, decides what is left to do. Call it last in the transaction that assigns the money to the
 * payment. `atUs`: microseconds since 1970. Contract: OPERATOR-12.
 */
export async function resolveUnknown(
  tx: Transaction,
  money: { readonly method: PaymentMethod; readonly providerRef: string; readonly paymentId: number },
  atUs: number,
): Promise<void> {
  const { paymentId } = money;
  const closed = await closeUnknownPayment(tx, money, `found: it is the money of payment ${paymentId}`, atUs);
  await recordResolutions(tx, closed, paymentId, () => atUs);
}

/** Writes the resolutions of discrepancies that the gateway has resolved into the audit log: last in their transaction. */
export async function recordResolutions(
  tx: Transaction,
  closed: readonly Discrepancy[],
  paymentId: number | null,
  clock: Clock,
): Promise<void> {
  if (closed.length === 0) return;
  const websiteId = paymentId === null ? null : ((await findPayment(tx, paymentId))?.websiteId ?? null);
  for (const discrepancy of closed) await recordResolution(tx, { actor: SYSTEM, clock }, discrepancy, websiteId);
}

/** The discrepancy with this id. Throws OperatorError `not_found` when there is none. */
export async function requireDiscrepancy(db: Pick<Database, 'query'>, id: string): Promise<Discrepancy> {
  const found = await findDiscrepancy(db, id);
  if (!found) throw new OperatorError('not_found', 'discrepancy_id', refusal('discrepancyNotFound', { id }));
  return found;
}

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
  if (isReturned({ note }) || isShownAgain({ note })) refuseField('note', refusal('noteOfGateway'));
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
