import { OperatorError } from '../domain/operator-error.ts';
import type { Payment } from '../domain/payment.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';
import { requirePayment } from './require-payment.ts';
import type { FinalOutcome, Settle } from './settle-payment.ts';
import { simulateEnd } from './simulate-end.ts';

/**
 * Finishes a test payment with its event, as its page or a test helper would, and returns it. Throws OperatorError when there is
 * none of this transaction id, when it is a live payment, and when it is final already.
 */
export async function finishTestPayment(
  { db, providerFor, settle }: { db: Database; providerFor: ProviderRegistry; settle: Settle },
  id: string,
  outcome: FinalOutcome,
): Promise<Payment> {
  const payment = await requirePayment(db, id);
  if (payment.mode !== 'test') {
    throw conflict(`Payment ${id} is a live payment: only test payments can be triggered.`);
  }
  const finished = await simulateEnd({ providerFor, settle }, payment, outcome);
  if (finished) return finished;
  const { status } = await requirePayment(db, id);
  throw conflict(`Payment ${id} is already final: it is ${status}, and stays so.`);
}

function conflict(message: string): OperatorError {
  return new OperatorError('conflict', 'transaction_id', message);
}
