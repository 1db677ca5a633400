import { US_PER_HOUR } from '../../core/durations.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import { MOST_WORK } from '../../features/operations/method-health.ts';
import { deliverySpan, failingDeliveries } from '../../features/operations/store/count-work.ts';
import { lastExhaustedAtUs } from '../../features/operations/store/dismissals.ts';
import { readEndpointTimes } from '../../features/operations/store/website-health.ts';
import { readEvidence, type ShownState, shownState } from '../../features/payments/shown-state.ts';
import { findPayments } from '../../features/payments/store/find-payments.ts';
import { hourOf, type PaymentSum, readPaymentSums } from '../../features/payments/store/payment-sums.ts';
import { readSumsState } from '../../features/payments/store/payment-sums-fill.ts';
import { type ReturnedSum, summed, sumReturned } from '../../features/refunds/store/returned-money.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { SEARCH_TEXTS } from '../../platform/messages/search/search-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import {
  formatHaitiTime,
  formatMoney,
  formatShortHaitiTime,
  formatSums,
  percentOf,
} from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { badge, factsView, timeLink } from '../views/parts.ts';

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
/**
 * The minimum and maximum number of newest finished payments of which at least one should be paid, and the number of
 * newest payments that are searched for them.
 */
const [LEAST_ENDED, MOST_ENDED, LOOKED_AT] = [3, 5, 20];
/** The states of payments whose money arrived. */
const ARRIVED: readonly ShownState[] = ['completed', 'twice', 'returned', 'late', 'late_returned'];
/** The customer or the clock ended these, not the provider. */
const LEFT: readonly ShownState[] = ['cancelled', 'expired'];

/** How a website is doing: how many of its payments are paid, its last payment, and whether its endpoint accepts webhooks. */
export async function healthView(context: SignedInContext, website: Website): Promise<Html> {
  const { deps, language, mode } = context;
  const { db } = deps;
  const texts = WEBSITE_TEXTS[language];
  const to = hourOf(deps.clock()) + 1;
  const scope = { websiteIds: [website.id], mode };
  const [sums, returned, { beginsAtUs, nextId }, { payments }, webhooks] = await Promise.all([
    readPaymentSums(db, { ...scope, by: 'hour', from: to - WEEK_HOURS, to }),
    sumReturned(db, { ...scope, fromUs: (to - WEEK_HOURS) * US_PER_HOUR, toUs: to * US_PER_HOUR }),
    readSumsState(db),
    findPayments(db, { websiteId: website.id, mode, limit: LOOKED_AT }),
    webhooksView(context, website),
  ]);
  const isCounted = beginsAtUs !== null && nextId === null;
  const rate = (hours: number) =>
    isCounted
      ? rateView(
          context,
          sums.filter(({ period }) => period >= to - hours),
        )
      : html`${OVERVIEW_TEXTS[language].notCounted}`;
  const [last] = payments;
  const since = (hours: number, text = texts.successSince) => {
    const { date, time } = formatShortHaitiTime((to - hours) * US_PER_HOUR, language);
    return text({ time: `${date}, ${time}` });
  };
  return html`<h2>${texts.health}</h2><div class="sheet"><p class="soft">${texts.healthOf[mode]}</p>${factsView([
    [since(DAY_HOURS), rate(DAY_HOURS)],
    [since(WEEK_HOURS), rate(WEEK_HOURS)],
    [since(WEEK_HOURS, texts.revenueSince), isCounted ? revenueView(context, sums, returned) : null],
    [texts.lastEnded, await unpaidView(context, payments)],
    [texts.lastPayment, last ? timeLink(context, `/payments/${last.id}`, last.createdAtUs) : html`${texts.noPayment}`],
    [texts.webhooks, webhooks],
  ])}</div>`;
}

/**
 * A warning that none of the newest finished payments was paid, with the reasons; null if one was paid, or if there are
 * few.
 */
