import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable, type UnknownMoney } from '../provider.ts';
import type { MoncashApi } from './client.ts';
import { readQueryResponse } from './found-payment.ts';
import { orderIdOf } from './order-id.ts';

/**
 * The money that MonCash holds for an order of ours that the store does not know; undefined when the order was not
 * paid. Throws ProviderUnavailable.
 */
export async function findUnknown(api: MoncashApi, paymentId: number, log: Log): Promise<UnknownMoney | undefined> {
  const operation = 'RetrieveOrderPayment';
  const call = { operation, fields: { orderId: orderIdOf(paymentId) }, paymentId } as const;
  const { found } = readQueryResponse(await api(call, log), operation);
  if (found && found.paymentId !== paymentId) {
    throw new ProviderUnavailable('moncash RetrieveOrderPayment: the response is about another order');
  }
  if (found?.message !== 'successful') return undefined;
  const { costMinor, transactionId } = found;
  return {
    providerRef: transactionId,
    paid: costMinor === undefined ? null : { amountMinor: costMinor, currency: 'HTG' },
  };
}
