import { CURRENCIES, isSameMoney, type Money } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, textOf } from '../../platform/text/json-object.ts';
import { type MoneyReturn, ProviderUnavailable, type ReportedDispute, type Returns } from '../provider.ts';
import type { CallStripe } from './call-stripe.ts';
import { type Intent, type IntentRefund, readRefund } from './intent.ts';
import { readCardData } from './provider-data.ts';

const MOST_DISPUTES = 100;
const REFUNDS_PER_PAGE = 100;
/** No merchant refunds a payment in more than a thousand parts. Beyond that, only the charge's sum is used. */
const MOST_REFUND_PAGES = 10;
/** The statuses of disputes for which the bank has not moved the money. */
const HARMLESS = ['prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'];
/** The longest reason that is stored. */
const MOST_REASON = 200;

/**
 * The disputes of a charge that moved its money: an inquiry moves none, and a dispute that was won has returned it. An
 * unknown status counts as open. Throws ProviderUnavailable.
 */
export async function findDisputes(
  ask: CallStripe,
  { intentId, transactionId }: { intentId: string; transactionId: number | undefined },
  log: Log,
): Promise<ReportedDispute[]> {
  const params = { payment_intent: intentId, limit: MOST_DISPUTES };
  const page = await ask(log, { operation: 'disputes.list', transactionId }, (stripe) => stripe.disputes.list(params));
  if (!Array.isArray(page.data)) throw new ProviderUnavailable('stripe returned something that is no list');
  return page.data.flatMap((item): ReportedDispute[] => {
    const { id, status, amount, currency, reason, created, evidence_details: evidence } = asObject(item);
    const known = CURRENCIES.find((one) => one.toLowerCase() === currency);
    const providerRef = textOf(id);
    if (providerRef === undefined || typeof status !== 'string' || !Number.isSafeInteger(amount) || !known) {
      throw new ProviderUnavailable('stripe returned something that is no dispute');
    }
    if (HARMLESS.includes(status)) return [];
    return [
      {
        providerRef,
        money: { amountMinor: Number(amount), currency: known },
        state: status === 'won' || status === 'lost' ? status : 'opened',
        reason: textOf(reason)?.slice(0, MOST_REASON) || null,
        openedAtUs: timeOf(created),
        // Under review, the bank has the evidence.
        evidenceDueAtUs: status === 'under_review' ? null : timeOf(asObject(evidence).due_by),
      },
    ];
  });
}

/** A time of Stripe's, which is in seconds, in microseconds; null for anything else. */
function timeOf(seconds: unknown): number | null {
  return Number.isSafeInteger(seconds) && Number(seconds) > 0 && Number(seconds) < 1e10 ? Number(seconds) * 1e6 : null;
}

/**
 * The refunds of a PaymentIntent, the newest first. Each has its own id. Needed for charges that list only their newest refunds. Throws
 * ProviderUnavailable.
 */
export async function findRefunds(
  ask: CallStripe,
  { intentId, transactionId }: { intentId: string; transactionId: number | undefined },
  log: Log,
): Promise<IntentRefund[]> {
  const found: IntentRefund[] = [];
  for await (const refund of listRefunds(ask, { intentId, transactionId }, log)) found.push(readRefund(refund));
  return found;
}

/** The refunds of a PaymentIntent as Stripe lists them, the newest first, whatever their status. Throws ProviderUnavailable. */
export async function* listRefunds(
  ask: CallStripe,
  { intentId, transactionId }: { intentId: string; transactionId: number | undefined },
  log: Log,
): AsyncGenerator<unknown> {
  let after: string | undefined;
  for (let pages = 0; pages < MOST_REFUND_PAGES; pages++) {
    const params = {
      payment_intent: intentId,
      limit: REFUNDS_PER_PAGE,
      ...(after !== undefined && { starting_after: after }),
    };
    const page = await ask(log, { operation: 'refunds.list', transactionId }, (stripe) => stripe.refunds.list(params));
    if (!Array.isArray(page.data)) throw new ProviderUnavailable('stripe returned something that is no list');
    yield* page.data;
    const last = page.data.at(-1)?.id;
    if (!page.has_more || last === undefined || last === after) break;
    after = last;
  }
}

