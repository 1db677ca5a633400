import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { ListedCharge } from '../provider.ts';
import { chargeOf } from './charge-of.ts';
import type { RestApi } from './client.ts';
import { searchTransactions } from './search-transactions.ts';

/** Every charge of a period that their search knows. What it does not know yet, a later list has. */
export async function* listCharges(
  { api, clock }: { api: RestApi; clock: Clock },
  range: { readonly fromUs: number; readonly toUs: number },
  log: Log,
): AsyncGenerator<ListedCharge, void, void> {
  for await (const found of searchTransactions(api, { ...range, nowUs: clock() }, log)) {
    const isCharge = found.result?.kind === 'paid' || found.result?.kind === 'partial';
    // In a currency that we do not count it is none of ours, and cannot be compared.
    if (!isCharge || !found.money) continue;
    yield {
      ...(await chargeOf(api, found, log)),
      paymentId: found.paymentId,
      chargeName: found.chargeName,
      atUs: found.atUs,
    };
  }
}
