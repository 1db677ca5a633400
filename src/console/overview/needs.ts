import { US_PER_DAY, US_PER_HOUR } from '../../core/durations.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import { isAllowed, sideOf } from '../../core/roles.ts';
import {
  type MethodCount,
  MOST_WORK,
  readMethodTrouble,
  waitingLivePayments,
} from '../../features/operations/method-health.ts';
import {
  deliverySpan,
  failingDeliveries,
  type GivenUpReceipt,
  givenUpReceipts,
  openLivePayments,
  type WaitingPayment,
} from '../../features/operations/store/count-work.ts';
import { type Dismissal, lastExhaustedAtUs, listDismissals } from '../../features/operations/store/dismissals.ts';
import {
  countOpenDiscrepancies,
  oldestOpenDiscrepancyUs,
  sumOpenDiscrepancies,
} from '../../features/payments/discrepancies/store/discrepancies.ts';
import type { PayoutState } from '../../features/payouts/payout.ts';
import { countMissing } from '../../features/payouts/store/outstanding.ts';
import { countOpenLines } from '../../features/payouts/store/payout-lines.ts';
import { findNewestRateOf } from '../../features/rates/store/exchange-rates.ts';
import { findManualRate } from '../../features/rates/store/manual-rates.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { formatHaitiTime, methodName } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { rateHealth } from '../rates/rate-health.ts';
import { visibleWebsites } from '../visible.ts';
import { type CountText, counted, type DismissibleNeed, type Need } from './need.ts';
import { disputeNeeds, keptNeeds, refundNeeds, reversedNeeds } from './refund-needs.ts';

/** How long the gateway queries the provider after a payment has expired, before the payment is shown as overdue. */
const OVERDUE_AFTER_US = US_PER_HOUR;
const RECEIPT_DAYS = 7;

/** The items that need attention, and those that a user dismissed. */
export interface Needs {
  readonly open: readonly Need[];
  readonly dismissed: readonly { readonly need: Need; readonly by: Dismissal }[];
  /** All dismissals of the user's side, also of items that are over. */
  readonly dismissals: readonly Dismissal[];
}

/**
 * The items that need attention and that the user may see, most urgent first. The work is bounded, however many rows
 * there are.
 */
export async function readNeeds(context: SignedInContext): Promise<Needs> {
  const { deps, who } = context;
  const [money, payouts, refunds, kept, disputes, reversed, webhooks, receipts, dismissals] = await Promise.all([
    moneyNeeds(context),
    payoutNeeds(context),
    refundNeeds(context),
    keptNeeds(context),
    disputeNeeds(context),
    reversedNeeds(context),
    webhookNeeds(context),
    receiptNeeds(context),
    listDismissals(deps.db, { websiteIds: who.websiteIds, side: sideOf(who.user.role) }),
  ]);
  const open: Need[] = [...money, ...payouts, ...disputes, ...refunds, ...kept];
  const dismissed: { need: Need; by: Dismissal }[] = [];
  for (const { need, lastUs } of [...reversed, ...webhooks, ...receipts]) {
    const by = dismissals.find(({ websiteId, kind }) => websiteId === need.item?.websiteId && kind === need.item.kind);
    if (by && ((await lastUs()) ?? 0) <= by.seenAtUs) dismissed.push({ need, by });
    else open.push(need);
  }
  return { open, dismissed, dismissals };
}

