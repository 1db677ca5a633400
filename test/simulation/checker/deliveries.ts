import type { Violation } from './history.ts';
import type { Facts, Row } from './history-facts.ts';

/**
 * I3: the delivery log has every attempt, with the result that the receiver saw. An attempt that reached a receiver may be missing only
 * if a node died, or could not store the attempt.
 */
export function checkDeliveryLog(facts: Facts): Violation[] {
  const { rows, of } = facts;
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I3', message });
  const tries = Map.groupBy(rows('delivery_tries'), ({ delivery_id: id }) => id);
  const arrivals = Map.groupBy(of('webhook'), ({ body }) => String(JSON.parse(body).data.transaction_id));
  for (const delivery of rows('deliveries')) {
    const { id, payment_id: payment, attempts, status } = delivery;
    const stored = (tries.get(id!) ?? []).toSorted((one, other) => Number(one.attempt) - Number(other.attempt));
    const numbers = stored.map(({ attempt }) => Number(attempt));
    if (numbers.some((number, index) => number !== index + 1) || numbers.length !== attempts)
      say(`the delivery of ${payment} has ${attempts} attempts, and the log has [${numbers.join(', ')}]`);
    const isAnswered = ({ status_code: code }: Row) => Number(code) >= 200 && Number(code) < 300;
    if (status === 'delivered' && !stored.some(isAnswered)) say(`no attempt at the delivery of ${payment} succeeded`);
    const came = arrivals.get(String(payment)) ?? [];
    const missing = came.length - stored.length;
    if (missing > 0 && missing > lostAttempts(facts, String(id), came))
      say(`the event of ${payment} arrived ${came.length} times, and the log has ${stored.length} attempts`);
  }
  return [...found, ...checkChanges(facts)];
}

/** Longer than an attempt takes. */
const ATTEMPT_US = 30_000_000;

/**
 * How many attempts may have happened without being stored: those that were under way at a crash, and one for each failure to store an
 * attempt. One attempt is under way, and another one for each resend during it.
 */
function lostAttempts({ of }: Facts, delivery: string, came: readonly { readonly t: number }[]): number {
  const [first = 0, last = 0] = [came[0]?.t, came.at(-1)?.t];
  const resends = of('resent').filter(({ payment, outcome }) => `dlv_${payment}` === delivery && outcome !== 'refused');
  const lost = of('fault')
    .filter(({ t, what }) => what === 'crash' && t >= first - ATTEMPT_US && t <= last + 150_000_000)
    .reduce((sum, crash) => sum + 1 + resends.filter(({ t }) => t <= crash.t && t >= crash.t - ATTEMPT_US).length, 0);
  const unwritten = of('log').filter(
    ({ line }) => line.includes('a delivery attempt could not be recorded') && line.includes(delivery),
  ).length;
  return lost + unwritten;
}

/** A final status stays: a delivery that has ended is pending again only when an operator resends it. */
function checkChanges({ rows, of }: Facts): Violation[] {
  const resent = Map.groupBy(of('resent'), ({ payment }) => `dlv_${payment}`);
  const found: Violation[] = [];
  for (const [id, all] of Map.groupBy(
    rows('watched_changes').filter(({ what, was }) => what === 'delivery' && was !== 'pending'),
    (row) => row.id,
  )) {
    // A resend starts the schedule again. The result of an attempt never makes a delivery pending again after it has ended.
    const restarted = all.filter(({ became }) => became === 'restarted').length;
    const allowed = (resent.get(String(id)) ?? []).filter(({ outcome }) => outcome !== 'refused').length;
    if (restarted === all.length && restarted <= allowed) continue;
    const changes = all.map(({ was, became }) => `${was} to ${became}`).join(', ');
    found.push({ invariant: 'I3', message: `the delivery ${id} had ended, and changed: ${changes}` });
  }
  for (const { id, was, became } of rows('watched_changes').filter(({ what }) => what === 'payment')) {
    const isLawful = was === 'pending' ? became !== 'completed' : was === 'processing' && became !== 'pending';
    if (!isLawful) found.push({ invariant: 'I2', message: `payment ${id} went from ${was} to ${became}` });
  }
  return found;
}
