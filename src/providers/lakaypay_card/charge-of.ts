import type { Decline } from '../../core/decline.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, type JsonObject } from '../../platform/text/json-object.ts';
import { type Charge, ProviderUnavailable } from '../provider.ts';
import type { RestApi } from './client.ts';
import { readDecline, readMoney } from './provider-response.ts';
import type { TransactionSummary } from './transaction-summary.ts';

/** For a partial approval the list shows the requested amount; only the transaction itself has the approved amount. */
export async function chargeOf(
  api: RestApi,
  { id, result, money, paymentId }: TransactionSummary,
  log: Log,
): Promise<Charge> {
  const paid = result?.kind === 'partial' ? await approvedAmount(api, id, paymentId, log) : money;
  if (!paid) throw new ProviderUnavailable(`lakaypay_card: transaction ${id} is charged, but it is not clear how much`);
  return { providerRef: id, paid };
}

/** A transaction that still cannot be read after this time counts as one that never can be: the account may lack that service. */
const UNREADABLE_US = US_PER_DAY;

/**
 * The decline of a charge, which decides whether the card may be charged again. Throws ProviderUnavailable when the
 * transaction itself cannot be read. From a day after its creation, the reason in the list is enough, so that the
 * payment ends. `nowUs`: microseconds since 1970. Contract: RECURRING-13.
 */
export async function declineOf(
  api: RestApi,
  { id, response, paymentId, atUs }: TransactionSummary,
  nowUs: number,
  log: Log,
): Promise<Decline> {
  const body = await readTransaction(api, { id, paymentId }, log).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable) || nowUs - atUs < UNREADABLE_US) throw error;
    return {};
  });
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

/**
 * A transaction with all of its data. Throws ProviderUnavailable for every other response: a search may list a
 * transaction that cannot be read yet, and too many calls are rejected for a while. Neither proves anything about the
 * transaction.
 */
export async function readTransaction(
  api: RestApi,
  { id, paymentId }: { id: string; paymentId: number | undefined },
  log: Log,
): Promise<JsonObject> {
  const path = `/tss/v2/transactions/${encodeURIComponent(id)}`;
  const { status, body } = await api({ operation: 'transaction', path, paymentId }, log);
  if (status !== 200) {
    throw new ProviderUnavailable(`lakaypay_card transaction: transaction ${id} could not be read (HTTP ${status})`);
  }
  return body;
}
