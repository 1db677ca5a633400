import { asObject } from '../../lib/json-object.ts';
import type { Log } from '../../lib/log.ts';
import { type Charge, ProviderUnavailable } from '../provider.ts';
import type { RestApi } from './client.ts';
import { readMoney } from './read-money.ts';
import type { TransactionSummary } from './transaction-summary.ts';

/** Of a partial approval the list tells what was asked; the transaction itself says what was approved. */
export async function chargeOf(
  api: RestApi,
  { id, result, money, paymentId }: TransactionSummary,
  log: Log,
): Promise<Charge> {
  const paid = result?.kind === 'partial' ? await approvedAmount(api, id, paymentId, log) : money;
  if (!paid) throw new ProviderUnavailable(`lakaypay_card: transaction ${id} is charged, but it is not clear how much`);
  return { providerRef: id, paid };
}

async function approvedAmount(
  api: RestApi,
  id: string,
  paymentId: number | undefined,
  log: Log,
): Promise<Charge['paid'] | undefined> {
  const path = `/tss/v2/transactions/${encodeURIComponent(id)}`;
  const { status, body } = await api({ operation: 'transaction', path, paymentId }, log);
  const { authorizedAmount, currency } = asObject(asObject(body.orderInformation).amountDetails);
  return status === 200 ? readMoney(authorizedAmount, currency) : undefined;
}
