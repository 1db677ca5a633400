import type { Decline } from '../../domain/decline.ts';
import { asObject } from '../../lib/json-object.ts';
import type { Log } from '../../lib/log.ts';
import { type Charge, ProviderUnavailable } from '../provider.ts';
import type { RestApi } from './client.ts';
import { readDecline } from './read-decline.ts';
import { readMoney } from './read-money.ts';
import { readTransaction } from './read-transaction.ts';
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

/** What a declined charge allows. Throws ProviderUnavailable when the transaction itself cannot be read. */
export async function declineOf(
  api: RestApi,
  { id, response, paymentId }: TransactionSummary,
  log: Log,
): Promise<Decline> {
  const body = await readTransaction(api, { id, paymentId }, log);
  const { reason_code: reason } = response;
  return readDecline(body, typeof reason === 'string' ? reason : undefined);
}

async function approvedAmount(
  api: RestApi,
  id: string,
  paymentId: number | undefined,
  log: Log,
): Promise<Charge['paid'] | undefined> {
  const body = await readTransaction(api, { id, paymentId }, log);
  const { authorizedAmount, currency } = asObject(asObject(body.orderInformation).amountDetails);
  return readMoney(authorizedAmount, currency);
}
