import type { Violation } from './history.ts';
import { type Facts, type LineOf, providerNameOf } from './history-facts.ts';

const DAY_US = 86_400_000_000;
/** The networks' limit of declined charges, and its window. */
const MOST_DECLINES = 15;
const WINDOW_US = 30 * DAY_US;

/**
 * I5: a card is charged once for each period, not before the period is due, with the amount and the token that the customer agreed to.
 * Before a charge is requested, the request is stored in the payment and in the mark next to the store. No charge follows a decline that
 * forbids it, or 15 declines within 30 days.
 */
export function checkRecurring(facts: Facts): Violation[] {
  const { of, rows, beginsAtUs, hasClockSteps } = facts;
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I5', message });
  const payments = new Map(rows('payments').map((row) => [providerNameOf(row), row]));
  const charges = of('provider').filter(({ call }) => call === 'charge');
  for (const [index, charge] of charges.entries()) {
    const { order, amountMinor, token, mark, t } = charge;
    const payment = payments.get(order ?? '');
    if (!payment) continue;
    const askedAtUs = payment.charge_asked_at_us;
    const declines = of('attempt').filter((one) => subscriptionIn(one.order) === payment.subscription_id && one.t < t);
    if (declines.some(({ stops }) => stops))
      say(`the charge ${order} was requested after a decline that forbids any other`);
    if (declines.filter((one) => one.t > t - WINDOW_US).length >= MOST_DECLINES)
      say(`the charge ${order} was requested after ${MOST_DECLINES} declines in 30 days`);
    if (askedAtUs === null) say(`the charge ${order} was requested, and is not marked as such`);
    else if (!hasClockSteps && Number(askedAtUs) - beginsAtUs > t)
      say(`the charge ${order} was marked after it was requested`);
    if ((mark ?? 0) < index + 1)
      say(`the charge ${order} is the ${index + 1}th, and the mark next to the store is ${mark}`);
    const agreed = of('subscription').find((one) => one.subscription === payment.subscription_id);
    if (!agreed) say(`the charge ${order} belongs to no subscription`);
    else if (agreed.token !== token || agreed.amountMinor !== amountMinor)
      say(
        `the charge ${order} was requested with ${amountMinor} by ${token}, and agreed were ${agreed.amountMinor} by ${agreed.token}`,
      );
    else if (!hasClockSteps && t < dueAt(agreed, Number(payment.subscription_period)))
      say(`the charge ${order} was requested at ${t}, before it was due`);
  }
  const periods = Map.groupBy(
    of('paid').filter(({ order }) => order.startsWith('sub_')),
    ({ order }) => order.replace(/_t\d+$/, ''),
  );
  for (const [period, all] of periods) if (all.length > 1) say(`${period} was charged ${all.length} times`);
  for (const agreed of hasClockSteps ? [] : of('subscription')) {
    const isThere = rows('payments').some(
      (row) => row.subscription_id === agreed.subscription && row.subscription_period === 1,
    );
    if (!isThere) say(`the first period of ${agreed.subscription} was never charged`);
  }
  return found;
}

/** The subscription in the name of a charge. */
function subscriptionIn(order: string): string | undefined {
  return /^(sub_\d+)_p\d+_t\d+$/.exec(order)?.[1];
}

function dueAt({ anchorAt }: LineOf<'subscription'>, period: number): number {
  return anchorAt + period * DAY_US;
}
