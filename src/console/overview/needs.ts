import type { PaymentMethod } from '../../core/payment.ts';
import { isAllowed } from '../../core/roles.ts';
import { MOST_WORK, readMethodTrouble, waitingLivePayments } from '../../features/operations/method-health.ts';
import {
  failingDeliveries,
  type GivenUpReceipt,
  givenUpReceipts,
  openLivePayments,
  type WaitingPayment,
} from '../../features/operations/store/count-work.ts';
import {
  countOpenDiscrepancies,
  sumOpenDiscrepancies,
} from '../../features/payments/discrepancies/store/discrepancies.ts';
import { findNewestRateOf } from '../../features/rates/store/exchange-rates.ts';
import { findManualRate } from '../../features/rates/store/manual-rates.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { methodName } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { rateHealth } from '../rates/rate-health.ts';

/** A text that depends on a count, which the page shows in front of it. */
type CountText = (values: { readonly count: number }) => string;

const MINUTE_US = 60_000_000;
const HOUR_US = 60 * MINUTE_US;
const DAY_US = 24 * HOUR_US;
/** How long the gateway queries the provider after a payment has expired, before the payment is shown as overdue. */
const OVERDUE_AFTER_US = HOUR_US;
const RECEIPT_DAYS = 7;

/** An item that needs attention. */
export interface Need {
  /** Null for a single condition that has no count. */
  readonly count: number | null;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly text: string;
  /** The path of a list with exactly the counted rows. */
  readonly href: string;
}

/** Everything that needs attention and that the user may see, most urgent first. The work is bounded, however many rows there are. */
export async function readNeeds(context: SignedInContext): Promise<Need[]> {
  const { deps, who, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const isOperator = who.websiteIds === null;
  const needs: Need[] = [];
  const add = (count: number, text: CountText, path: string, query: Record<string, string> = {}) => {
    if (count === 0) return;
    const href = hrefOf(context, path, query);
    needs.push({ count: Math.min(count, MOST_WORK), isMore: count > MOST_WORK, text: text({ count }), href });
  };
  if (isOperator) {
    add(await countOpenDiscrepancies(deps.db), texts.discrepancies, '/discrepancies', { state: 'open' });
  } else {
    const open = await sumOpenDiscrepancies(deps.db, who.websiteIds);
    const all = open.reduce((sum, { count }) => sum + count, 0);
    const ofAmount = open.filter(({ kind }) => kind === 'amount_mismatch').reduce((sum, { count }) => sum + count, 0);
    add(ofAmount, texts.wrongAmounts, '/discrepancies', { state: 'open', kind: 'amount_mismatch' });
    add(all - ofAmount, texts.ownDiscrepancies, '/discrepancies', { state: 'open' });
  }
  const overdue = await overduePayments(context);
  add(overdue.length, texts.overdue, '/overview/overdue');
  if (isOperator) {
    const naming =
      (text: (values: { count: number; method: string }) => string, method: PaymentMethod): CountText =>
      ({ count }) =>
        text({ count, method: methodName(method, TEXTS[language]) });
    const { silent, failing } = await readMethodTrouble(deps.db, deps.clock());
    for (const [method, count] of silent) {
      add(count, naming(texts.silent, method), '/overview/waiting', { method });
    }
    for (const [method, count] of failing) {
      const query = { mode: 'live', status: 'failed', method, reason: 'provider_error' };
      add(count, naming(texts.failing, method), '/payments', query);
    }
  }
  if (await isRateStale(context)) {
    needs.push({ count: null, isMore: false, text: texts.rate, href: hrefOf(context, '/rates') });
  }
  const failing = isAllowed(who.user.role, 'deliveries.read')
    ? await failingDeliveries(deps.db, { websiteIds: who.websiteIds, most: MOST_WORK + 1 })
    : [];
  for (const { websiteId, name, exhausted, retrying } of failing) {
    const naming =
      (text: (values: { count: number; website: string }) => string): CountText =>
      ({ count }) =>
        text({ count, website: name });
    add(exhausted, naming(texts.exhausted), '/webhooks', { status: 'exhausted', website: websiteId, mode: 'all' });
    add(retrying, naming(texts.retrying), '/webhooks', { status: 'pending', website: websiteId, mode: 'all' });
  }
  add((await lostReceipts(context)).length, texts.receipts, '/overview/receipts');
  return needs;
}

/** Whether dollars are converted at a rate that its source does not keep up to date. A manual rate needs no source. */
async function isRateStale({ deps, who }: SignedInContext): Promise<boolean> {
  const { source } = deps.rates.settings;
  if (!source || !isAllowed(who.user.role, 'rates.read')) return false;
  const manual = await findManualRate(deps.db);
  if (manual && manual.rateE4 !== null) return false;
  const last = await findNewestRateOf(deps.db, source.source, source.bounds);
  return rateHealth(last, { nowUs: deps.clock(), everyMinutes: source.refreshMinutes }) !== 'well';
}

/** The oldest open live payments that the user may see: more than anyone can work through. */
function openPayments({ deps, who }: SignedInContext): Promise<WaitingPayment[]> {
  return openLivePayments(deps.db, { websiteIds: who.websiteIds, most: MOST_WORK + 1 });
}

/** Live payments that expired long ago and are still open. */
export async function overduePayments(context: SignedInContext): Promise<WaitingPayment[]> {
  const beforeUs = context.deps.clock() - OVERDUE_AFTER_US;
  return (await openPayments(context)).filter(({ expiresAtUs }) => expiresAtUs < beforeUs);
}

/** Waiting live payments of the last day, of one method or of all. */
export async function waitingPayments(
  { deps, who }: SignedInContext,
  method?: PaymentMethod,
): Promise<WaitingPayment[]> {
  const waiting = await waitingLivePayments(deps.db, { nowUs: deps.clock(), websiteIds: who.websiteIds });
  return waiting.filter((payment) => method === undefined || payment.method === method);
}

/** Receipts that could not be sent, for payments that the user may see. */
export function lostReceipts({ deps, who }: SignedInContext): Promise<GivenUpReceipt[]> {
  const sinceUs = deps.clock() - RECEIPT_DAYS * DAY_US;
  return givenUpReceipts(deps.db, { websiteIds: who.websiteIds, sinceUs, most: MOST_WORK + 1 });
}
