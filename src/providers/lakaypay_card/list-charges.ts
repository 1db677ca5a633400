import { US_PER_DAY } from '../../core/durations.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ListedCharge, Returns } from '../provider.ts';
import { chargeOf } from './charge-of.ts';
import type { RestApi } from './client.ts';
import { withReturns } from './returns.ts';
import { isSearchable, searchCharge, searchTransactions } from './search-transactions.ts';
import type { TransactionSummary } from './transaction-summary.ts';

/** Every charge of a period that CyberSource's search knows. Charges that the search does not know yet are in a later list. */
export async function* listCharges(
  parts: { api: RestApi; clock: Clock },
  range: { readonly fromUs: number; readonly toUs: number },
  log: Log,
): AsyncGenerator<ListedCharge, void, void> {
  const { api, clock } = parts;
  for await (const found of searchTransactions(api, { ...range, nowUs: clock() }, log)) {
    // A charge in an unsupported currency is none of ours, and cannot be compared.
    if (!isCharge(found) || !found.money) continue;
    yield {
      ...(await chargeOf(api, found, log)),
      paymentId: found.paymentId,
      chargeName: found.chargeName,
      atUs: found.atUs,
      readReturns: (own) => readReturns(parts, found, own),
    };
  }
}

/** The returns of a listed charge, from all transactions with its merchant reference. Throws ProviderUnavailable. */
async function readReturns(
  { api, clock }: { api: RestApi; clock: Clock },
  { id, reference, paymentId, atUs }: TransactionSummary,
  log: Log,
): Promise<Returns | undefined> {
  if (reference === undefined || !isSearchable(reference)) return undefined;
  const nowUs = clock();
  const period = { fromUs: atUs - US_PER_DAY, toUs: nowUs + US_PER_DAY, nowUs };
  const found = await searchCharge(api, { ...period, named: { reference, paymentId } }, log);
  const charges = [];
  for (const one of found)
    if (isCharge(one) && one.money) charges.push({ ...(await chargeOf(api, one, log)), returns: undefined });
  const known = await withReturns(api, { charges, found, paymentId }, log);
  return known.find(({ providerRef }) => providerRef === id)?.returns;
}

function isCharge({ result }: TransactionSummary): boolean {
  return result?.kind === 'paid' || result?.kind === 'partial';
}
