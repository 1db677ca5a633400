import type { Violation } from './history.ts';
import { type Facts, isFinal, type LineOf, type Row } from './history-facts.ts';

/** I5: the provider is asked to create a payment once at most, and what it says was paid is compared before anything is completed. */
export function checkProvider({ of, rows }: Facts): Violation[] {
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I5', message });
  const creations = of('provider').filter(({ call }) => call === 'CreatePayment');
  const payments = new Map(rows('payments').map((row) => [String(row.id), row]));
  for (const [order, all] of Map.groupBy(creations, (line) => line.order)) {
    if (all.length > 1) say(`the provider was asked ${all.length} times to create ${order}`);
    const payment = payments.get(order ?? '');
    if (!payment) say(`the provider was asked to create ${order}, which is not in the store`);
    else if (payment.amount_minor !== all[0]!.amountMinor) say(`the provider was asked for another amount of ${order}`);
  }
  const paid = new Map(of('paid').map((line) => [line.order, line]));
  for (const [id, { mode, status, amount_minor: amountMinor }] of payments) {
    if (mode !== 'live' || status !== 'completed') continue;
    const costMinor = paid.get(id)?.costMinor;
    if (costMinor === undefined) say(`payment ${id} is completed, and nobody has paid it`);
    else if (costMinor !== amountMinor) say(`payment ${id} is completed, and ${costMinor} was paid of ${amountMinor}`);
  }
  return found;
}

/** I6: the API's list, events, deliveries, counts, sums and the provider's own book tell the same. */
export function checkSums(facts: Facts): Violation[] {
  const { of, rows } = facts;
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I6', message });
  const payments = rows('payments');
  const final = payments.filter(({ status }) => isFinal(String(status)));
  const deliveries = rows('deliveries');
  if (deliveries.length !== final.length) say(`${deliveries.length} deliveries of ${final.length} final payments`);
  if (rows('events').length !== final.length) say(`${rows('events').length} events of ${final.length} final payments`);
  const counted = rows('payment_counts')
    .filter(({ days }) => days === 1)
    .reduce((sum, row) => sum + Number(row.payments), 0);
  if (counted !== payments.length) say(`${counted} payments are counted, of ${payments.length}`);
  found.push(...checkTotals(facts), ...checkBook(facts));
  for (const line of of('paid')) found.push(...checkPaid(facts, line));
  return found;
}

/** The totals that lists tell in the end. */
function checkTotals({ exchanges, of, rows }: Facts): Violation[] {
  const quietAt = of('quiet')[0]?.t ?? Number.POSITIVE_INFINITY;
  return exchanges.flatMap(({ what, status, askedAt, shop, mode, text }) => {
    if (what !== 'list' || status !== 200 || askedAt < quietAt) return [];
    const websiteId = of('shop').find((one) => one.shop === shop)?.websiteId;
    const there = rows('payments').filter((row) => row.website_id === websiteId && row.mode === mode).length;
    const { total } = JSON.parse(text).pagination;
    if (total === there) return [];
    return [
      { invariant: 'I6', message: `the list of ${shop} (${mode}) says ${total} payments, and there are ${there}` },
    ];
  });
}

/** What was summed up of completed payments, of all shops together and by day, is what was paid. */
function checkBook({ rows }: Facts): Violation[] {
  const sum = (all: readonly Row[], member: string) => all.reduce((total, row) => total + Number(row[member]), 0);
  const completed = rows('payments').filter(({ status }) => status === 'completed');
  const summed = rows('payment_sums').filter(
    (row) => row.website_id === '' && row.hours === 24 && row.outcome === 'completed',
  );
  if (sum(summed, 'amount_minor') === sum(completed, 'amount_minor')) return [];
  const message = `${sum(summed, 'amount_minor')} was summed up, of ${sum(completed, 'amount_minor')}`;
  return [{ invariant: 'I6', message }];
}

/** What a customer has paid completed the payment, or an operator is told of it. */
function checkPaid({ rows, exchanges, hasClockSteps }: Facts, { order, costMinor }: LineOf<'paid'>): Violation[] {
  const say = (message: string) => [{ invariant: 'I6', message }];
  const payment = rows('payments').find(({ id }) => String(id) === order);
  if (!payment) return say(`${order} was paid at the provider, and is not in the store`);
  const told = rows('discrepancies').find(({ payment_id: id }) => String(id) === order);
  const { status, failure_reason: reason, amount_minor: amountMinor } = payment;
  if (costMinor !== amountMinor) {
    if (status === 'completed') return say(`${order} is completed, by a wrong amount`);
    return told ? [] : say(`${order} was paid with a wrong amount, and no operator is told`);
  }
  if (status === 'completed') return told ? say(`${order} is completed as it should, and an operator is bothered`) : [];
  if (!told) return say(`${order} is ${status} (${reason}), was paid, and no operator is told`);
  // In time, and with the right amount: only a clock that was wrong is an excuse.
  const wasFinishedByShop = exchanges.some(({ what, payment: id }) => what === 'finish' && id === order);
  if (hasClockSteps || wasFinishedByShop) return [];
  return say(`${order} was paid in time, and is ${status} (${reason})`);
}
