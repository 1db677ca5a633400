import { textOf } from '../../lib/json-object.ts';
import type { Log } from '../../lib/log.ts';
import { type Charge, type MoneyReturn, ProviderUnavailable, type Returns } from '../provider.ts';
import type { RestApi } from './client.ts';
import { readTransaction } from './read-transaction.ts';
import type { TransactionSummary } from './transaction-summary.ts';

/** A charge with its returns. */
export interface ChargeWithReturns extends Charge {
  readonly returns: Returns | undefined;
}

/** No payment ever had more; each is a call. */
const MOST_GIVE_BACKS = 20;

/**
 * Assigns refunds, voids and reversals to their charges; the first charge counts as the payment's own. A search does
 * not name the charge of a return, but the transaction itself does. If it does not either, and there are several
 * charges, the return belongs to one that is not the payment's own: the operator returned a double charge. Throws
 * ProviderUnavailable.
 */
export async function withReturns(
  api: RestApi,
  {
    charges,
    found,
    paymentId,
  }: { charges: readonly ChargeWithReturns[]; found: readonly TransactionSummary[]; paymentId: number | undefined },
  log: Log,
): Promise<ChargeWithReturns[]> {
  const giveBacks = found.filter(({ giveBack }) => giveBack !== undefined);
  if (giveBacks.length > MOST_GIVE_BACKS) {
    throw new ProviderUnavailable(`lakaypay_card: ${giveBacks.length} returns of one payment are too many to look up`);
  }
  const items = new Map<string, MoneyReturn[]>();
  for (const { id, giveBack: how, money } of giveBacks) {
    // The list does not name the charge. With a single charge there is no question.
    const rootId = charges.length < 2 ? undefined : textOf((await readTransaction(api, { id, paymentId }, log)).rootId);
    const charge = charges.find(({ providerRef }) => providerRef === rootId) ?? charges[1] ?? charges[0];
    if (how === undefined || !charge) continue;
    const known = items.get(charge.providerRef) ?? [];
    // A void of the capture and the reversal of its authorization return the same money.
    if (how === 'voided' && known.some((one) => one.how === 'voided')) continue;
    const item = { providerRef: id, how, money: how === 'refunded' && money ? money : charge.paid };
    items.set(charge.providerRef, [...known, item]);
  }
  return charges.map((charge) => ({ ...charge, returns: returnsOf(charge, items.get(charge.providerRef)) }));
}

/** Whether all of a charge was returned. */
export function isReturned({ returns }: ChargeWithReturns): boolean {
  return returns?.left.amountMinor === 0;
}

function returnsOf({ paid }: Charge, items: readonly MoneyReturn[] = []): Returns | undefined {
  if (items.length === 0) return undefined;
  const sumMinor = items.reduce((sum, { money }) => sum + money.amountMinor, 0);
  return { left: { ...paid, amountMinor: Math.max(0, paid.amountMinor - sumMinor) }, items };
}
