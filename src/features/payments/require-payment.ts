import { parseTransactionId } from '../../core/ids.ts';
import type { Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { findPayment } from './store/find-payment.ts';

/**
 * The payment with a transaction id that an operator gives, whatever its website. Throws OperatorError `not_found` when
 * there is none.
 */
export async function requirePayment(db: Pick<Database, 'query'>, text: string): Promise<Payment> {
  const id = parseTransactionId(text);
  const payment = id === undefined ? undefined : await findPayment(db, id);
  if (!payment) throw new OperatorError('not_found', 'transaction_id', refusal('paymentNotFound', { id: text }));
  return payment;
}