async function unpaidView({ deps, language }: SignedInContext, payments: readonly Payment[]): Promise<Html | null> {
  const ended = payments.filter(({ status }) => isFinal(status)).slice(0, MOST_ENDED);
  if (ended.length < LEAST_ENDED) return null;
  const evidence = await readEvidence(deps.db, ended);
  const states = ended.map((payment) => shownState(payment, evidence.get(payment.id)));
  if (states.some((state) => ARRIVED.includes(state))) return null;
  const counts = [...Map.groupBy(states, (state) => state)].map(
    ([state, own]) => `${STATE_TEXTS[language][state]} (${own.length})`,
  );
  const tone = states.every((state) => LEFT.includes(state)) ? 'care' : 'bad';
  return html`${badge(tone, WEBSITE_TEXTS[language].nonePaid({ count: ended.length }))}<br>${counts.join(' · ')}`;
}

/** The money of the paid payments, and what went back to customers in the same time; null without any. */
function revenueView(
  { language }: SignedInContext,
  sums: readonly PaymentSum[],
  returned: readonly ReturnedSum[],
): Html | null {
  const paid = summed(sums.filter(({ outcome }) => outcome === 'completed'));
  const back = summed(returned);
  if (paid.length === 0 && back.length === 0) return null;
  const text = formatSums(paid, language) || formatMoney(0, 'HTG', language);
  return html`${text}${back.length > 0 ? html`<br>${WEBSITE_TEXTS[language].returned({ sums: formatSums(back, language) })}` : ''}`;
}

function rateView({ language }: SignedInContext, sums: readonly PaymentSum[]): Html {
  const count = (some: readonly PaymentSum[]) => some.reduce((all, { payments }) => all + payments, 0);
  const [paid, final] = [count(sums.filter(({ outcome }) => outcome === 'completed')), count(sums)];
  if (final === 0) return html`${WEBSITE_TEXTS[language].noFinished}`;
  return html`${SEARCH_TEXTS[language].successText({ paid, final, percent: percentOf(paid, final) })}`;
}

/** Whether the endpoint accepts webhooks, in words. Those of live and of test payments have one queue. */
async function webhooksView(context: SignedInContext, { id, callbackUrl, testCallbackUrl }: Website): Promise<Html> {
  const { deps, language } = context;
  const texts = WEBSITE_TEXTS[language];
  const [[failing], { lastDeliveredAtUs, failingSinceUs }] = await Promise.all([
    failingDeliveries(deps.db, { websiteIds: [id], most: MOST_WORK + 1 }),
    readEndpointTimes(deps.db, id),
  ]);
  const { retrying = 0, exhausted = 0 } = failing ?? {};
  const time = (us: number) => formatHaitiTime(us, language);
  const line = (status: 'pending' | 'exhausted', text: string) =>
    may(context, 'deliveries.read')
      ? html`<br><a href="${hrefOf(context, '/webhooks', { status, website: id, mode: 'all' })}">${text}</a>`
      : html`<br>${text}`;
  // The attempts may have been deleted.
  const lastLostUs =
    exhausted === 0
      ? undefined
      : ((await lastExhaustedAtUs(deps.db, id)) ??
        (await deliverySpan(deps.db, { websiteId: id, status: 'exhausted' }))?.newestUs);
  const isFailing = retrying > 0 || (lastLostUs !== undefined && lastLostUs >= (lastDeliveredAtUs ?? 0));
  const state = isFailing
    ? badge('bad', texts.webhooksFailing)
    : exhausted > 0
      ? badge('care', texts.webhooksSomeLost)
      : lastDeliveredAtUs !== null
        ? badge('good', texts.webhooksWork)
        : badge('calm', callbackUrl === null && testCallbackUrl === null ? texts.callbackMissing : texts.webhooksNone);
  return html`${state}${retrying > 0 ? line('pending', failingSinceUs === null ? texts.webhooksRetry({ count: retrying }) : texts.webhooksSince({ count: retrying, time: time(failingSinceUs) })) : ''}
${exhausted > 0 ? line('exhausted', texts.webhooksGivenUp({ count: exhausted })) : ''}
${lastDeliveredAtUs === null ? '' : html`<br>${texts.webhooksLast({ time: time(lastDeliveredAtUs) })}`}`;
}
