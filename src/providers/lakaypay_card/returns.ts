import type { Money } from '../../core/money.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, type JsonObject, textOf } from '../../platform/text/json-object.ts';
import { type Charge, type MoneyReturn, ProviderUnavailable, type Returns } from '../provider.ts';
import { readTransaction } from './charge-of.ts';
import type { RestApi } from './client.ts';
import { readMoney } from './provider-response.ts';
import type { TransactionSummary } from './transaction-summary.ts';

/** A charge with its returns. */
export interface ChargeWithReturns extends Charge {
  readonly returns: Returns | undefined;
  /** The refunds among the transactions that were voided, of whichever charge. */
  readonly undone?: readonly string[];
}

/** More returns than any payment has. Reading one may cost a call. */
const MOST_GIVE_BACKS = 50;

/**
 * Assigns refunds, voids and reversals to their charges; the first charge counts as the payment's own. A search does not name the charge
 * of a return, but the transaction itself does. If the transaction does not name the charge either, and there are several, the return
 * counts for a charge that is not the payment's own: the operator returned a double charge. A refund that was voided returned nothing.
 * Throws ProviderUnavailable.
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
  const read = reader(api, paymentId, log);
  const withoutMoney = await voidedRefunds(charges, giveBacks, read);
  const items = new Map<string, MoneyReturn[]>();
  for (const { id, giveBack, money } of giveBacks) {
    if (giveBack === undefined || withoutMoney.has(id)) continue;
    const how = giveBack === 'refunded' ? 'refunded' : 'voided';
    // The list does not name the charge. If there is only one, the return belongs to it.
    const rootId = charges.length < 2 ? undefined : textOf((await read(id)).rootId);
    const charge = charges.find(({ providerRef }) => providerRef === rootId) ?? charges[1] ?? charges[0];
    if (!charge) continue;
    const known = items.get(charge.providerRef) ?? [];
    // A void of the capture and the reversal of its authorization return the same money.
    if (how === 'voided' && known.some((one) => one.how === 'voided')) continue;
    const returned = how === 'voided' ? charge.paid : (money ?? refundedMoney(id, await read(id)));
    const item = { providerRef: id, how, money: returned } as const;
    items.set(charge.providerRef, [...known, item]);
  }
  const undone = [...withoutMoney];
  return charges.map((charge) => ({ ...charge, returns: returnsOf(charge, items.get(charge.providerRef)), undone }));
}

type ReadById = (id: string) => Promise<JsonObject>;

/** Reads each transaction once. */
function reader(api: RestApi, paymentId: number | undefined, log: Log): ReadById {
  const bodies = new Map<string, JsonObject>();
  return async (id) => {
    const body = bodies.get(id) ?? (await readTransaction(api, { id, paymentId }, log));
    bodies.set(id, body);
    return body;
  };
}

/**
 * The ids of all refunds that were voided, and of the voids that did this. A void after a refund belongs either to the refund or to the
 * charge: only the transaction itself shows which. Throws ProviderUnavailable when the transaction does not show it.
 */
async function voidedRefunds(
  charges: readonly Pick<Charge, 'providerRef'>[],
  giveBacks: readonly TransactionSummary[],
  read: ReadById,
): Promise<Set<string>> {
  const ids = new Set<string>();
  const refunds = giveBacks.filter(({ giveBack }) => giveBack === 'refunded');
  for (const { id, giveBack, atUs } of giveBacks) {
    const earlier = refunds.filter((refund) => refund.atUs <= atUs);
    if (giveBack !== 'voided' || earlier.length === 0) continue;
    const related = relatedIds(await read(id));
    const own = earlier.filter((refund) => related.includes(refund.id));
    const isOfCharge = charges.some(({ providerRef }) => related.includes(providerRef));
    const [refund] = own;
    if ((own.length === 0) !== isOfCharge || own.length > 1) {
      throw new ProviderUnavailable(
        `lakaypay_card: transaction ${id} does not say whether it voids the charge or a refund`,
      );
    }
    if (refund) ids.add(id).add(refund.id);
  }
  return ids;
}

/** The ids of those refunds among the transactions of a payment that were voided, and so returned nothing. Throws ProviderUnavailable. */
export function findVoidedRefunds(
  api: RestApi,
  { found, paymentId }: { found: readonly TransactionSummary[]; paymentId: number },
  log: Log,
): Promise<Set<string>> {
  const charges = found.flatMap(({ id, result }) => (result ? [{ providerRef: id }] : []));
  const giveBacks = found.filter(({ giveBack }) => giveBack !== undefined);
  return voidedRefunds(charges, giveBacks, reader(api, paymentId, log));
}

/** The transactions that a transaction links to. */
function relatedIds(body: JsonObject): string[] {
  const { relatedTransactions: related } = asObject(body._links);
  return (Array.isArray(related) ? related : []).flatMap(
    (link) => textOf(asObject(link).href)?.split('/').at(-1) ?? [],
  );
}

/** Whether all of a charge was returned. */
export function isReturned({ returns }: ChargeWithReturns): boolean {
  return returns?.left.amountMinor === 0;
}

/** The amount of a refund that the list does not show. Throws ProviderUnavailable when the transaction does not either. */
function refundedMoney(id: string, body: JsonObject): Money {
  const { totalAmount, currency } = asObject(asObject(body.orderInformation).amountDetails);
  const money = readMoney(totalAmount, currency);
  if (!money) throw new ProviderUnavailable(`lakaypay_card: it is not clear how much the refund ${id} returned`);
  return money;
}

function returnsOf({ paid }: Charge, items: readonly MoneyReturn[] = []): Returns | undefined {
  if (items.length === 0) return undefined;
  const comparable = items.filter(({ money }) => money.currency === paid.currency);
  const sumMinor = comparable.reduce((sum, { money }) => sum + money.amountMinor, 0);
  return {
    left: { ...paid, amountMinor: Math.max(0, paid.amountMinor - sumMinor) },
    ...(comparable.length < items.length && { isLeftUncertain: true as const }),
    items,
  };
}
