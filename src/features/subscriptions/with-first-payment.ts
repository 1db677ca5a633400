import type { Subscription } from '../../core/recurring.ts';
import type { Database } from '../../database/database.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import type { SubscriptionWithFirst } from './subscription-json.ts';

/** A subscription with its first payment. */
export async function withFirstPayment(
  db: Pick<Database, 'query'>,
  subscription: Subscription,
): Promise<SubscriptionWithFirst> {
  const first = await findPayment(db, subscription.firstPaymentId);
  if (!first) throw new Error(`${subscription.id} has lost its first payment`);
  return { subscription, first };
}
