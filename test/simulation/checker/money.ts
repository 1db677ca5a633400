import type { Violation } from './history.ts';
import { type Facts, isFinal, type LineOf, providerNameOf, type Row } from './history-facts.ts';

const US = 1_000_000;
/** The waits between the late checks, which look for money that came after a failure. */
const LATE_WAITS_US = [600, 3_600, 21_600, 86_400, 259_200].map((seconds) => seconds * US);
/** A background job may be this late, beyond its pause: a dead worker still has a lease, and responses take time. */
const LATE_BY_US = 900 * US;
/** Calls that query the status of a payment. */
const QUERIES = ['RetrieveOrderPayment', 'search'];
/** Calls that make a provider charge a card, or create a page for a payment. */
const CREATIONS = ['CreatePayment', 'charge'];

/**
 * I5: Peye requests each payment, and each charge of a card, from the provider at most once. It compares the paid amount before it
 * completes a payment. A completed payment has the number that is in the provider's records.
 */
export function checkProvider({ of, rows }: Facts): Violation[] {
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I5', message });
  const creations = of('provider').filter(({ call }) => CREATIONS.includes(call));
  const payments = new Map(rows('payments').map((row) => [providerNameOf(row), row]));
  for (const [order, all] of Map.groupBy(creations, (line) => line.order)) {
    if (all.length > 1) say(`the provider got ${all.length} requests to create ${order}`);
    const payment = payments.get(order ?? '');
    if (!payment) say(`the provider got a request to create ${order}, which is not in the store`);
    else if (payment.amount_minor !== all[0]!.amountMinor) say(`the provider got another amount for ${order}`);
  }
  const paid = Map.groupBy(of('paid'), (line) => line.order);
  for (const [name, { id, mode, status, amount_minor: amountMinor, provider_ref: ref, currency }] of payments) {
    if (mode !== 'live' || status !== 'completed') continue;
    const charges = paid.get(name) ?? [];
    const own = charges.find(({ transaction }) => transaction === ref) ?? charges[0];
    if (!own) say(`payment ${id} is completed, and no customer has paid it`);
    else if (own.costMinor !== amountMinor || own.currency !== currency)
      say(`payment ${id} is completed, and ${own.costMinor} was paid of ${amountMinor}`);
    else if (own.transaction !== ref)
      say(`payment ${id} has the provider's number ${ref}, which is ${own.transaction}`);
  }
  return found;
}

/** I6: lists, events and deliveries have each final payment once, and every payment that a customer paid is completed. */
export function checkSums(facts: Facts): Violation[] {
  const { of, rows } = facts;
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I6', message });
  const final = rows('payments').filter(({ status }) => isFinal(String(status)));
  for (const table of ['deliveries', 'events']) {
    const there = rows(table).map(({ payment_id: id }) => String(id));
    if (
      there.toSorted().join() !==
      final
        .map(({ id }) => String(id))
        .toSorted()
        .join()
    )
      say(`${there.length} ${table} of ${final.length} final payments`);
  }
  found.push(...checkTotals(facts));
  for (const line of of('paid')) found.push(...checkPaid(facts, line));
  return found;
}

/** The totals that lists show in the end. */
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