/** Money that needs attention, and the providers and rates that money depends on. */
async function moneyNeeds(context: SignedInContext): Promise<Need[]> {
  const { deps, who, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const isOperator = who.websiteIds === null;
  const needs: Need[] = [];
  const add = (
    count: number,
    text: CountText,
    { path, query = {}, sinceUs }: { path: string; query?: Record<string, string>; sinceUs?: number | undefined },
  ) => {
    if (count > 0) needs.push({ ...counted(count, text), href: hrefOf(context, path, query), sinceUs });
  };
  const sinceUs = await oldestOpenDiscrepancyUs(deps.db, who.websiteIds);
  const path = '/discrepancies';
  if (isOperator) {
    add(await countOpenDiscrepancies(deps.db), texts.discrepancies, { path, query: { state: 'open' }, sinceUs });
  } else {
    const open = await sumOpenDiscrepancies(deps.db, who.websiteIds);
    const all = open.reduce((sum, { count }) => sum + count, 0);
    const ofAmount = open.filter(({ kind }) => kind === 'amount_mismatch').reduce((sum, { count }) => sum + count, 0);
    // The time of the oldest is not known if several kinds are counted.
    const ageOf = (count: number) => ({ sinceUs: count === all ? sinceUs : undefined });
    const ofAmounts = { state: 'open', kind: 'amount_mismatch' };
    add(ofAmount, texts.wrongAmounts, { path, query: ofAmounts, ...ageOf(ofAmount) });
    add(all - ofAmount, texts.ownDiscrepancies, { path, query: { state: 'open' }, ...ageOf(all - ofAmount) });
  }
  const overdue = await overduePayments(context);
  const oldestUs = (payments: readonly WaitingPayment[], read: (payment: WaitingPayment) => number) =>
    payments.length === 0 ? undefined : Math.min(...payments.map(read));
  add(overdue.length, texts.overdue, {
    path: '/overview/overdue',
    sinceUs: oldestUs(overdue, ({ expiresAtUs }) => expiresAtUs),
  });
  const { silent, failing, sinceUs: endsSinceUs } = await readMethodTrouble(deps.db, deps.clock());
  if (!isOperator && silent.length + failing.length > 0) {
    // About other merchants' payments, a merchant only sees that the method has trouble.
    const own = (await visibleWebsites(context)).filter(({ deactivatedAtUs }) => deactivatedAtUs === null);
    const isOffered = ([method]: MethodCount) => own.some(({ methods }) => methods.includes(method));
    for (const [counts, text] of [
      [silent, texts.silentForMerchants],
      [failing, texts.failingForMerchants],
    ] as const) {
      for (const [method] of counts.filter(isOffered)) {
        const href = hrefOf(context, '/payments', { mode: 'live', method });
        needs.push({ count: null, isMore: false, text: text({ method: methodName(method, TEXTS[language]) }), href });
      }
    }
  }
  if (isOperator) {
    const time = formatHaitiTime(endsSinceUs, language);
    const naming =
      (text: (values: { count: number; method: string; time: string }) => string, method: PaymentMethod): CountText =>
      ({ count }) =>
        text({ count, method: methodName(method, TEXTS[language]), time });
    for (const [method, count] of silent) {
      const waiting = await waitingPayments(context, method);
      add(count, naming(texts.silent, method), {
        path: '/overview/waiting',
        query: { method },
        sinceUs: oldestUs(waiting, ({ createdAtUs }) => createdAtUs),
      });
    }
    for (const [method, count] of failing) {
      const query = { mode: 'live', status: 'failed', method, reason: 'provider_error' };
      add(count, naming(texts.failing, method), { path: '/payments', query });
    }
  }
  const staleSinceUs = await rateStaleSince(context);
  if (staleSinceUs !== null) {
    const href = hrefOf(context, '/rates');
    needs.push({ count: null, isMore: false, text: texts.rate, href, sinceUs: staleSinceUs });
  }
  return needs;
}

/** Lines of statements that fit nothing, and statements that lack payments after the provider's usual delay. */
async function payoutNeeds(context: SignedInContext): Promise<Need[]> {
  const { deps, language } = context;
  if (!may(context, 'payouts.read')) return [];
  const texts = OVERVIEW_TEXTS[language];
  const [open, missing] = await Promise.all([countOpenLines(deps.db, MOST_WORK + 1), countMissing(deps.db)]);
  const needOf = (count: number, text: CountText, state: PayoutState, sinceUs: number | undefined): Need[] =>
    count === 0 ? [] : [{ ...counted(count, text), href: hrefOf(context, '/payouts', { state }), sinceUs }];
  return [
    ...needOf(open.count, texts.openLines, 'open', open.sinceUs),
    ...needOf(missing.count, texts.missingPayments, 'missing', missing.sinceUs),
  ];
}

/** Webhooks that failed after all retries, and those that are retrying, for each website. */
async function webhookNeeds(context: SignedInContext): Promise<DismissibleNeed[]> {
  const { deps, who, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  if (!isAllowed(who.user.role, 'deliveries.read')) return [];
  const needs: DismissibleNeed[] = [];
  const websites = await failingDeliveries(deps.db, { websiteIds: who.websiteIds, most: MOST_WORK + 1 });
  for (const { websiteId, name, exhausted, retrying } of websites) {
    for (const [kind, status, count] of [
      ['exhausted', 'exhausted', exhausted],
      ['retrying', 'pending', retrying],
    ] as const) {
      if (count === 0) continue;
      const span = await deliverySpan(deps.db, { websiteId, status });
      const need: Need = {
        ...counted(count, (values) => texts[kind]({ ...values, website: name })),
        href: hrefOf(context, '/webhooks', { status, website: websiteId, mode: 'all' }),
        sinceUs: span?.oldestUs,
        error: span?.error ?? null,
        item: { websiteId, kind },
      };
      const lastUs = async () => (kind === 'exhausted' ? await lastExhaustedAtUs(deps.db, websiteId) : span?.newestUs);
      needs.push({ need, lastUs });
    }
  }
  return needs;
}

/** Receipts that could not be sent, for each website. */
async function receiptNeeds(context: SignedInContext): Promise<DismissibleNeed[]> {
  const texts = OVERVIEW_TEXTS[context.language];
  const lost = await lostReceipts(context);
  if (lost.length === 0) return [];
  const names = new Map((await visibleWebsites(context)).map(({ id, name }) => [id, name]));
  return [...Map.groupBy(lost, ({ websiteId }) => websiteId)].map(([websiteId, receipts]) => ({
    need: {
      ...counted(receipts.length, ({ count }) => texts.receipts({ count, website: names.get(websiteId) ?? websiteId })),
      href: hrefOf(context, '/overview/receipts', { website: websiteId }),
      sinceUs: receipts.at(-1)?.endedAtUs,
      error: receipts[0]?.error ?? null,
      item: { websiteId, kind: 'receipts' },
    },
    lastUs: async () => receipts[0]?.endedAtUs,
  }));
}

/**
 * Since when the rate at which dollars are converted has not been updated by its source; undefined if it never was, null if the rate is
 * up to date. A manual rate needs no source.
 */
async function rateStaleSince({ deps, who }: SignedInContext): Promise<number | undefined | null> {
  const { source } = deps.rates.settings;
  if (!source || !isAllowed(who.user.role, 'rates.read')) return null;
  const manual = await findManualRate(deps.db);
  if (manual && manual.rateE4 !== null) return null;
  const last = await findNewestRateOf(deps.db, source.source, source.bounds);
  const health = rateHealth(last, { nowUs: deps.clock(), everyMinutes: source.refreshMinutes });
  return health === 'well' ? null : last?.confirmedAtUs;
}

/**
 * Live payments that expired long ago and are still open, up to a maximum that is more than an operator can work
 * through.
 */
export function overduePayments({ deps, who }: SignedInContext): Promise<WaitingPayment[]> {
  const expiredBeforeUs = deps.clock() - OVERDUE_AFTER_US;
  return openLivePayments(deps.db, { websiteIds: who.websiteIds, most: MOST_WORK + 1, expiredBeforeUs });
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
  const sinceUs = deps.clock() - RECEIPT_DAYS * US_PER_DAY;
  return givenUpReceipts(deps.db, { websiteIds: who.websiteIds, sinceUs, most: MOST_WORK + 1 });
}
