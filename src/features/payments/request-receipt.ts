import type { Actor } from '../../core/actor.ts';
import type { Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { findReceiptRequest, requestReceiptFor } from '../receipts/store/receipts.ts';
import { requirePayment } from './require-payment.ts';
import { holdPayment } from './store/find-payment.ts';

/**
 * The requests that customers can make for one payment: enough to correct a mistyped address, and too few to send
 * e-mails to many addresses.
 */
const MOST_BY_CUSTOMERS = 5;
/** All requests for one payment, those of customers included. */
const MOST = 15;

interface RequestDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Whether customers can request the receipt of a payment again. */
export async function mayRequestReceipt(
  db: Pick<Database, 'query'>,
  { id, status }: Pick<Payment, 'id' | 'status'>,
): Promise<boolean> {
  if (status !== 'completed') return false;
  return ((await findReceiptRequest(db, id))?.requests ?? 0) < MOST_BY_CUSTOMERS;
}

/**
 * Queues the receipt of a completed payment for an address that its customer entered. Does nothing for other payments, for a text that is not
 * one address, and after too many requests: the page says the same in each case.
 */
export async function requestReceipt(
  { db, clock }: RequestDeps,
  { id: paymentId, status }: Pick<Payment, 'id' | 'status'>,
  address: string,
): Promise<void> {
  if (status !== 'completed' || !isMailAddress(address)) return;
  await db.transaction(async (tx) => {
    if (!(await holdPayment(tx, paymentId))) return;
    await requestReceiptFor(tx, { paymentId, address, nowUs: Math.floor(clock()), most: MOST_BY_CUSTOMERS });
  });
}

/**
 * Queues the receipt of a completed payment for an address, as this actor. The audit log records that it was sent, but not the address, which
 * may have to be deleted one day. Throws OperatorError when the payment does not exist or is not completed, the text is not one address, or
 * the payment has had too many requests.
 */
export async function mailReceipt(
  { db, clock, actor }: RequestDeps & { readonly actor: Actor },
  id: string,
  address: string,
): Promise<void> {
  refuseField('email', isMailAddress(address) ? undefined : refusal('emailInvalid'));
  const { id: paymentId, websiteId, status, customerEmail } = await requirePayment(db, id);
  if (status !== 'completed') throw new OperatorError('conflict', 'email', refusal('receiptUnpaid', { id }));
  await db.transaction(async (tx) => {
    // The lock makes the removal of old payments wait, unless a removal has already deleted the payment.
    if (!(await holdPayment(tx, paymentId))) await requirePayment(tx, id);
    const nowUs = Math.floor(clock());
    if (!(await requestReceiptFor(tx, { paymentId, address, nowUs, most: MOST }))) {
      throw new OperatorError('conflict', 'email', refusal('receiptsTooMany', { id, most: MOST }));
    }
    const after = { to_customer: address === customerEmail };
    const subject = { kind: 'payment', id } as const;
    await recordChange(tx, { actor, clock }, { action: 'payment.receipt', subject, websiteId, after });
  });
}