/** Money from a customer completes the payment. If it does not, discrepancies.ts checks what an operator sees. */
function checkPaid(
  { rows, of, exchanges, hasClockSteps, beginsAtUs }: Facts,
  { order, costMinor, t, knownAt }: LineOf<'paid'>,
): Violation[] {
  const say = (message: string) => [{ invariant: 'I6', message }];
  const payment = rows('payments').find((row) => providerNameOf(row) === order);
  if (!payment) return say(`${order} was paid at the provider, and is not in the store`);
  const { status, failure_reason: reason, amount_minor: amountMinor, id } = payment;
  if (costMinor !== amountMinor) return status === 'completed' ? say(`${order} is completed, by a wrong amount`) : [];
  if (status === 'completed') return [];
  // The payment was paid in time, with the right amount. It may have failed only if the clock was wrong, the shop itself failed it, the
  // gateway could not know of the money yet, or a node stood still.
  const wasFinishedByShop = exchanges.some(({ what, payment: one }) => what === 'finish' && one === String(id));
  // The provider's slow records showed the money only after the payment had ended.
  const finishedAt = Number(payment.finished_at_us) - beginsAtUs;
  const wasUnknown = knownAt > finishedAt - 5 * US;
  // The node stood still from before the money came until it failed the payment, because the provider's response was too late. No real
  // customer has the address of such a payment's page, but the model pays it all the same.
  const stoodStill =
    reason === 'provider_error' &&
    of('fault').some((fault) => fault.t <= t && Math.abs(stillUntil(fault) - finishedAt) < US);
  if (hasClockSteps || wasFinishedByShop || wasUnknown || stoodStill) return [];
  return say(`${order} was paid in time (at ${t}), and is ${status} (${reason})`);
}

/** The time at which a node that stands still resumes; 0 for other faults. */
function stillUntil({ what, t }: LineOf<'fault'>): number {
  const forUs = /^stands still for (\d+) us$/.exec(what)?.[1];
  return forUs === undefined ? 0 : t + Number(forUs);
}

/** I2: a payment fails only for the reason that the provider or the shop gave, and it expires only after a query past its end. */
export function checkEnds(facts: Facts): Violation[] {
  return facts.rows('payments').flatMap((payment) => {
    if (payment.status !== 'failed') return [];
    const fault = payment.mode === 'test' ? faultOfTestEnd(facts, payment) : faultOfLiveEnd(facts, payment);
    if (fault === undefined) return [];
    return [{ invariant: 'I2', message: `payment ${payment.id} failed as ${payment.failure_reason}: ${fault}` }];
  });
}

function faultOfTestEnd({ exchanges, hasClockSteps }: Facts, payment: Row): string | undefined {
  const { id, failure_reason: reason, created_at_us: fromUs, expires_at_us: endUs, finished_at_us: atUs } = payment;
  const asked = exchanges
    .filter(({ what, payment: one, path }) => what === 'finish' && one === String(id) && path.endsWith('/fail'))
    .map(({ body }) => JSON.parse(body ?? '{}').failure_reason ?? 'declined');
  if (asked.includes(reason)) return undefined;
  if (reason !== 'expired') return `requested was [${asked.join(', ')}]`;
  if (Number(atUs) < Number(endUs) && !hasClockSteps) return `it ended ${Number(endUs) - Number(atUs)} us too early`;
  return Number(endUs) - Number(fromUs) < 300 * US && !hasClockSteps ? 'its time was too short' : undefined;
}

function faultOfLiveEnd(facts: Facts, payment: Row): string | undefined {
  const { of, hasClockSteps, beginsAtUs } = facts;
  const { failure_reason: reason, expires_at_us: endUs, finished_at_us: atUs } = payment;
  const name = providerNameOf(payment);
  const [createdAt, finishedAt] = [Number(payment.created_at_us) - beginsAtUs, Number(atUs) - beginsAtUs];
  // The payment's times are comparable with those of the world only if no clock was set.
  const before = ({ t }: { t: number }) => hasClockSteps || t <= finishedAt + US;
  const queries = of('provider').filter((line) => QUERIES.includes(line.call) && line.order === name && before(line));
  const isAfterEnd = ({ t }: { t: number }) => hasClockSteps || t >= Number(endUs) - beginsAtUs - US;
  switch (reason) {
    case 'expired':
      return queries.some(isAfterEnd) ? undefined : 'the provider was not queried after its end';
    case 'declined':
    case 'insufficient_balance':
    case 'expired_card': {
      const isSo = ({ word }: LineOf<'attempt'>) => word === reason || (word === 'failed' && reason === 'declined');
      const wasDeclined = of('attempt').some((line) => line.order === name && isSo(line) && before(line));
      return wasDeclined ? undefined : 'the provider has declined nothing';
    }
    case 'amount_mismatch': {
      const isOther = ({ order, costMinor }: LineOf<'paid'>) => order === name && costMinor !== payment.amount_minor;
      return of('paid').some(isOther) ? undefined : 'no other amount was paid';
    }
    case 'provider_error': {
      // The response of a faulty host is missing or late, and a node that stands still reads it too late.
      const stoodStill = (fault: LineOf<'fault'>) =>
        stillUntil(fault) > 0 && (hasClockSteps || (fault.t <= finishedAt && stillUntil(fault) >= createdAt));
      const isExplained = of('fault').some((fault) => fault.host !== undefined || stoodStill(fault));
      return isExplained ? undefined : 'the provider responded to everything in time';
    }
    default:
      return 'the provider returned no such status';
  }
}

