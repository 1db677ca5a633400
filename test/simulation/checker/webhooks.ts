import { createHmac } from 'node:crypto';
import type { Violation } from './history.ts';
import { dataText, type Facts, isFinal, type LineOf, shownIn } from './history-facts.ts';

/** How often an event may arrive. Crashes and lost responses may cause more attempts than the schedule has. */
const MOST_ARRIVALS = 40;

/** I3: every event has reached its shop's receiver, signed, with the same bytes each time, and no other host has got an event. */
export function checkWebhooks(facts: Facts): Violation[] {
  const { of, rows, exchanges } = facts;
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I3', message });
  const shops = of('shop');
  const arrivals = of('webhook');
  for (const arrival of arrivals) found.push(...checkArrival(arrival, facts));
  const byPayment = Map.groupBy(arrivals, ({ body }) => String(JSON.parse(body).data.transaction_id));
  const lastRead = new Map(
    exchanges
      .filter(({ what, status }) => what === 'read' && status === 200)
      .map((read) => [shownIn(read).transaction_id, read] as const),
  );
  for (const [id, all] of byPayment) {
    if (new Set(all.map(({ body }) => body)).size > 1) say(`the event of ${id} arrived with different bytes`);
    if (all.length > MOST_ARRIVALS) say(`the event of ${id} arrived ${all.length} times`);
    const read = lastRead.get(id);
    const shown = read && dataText(read.text);
    if (read && isFinal(shownIn(read).status) && dataText(all[0]!.body) !== shown)
      say(`the event of ${id} does not hold what reads show: ${all[0]!.body} against ${shown}`);
  }
  for (const { id, website_id: websiteId, status, finished_at_us: finishedAtUs } of rows('payments')) {
    const [sent] = byPayment.get(String(id)) ?? [];
    const atS = Math.floor(Number(finishedAtUs) / 1_000_000);
    if (sent && JSON.parse(sent.body).timestamp !== atS)
      say(`the event of ${id} has the time ${JSON.parse(sent.body).timestamp}, and the payment ended at ${atS}`);
    if (sent && JSON.parse(sent.body).event !== (status === 'completed' ? 'payment.success' : 'payment.failed'))
      say(`the event of ${id} says something else than its status ${status}: ${sent.body}`);
    const shop = shops.find((one) => one.websiteId === websiteId);
    if (!shop?.receiver || !isFinal(String(status))) continue;
    const isThere = byPayment.get(String(id))?.some(({ accepted, receiver }) => accepted && receiver === shop.receiver);
    if (!isThere) say(`the event of ${id} has never reached ${shop.receiver}, which works`);
  }
  return [...found, ...checkRolls(facts), ...checkDeliveries(facts)];
}

function checkArrival({ receiver, headers, body, t }: LineOf<'webhook'>, { of }: Facts): Violation[] {
  const say = (message: string) => [{ invariant: 'I3', message }];
  const shop = of('shop').find((one) => one.receiver === receiver);
  if (!shop) return say(`${receiver} must never be sent anything, and was`);
  const rolls = of('rolled').filter((roll) => roll.shop === shop.shop);
  const secrets = [shop.webhookSecret, ...rolls.flatMap(({ secret }) => secret ?? [])];
  // If the response to a rotation was lost, the new secret is unknown, so no signature can be called wrong.
  const isUnknown = rolls.some(({ outcome, startedAt }) => outcome === 'unknown' && startedAt <= t);
  const isSigned = secrets.some((secret) => signatureOf(secret, body) === headers['X-Gateway-Signature']);
  if (!isSigned && !isUnknown) return say(`a webhook for ${receiver} is not signed rightly: ${body}`);
  const { event, timestamp } = JSON.parse(body);
  if (headers['X-Gateway-Event'] !== event || headers['X-Gateway-Timestamp'] !== String(timestamp))
    return say(`the headers of a webhook do not fit its body: ${body}`);
  return [];
}

function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** An attempt is signed with the secret that is valid at its time: the old one until a rotation takes effect, then the new one. */
function checkRolls({ of, rows, hasClockSteps, beginsAtUs }: Facts): Violation[] {
  if (hasClockSteps) return [];
  const bodies = new Map(of('webhook').map(({ body }) => [String(JSON.parse(body).data.transaction_id), body]));
  return of('shop').flatMap(({ shop, websiteId, webhookSecret }) => {
    const rolls = of('rolled').filter((roll) => roll.shop === shop);
    const roll = rolls.find(({ outcome }) => outcome === 'done');
    if (!roll?.secret || rolls.some(({ outcome }) => outcome === 'unknown')) return [];
    const { secret, startedAt, afterUs, t } = roll;
    const mine = rows('deliveries').filter((row) => row.website_id === websiteId);
    return mine.flatMap(({ id, payment_id: payment }) => {
      const body = bodies.get(String(payment));
      if (body === undefined) return [];
      return rows('delivery_tries').flatMap(({ delivery_id: delivery, at_us: atUs, signature }) => {
        if (delivery !== id || signature === null) return [];
        const at = Number(atUs) - beginsAtUs;
        const isOld = signature === signatureOf(webhookSecret, body);
        const isTooOld = isOld && at > t + afterUs + graceUs(of('fault'), { startedAt, at });
        const isTooNew = signature === signatureOf(secret, body) && at < startedAt + afterUs - 1_000_000;
        if (!isTooOld && !isTooNew) return [];
        const message = `an attempt of ${payment} at ${at} is signed with the ${isOld ? 'old' : 'new'} secret, rolled at ${t}, from ${afterUs} us after`;
        return [{ invariant: 'I3', message }];
      });
    });
  });
}

/** How long an old secret may still sign: nodes cache a website for two seconds. A node that stands still, or waits, uses it longer. */
function graceUs(faults: readonly LineOf<'fault'>[], { startedAt, at }: { startedAt: number; at: number }): number {
  const isNear = ({ t, host }: LineOf<'fault'>) => host === undefined && t >= startedAt - 110_000_000 && t <= at;
  return faults.some(isNear) ? 110_000_000 : 4_000_000;
}

/** The final status of each delivery agrees with what its receiver accepted. */
function checkDeliveries({ rows, of }: Facts): Violation[] {
  const shops = new Map(of('shop').map((shop) => [shop.websiteId, shop]));
  const accepted = new Set(
    of('webhook')
      .filter((arrival) => arrival.accepted)
      .map(({ body }) => String(JSON.parse(body).data.transaction_id)),
  );
  return rows('deliveries').flatMap(({ payment_id: id, website_id: websiteId, status }) => {
    const wanted = shops.get(String(websiteId))?.receiver ? 'delivered' : 'refused';
    const message =
      status !== wanted
        ? `the delivery of ${id} is ${status} in the end, and not ${wanted}`
        : status === 'delivered' && !accepted.has(String(id))
          ? `the delivery of ${id} is marked as delivered, and no receiver has accepted it`
          : undefined;
    return message === undefined ? [] : [{ invariant: 'I3', message }];
  });
}
