import { initialStatus, type Payment } from '../../core/payment.ts';
import { periodDueAtUs, type Subscription } from '../../core/recurring.ts';
import type { Transaction } from '../../database/database.ts';
import type { Provider, UnopenedPayment } from '../../providers/provider.ts';
import { insertPayments } from '../payments/store/insert-payments.ts';
import { changeCounts } from '../payments/store/payment-counts.ts';
import type { RecurringDeps } from './recurring-deps.ts';

/**
 * How many ids are drawn at most to find a free one. A first clash with another node already happens only once in
 * thousands of charges.
 */
const MAX_DRAWS = 8;

/**
 * Stores the payment that charges a cycle, and adds it to the counts of payments. The payment is a copy of the first
 * payment with its own transaction id.
 */
export async function insertCharge(
  tx: Transaction,
  { clock, nextId, rates }: RecurringDeps,
  charge: { subscription: Subscription; first: Payment; provider: Provider; period: number; attempt: number },
): Promise<Payment> {
  const { subscription, first, provider, period, attempt } = charge;
  const context = { rateE4: rates().rateE4, dueAtUs: periodDueAtUs(subscription, period) };
  for (let draw = 1; draw <= MAX_DRAWS; draw++) {
    const unopened: UnopenedPayment = {
      ...first,
      id: nextId(),
      status: initialStatus(first.method),
      recurringInterval: null,
      recurringIntervalCount: null,
      subscriptionId: subscription.id,
      subscriptionPeriod: period,
      subscriptionTry: attempt,
      chargeAskedAtUs: null,
      createdAtUs: clock(),
      finishedAtUs: null,
    };
    const { fields: _, ...opening } = provider.open(unopened, context);
    const payment: Payment = { ...unopened, ...opening, providerRef: null };
    const inserted = await insertPayments(tx, [payment]);
    if (!inserted.has(payment.id)) continue;
    await changeCounts(tx, [{ payment, status: payment.status, by: 1 }]);
    return payment;
  }
  throw new Error(`no free transaction id in ${MAX_DRAWS} draws`);
}