/** I6: after a failure, the provider is queried for late money after each wait of the schedule, until the end of this history. */
export function checkLateChecks(facts: Facts): Violation[] {
  const { rows, of, hasClockSteps, beginsAtUs, longestPauseUs } = facts;
  const planned = new Map(rows('late_checks').map((row) => [String(row.payment_id), row]));
  const endsAt = of('quiet')[0]?.t ?? 0;
  return rows('payments').flatMap((payment) => {
    const { id, mode, status, finished_at_us: finishedAtUs } = payment;
    const plan = planned.get(String(id));
    const say = (message: string) => [{ invariant: 'I6', message: `the failed payment ${id}: ${message}` }];
    if (mode !== 'live' || status !== 'failed') return plan ? say('it has not failed, and is looked at again') : [];
    const name = providerNameOf(payment);
    const queriedAt = of('provider')
      .filter(({ call, order }) => QUERIES.includes(call) && order === name)
      .map(({ t }) => t);
    const failedAt = Number(finishedAtUs) - beginsAtUs;
    const since = queriedAt.filter((t) => hasClockSteps || t > failedAt);
    if (!plan) return since.length >= LATE_WAITS_US.length ? [] : say(`its checks ended after ${since.length}`);
    if (hasClockSteps) return [];
    const checks = Number(plan.checks);
    if (checks > since.length)
      return say(`${checks} checks are counted, and the provider was queried ${since.length} times`);
    const fault =
      scheduleFault({ failedAt, since, endsAt, longestPauseUs }) ?? planFault(plan, { failedAt, since, beginsAtUs });
    return fault === undefined ? [] : say(fault);
  });
}

/** Returns a fault unless each check happened in time: pauses, leases and responses may delay it. */
function scheduleFault(given: {
  failedAt: number;
  since: readonly number[];
  endsAt: number;
  longestPauseUs: number;
}): string | undefined {
  let dueAt = given.failedAt;
  for (const [index, waitUs] of LATE_WAITS_US.entries()) {
    dueAt += waitUs;
    const latestAt = dueAt + (index + 1) * (given.longestPauseUs + LATE_BY_US);
    if (latestAt > given.endsAt) return undefined;
    if (!given.since.some((t) => t >= dueAt - US && t <= latestAt))
      return `check ${index + 1}, due at ${dueAt}, did not happen; queried at [${given.since.join(', ')}]`;
  }
  return undefined;
}

/** Returns a fault unless the next check is planned one wait after the last one. */
function planFault(
  { checks, next_check_at_us: nextUs }: Row,
  { failedAt, since, beginsAtUs }: { failedAt: number; since: readonly number[]; beginsAtUs: number },
): string | undefined {
  const waitUs = LATE_WAITS_US[Number(checks)] ?? LATE_WAITS_US.at(-1)!;
  const next = Number(nextUs) - beginsAtUs;
  const from = Number(checks) === 0 ? [failedAt] : since;
  // A lease, or a node that stands still, may be between the last check and the plan for the next one.
  const fits = from.some((t) => next >= t + waitUs - US && next <= t + waitUs + LATE_BY_US);
  const isLeased = from.length > 0 && Number(nextUs) - beginsAtUs <= Math.max(...since, failedAt) + LATE_BY_US;
  return fits || isLeased
    ? undefined
    : `after ${checks} checks the next is at ${next}, and not ${waitUs} us after the last`;
}