/**
 * The returned money of a paid PaymentIntent; undefined when there is none. The whole of a converted charge is the
 * whole requested amount.
 */
export function returnsOf(intent: Intent, payment: Payment): Returns | undefined {
  return returnsIn(intent, amountsOf(payment));
}

/** The refunds of a PaymentIntent that returned nothing, and whether all of its refunds are listed. */
export function undoneIn({ charge }: Intent): { undone: string[]; listsAllReturns: boolean } {
  const undone = (charge?.refunds ?? []).filter(({ status }) => status === 'failed').map(({ id }) => id);
  return { undone, listsAllReturns: charge !== undefined && charge.refundedMinor <= listedMinorOf(charge) };
}

/** What the listed refunds of a charge return together. */
function listedMinorOf({ refunds }: NonNullable<Intent['charge']>): number {
  return refunds.reduce((sum, { amountMinor, status }) => sum + (status === 'failed' ? 0 : amountMinor), 0);
}

/** The disputes of a paid PaymentIntent. The whole of a converted charge is the whole requested amount, as in `returnsOf`. */
export function disputesOf({ disputes }: Intent, payment: Payment): ReportedDispute[] {
  const { asked, charged } = amountsOf(payment);
  return disputes.map((each) => (isSameMoney(each.money, charged) ? { ...each, money: asked } : each));
}

/** The requested and the charged amount. */
function amountsOf(payment: Payment): { asked: Money; charged: Money } {
  const asked = { amountMinor: payment.amountMinor, currency: payment.currency };
  return { asked, charged: readCardData(payment).converted?.charged ?? asked };
}

/** The same as `returnsOf`, for a PaymentIntent whose payment is not stored here: the requested and the charged amount are given. */
export function returnsIn(
  intent: Intent,
  { asked, charged: whole }: { asked: Money; charged: Money },
): Returns | undefined {
  const { receivedMinor, currency, charge } = intent;
  const disputes = intent.disputes.flatMap(disputeReturn);
  const refunds = (charge?.refunds ?? []).filter(({ status }) => status !== 'failed');
  const listedMinor = charge ? listedMinorOf(charge) : 0;
  const refundedMinor = Math.max(charge?.refundedMinor ?? 0, listedMinor);
  const lost = disputes.filter(({ how }) => how === 'dispute_lost');
  const lostHere = lost.filter(({ money }) => money.currency === currency);
  const lostMinor = lostHere.reduce((sum, { money }) => sum + money.amountMinor, 0);
  const items: MoneyReturn[] = [
    ...refunds.map(
      ({ id, amountMinor, status }): MoneyReturn => ({
        providerRef: id,
        money: { amountMinor, currency },
        how: status === 'pending' ? 'refund_pending' : 'refunded',
      }),
    ),
    // Unlisted refunds are only known as a part of the charge's sum.
    ...(charge && refundedMinor > listedMinor
      ? [
          {
            providerRef: charge.id,
            money: { amountMinor: refundedMinor - listedMinor, currency },
            how: 'unlisted',
          } as const,
        ]
      : []),
    ...disputes,
  ];
  if (items.length === 0) return undefined;
  const inAsked = (money: Money): Money => (isSameMoney(money, whole) ? asked : money);
  const leftMinor = Math.max(0, receivedMinor - refundedMinor - lostMinor);
  return {
    left:
      leftMinor === 0 ? { amountMinor: 0, currency: asked.currency } : inAsked({ amountMinor: leftMinor, currency }),
    ...(lostHere.length < lost.length && { isLeftUncertain: true as const }),
    items: items.map((item) => ({ ...item, money: inAsked(item.money) })),
  };
}

/** The money that a dispute took; nothing once it was won. */
function disputeReturn({ providerRef, money, state }: ReportedDispute): MoneyReturn[] {
  return state === 'won' ? [] : [{ providerRef, money, how: state === 'lost' ? 'dispute_lost' : 'disputed' }];
}
