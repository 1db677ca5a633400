import { parseTransactionId } from '../domain/ids.ts';
import { OperatorError } from '../domain/operator-error.ts';
import type { Payment } from '../domain/payment.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import type { Database } from '../storage/database.ts';
import { findPayment } from '../storage/payments/find-payment.ts';

/**
 * The payment of a transaction id that an operator gives, of any website. Throws OperatorError `not_found` when there
 * is none.
 */
export async function requirePayment(db: Pick<Database, 'query'>, text: string): Promise<Payment> {
  const id = parseTransactionId(text);
  const payment = id === undefined ? undefined : await findPayment(db, id);
  if (!payment) throw new OperatorError('not_found', 'transaction_id', refusal('paymentNotFound', { id: text }));
  return payment;
}
