import type { Log } from '../../platform/log/log.ts';
import type { JsonObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import type { RestApi } from './client.ts';

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
