import type { Payment } from '../../core/payment.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { nextCheck } from '../next-check.ts';
import { type Outcome, ProviderUnavailable, type Verification } from '../provider.ts';
import type { MoncashApi } from './client.ts';
import { shortText } from './error-text.ts';
import { type FoundPayment, readQueryResponse } from './found-payment.ts';
import { orderIdOf } from './provider-data.ts';

/**
 * Queries MonCash for a payment's outcome, by its order. Throws ProviderUnavailable when the response says nothing
 * about it.
 */
export async function verify(
  { api, clock }: { readonly api: MoncashApi; readonly clock: Clock },
  payment: Payment,
  log: Log,
): Promise<Verification> {
  const askedAtUs = clock();
  const operation = 'RetrieveOrderPayment';
  const call = { operation, fields: { orderId: orderIdOf(payment.id) }, paymentId: payment.id } as const;
  const { found, response } = readQueryResponse(await api(call, log), operation);
  if (found && found.paymentId !== payment.id) {
    throw new ProviderUnavailable('moncash RetrieveOrderPayment: the response is about another order');
  }
  return {
    outcome: outcomeOf(found, askedAtUs >= payment.expiresAtUs),
    ...(found && { word: shortText(found.message) }),
    response,
    nextCheckAtUs: nextCheck(payment, clock()),
    ...(found?.transactionId !== undefined && { providerRef: found.transactionId }),
  };
}

function outcomeOf(found: FoundPayment | undefined, isExpired: boolean): Outcome {
  if (found?.message === 'successful') {
    // Logged as an error, and retried, because "not yet" would miss money that arrived for a failed payment.
    if (found.costMinor === undefined) {
      throw new ProviderUnavailable('moncash RetrieveOrderPayment: paid, but the cost cannot be read');
    }
    return { status: 'completed', paid: { amountMinor: found.costMinor, currency: 'HTG' } };
  }
  if (!found) return isExpired ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };
  // The status of one attempt: while the page is open, the customer may make another.
  if (isExpired && found.message === 'failed') return { status: 'failed', failureReason: 'declined' };
  return { status: 'open' };
}
