import type { Violation } from './history.ts';
import { dataText, type Exchange, type Facts, isFinal, type PaymentView, type Row, shownIn } from './history-facts.ts';

const RANK: Readonly<Record<string, number>> = { pending: 0, processing: 1, completed: 2, failed: 2 };

/**
 * I1: an acknowledged payment can be read with the values that were sent, at any node and after any crash. A client that follows
 * docs/retrying.md has one payment for each reference. A 503 promises that nothing was done.
 */
export function checkAcknowledged({ exchanges, rows }: Facts): Violation[] {
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I1', message });
  const creations = exchanges.filter(({ what }) => what === 'create');
  const stored = new Map<string, number>();
  for (const { reference } of rows('payments').filter(isOwn))
    stored.set(String(reference), (stored.get(String(reference)) ?? 0) + 1);
  for (const [reference, count] of stored) if (count > 1) say(`${count} payments have the reference ${reference}`);

  const acknowledged = new Map<string, { at: number; sent: string; amount: string }>();
  const referenced = new Map<string, number>();
  for (const creation of creations.filter(({ status }) => status === 201)) {
    const answer = JSON.parse(creation.text) as PaymentView;
    const { amount, currency } = JSON.parse(creation.body ?? '') as Record<string, unknown>;
    const { conversion } = JSON.parse(creation.text);
    // Converted amounts are compared in conversions.ts.
    if (!conversion && (Number(answer.amount) !== amount || answer.currency !== currency))
      say(`payment ${answer.transaction_id} was acknowledged with other values than were sent: ${creation.text}`);
    acknowledged.set(answer.transaction_id, {
      at: creation.endedAt,
      sent: creation.body ?? '',
      amount: answer.amount,
    });
    referenced.set(creation.reference ?? '', creation.endedAt);
  }
  for (const { what, reference = '', status, askedAt, id } of exchanges) {
    if (what === 'look up' && status === 404 && (referenced.get(reference) ?? Number.POSITIVE_INFINITY) < askedAt)
      say(`${reference} was acknowledged, and was not found by request ${id}`);
  }
  const ids = new Set(rows('payments').map(({ id }) => String(id)));
  for (const id of acknowledged.keys()) if (!ids.has(id)) say(`payment ${id} was acknowledged, and is missing`);
  for (const read of exchanges.filter(({ what, payment }) => what === 'read' && payment !== undefined)) {
    const { at, sent, amount } = acknowledged.get(read.payment!) ?? {};
    if (read.status === 404) say(`payment ${read.payment} was not found by request ${read.id}`);
    if (at === undefined || sent === undefined || read.askedAt < at || read.status !== 200) continue;
    const shown = dataText(read.text);
    const metadata = sent.slice(sent.indexOf('"metadata":') + '"metadata":'.length, -1);
    if (!shown.endsWith(`"metadata":${metadata}}`)) say(`payment ${read.payment} has lost its metadata: ${shown}`);
    const { customer_name: name, reference, payment_method: method } = JSON.parse(sent);
    const { data } = JSON.parse(read.text);
    const isSame = data.amount === amount && data.customer.name === name && data.payment_method === method;
    if (!isSame || data.reference !== reference)
      say(`payment ${read.payment} is read with other values than it was created with: ${shown}`);
  }
  return [...found, ...checkRefusals(creations, stored)];
}

/** Whether a shop created the payment for an order. Payments of links have no reference, and later charges repeat the first reference. */
const isOwn = ({ reference, subscription_id: subscription }: Row) => reference !== null && subscription === null;

/** A reference has no payment if all its creations were refused or got a 503. */
function checkRefusals(creations: readonly Exchange[], stored: ReadonlyMap<string, number>): Violation[] {
  const byReference = Map.groupBy(creations, ({ reference }) => reference ?? '');
  return [...byReference].flatMap(([reference, asked]) => {
    const isNothing = asked.every(({ status }) => status === 503 || status === 422);
    return isNothing && stored.has(reference)
      ? [{ invariant: 'I1', message: `every creation of ${reference} was refused with nothing done, and it is there` }]
      : [];
  });
}

/** I2: a status changes only as the state table allows, a final payment never changes, and each final payment has one event. */
export function checkStates({ exchanges, of, rows }: Facts): Violation[] {
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I2', message });
  const seen = exchanges
    .filter(({ what, status }) => status === 200 && ['read', 'look up', 'finish', 'verify'].includes(what))
    .map((exchange) => ({ ...exchange, shown: statusOf(exchange) }));
  for (const [id, reads] of Map.groupBy(seen, ({ shown }) => shown.id)) {
    // A read that started after another read had ended shows the same state as that read, or a later state.
    const ordered = reads.toSorted((one, other) => one.endedAt - other.endedAt);
    for (const [index, later] of ordered.entries()) {
      const earlier = ordered.slice(0, index).filter(({ endedAt }) => endedAt < later.askedAt);
      for (const { shown: before } of earlier) {
        const { shown: now } = later;
        if (RANK[now.status]! < RANK[before.status]!) say(`payment ${id} went from ${before.status} to ${now.status}`);
        if (isFinal(before.status) && now.status !== before.status)
          say(`payment ${id} was ${before.status}, and is ${now.status}`);
        if (isFinal(before.status) && before.whole && now.whole && before.whole !== now.whole)
          say(`payment ${id} changed when it was final: ${before.whole} and then ${now.whole}`);
      }
    }
  }
  const payments = rows('payments');
  const events = Map.groupBy(rows('events'), ({ payment_id }) => payment_id);
  for (const { id, status } of payments) {
    const kinds = (events.get(id!) ?? []).map(({ kind }) => kind);
    const wanted = status === 'completed' ? ['payment.success'] : status === 'failed' ? ['payment.failed'] : [];
    if (kinds.join() !== wanted.join()) say(`payment ${id} is ${status}, and has the events [${kinds.join(', ')}]`);
    if (!isFinal(String(status))) say(`payment ${id} is ${status} for ever`);
  }
  for (const [, kinds] of Map.groupBy(of('webhook'), ({ body }) => String(JSON.parse(body).data.transaction_id)))
    if (new Set(kinds.map(({ body }) => JSON.parse(body).event)).size > 1)
      say(`two events of one payment: ${kinds[0]?.body}`);
  return found;
}

/** The response to a verification has no `whole`, because its `data` has other members and cannot be compared. */
function statusOf(exchange: Exchange): { id: string; status: string; whole?: string } {
  if (exchange.what === 'verify') {
    const { transaction_id: id, status } = shownIn(exchange);
    return { id, status };
  }
  const { transaction_id: id, status } = shownIn(exchange);
  return { id, status, whole: dataText(exchange.text) };
}
