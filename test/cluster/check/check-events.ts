import { type Finding, repeated } from './findings.ts';
import { type Books, isFinal } from './history.ts';

type Untimed = Omit<Finding, 'atMs'>;
const EVENTS: Readonly<Record<string, string>> = { completed: 'payment.success', failed: 'payment.failed' };

/**
 * Checks that each final payment has one event. The feed must have the event of each test payment once. The receiver must have the event
 * of each payment, always with the same bytes.
 */
export function checkEvents(books: Books): Untimed[] {
  return [...checkFeed(books), ...checkReceived(books)];
}

function checkFeed({ listed, feed, followed }: Books): Untimed[] {
  const found: Untimed[] = [];
  for (const [name, events] of [['the feed', feed] as const, ['the followed feed', followed] as const]) {
    for (const id of repeated(events.map((event) => event.paymentId)))
      found.push({ kind: 'doubled', about: id, words: `${name} has its event twice` });
    const byPayment = new Map(events.map((event) => [event.paymentId, event]));
    for (const { id, status } of listed.test) {
      const event = byPayment.get(id);
      byPayment.delete(id);
      if (isFinal(status) && !event) found.push({ kind: 'lost', about: id, words: `${name} has no event of it` });
      if (event && event.status !== status)
        found.push({ kind: 'contradicting', about: id, words: `${status}, and ${event.status} in ${name}` });
    }
    for (const id of byPayment.keys())
      found.push({ kind: 'contradicting', about: id, words: `${name} has an event of no payment` });
  }
  return found;
}

function checkReceived({ listed, received }: Books): Untimed[] {
  const found: Untimed[] = [];
  const byPayment = Map.groupBy(received, (event) => event.paymentId);
  for (const { id, status } of [...listed.test, ...listed.live]) {
    const events = byPayment.get(id) ?? [];
    byPayment.delete(id);
    if (isFinal(status) && events.length === 0)
      found.push({ kind: 'lost', about: id, words: 'its event never reached the receiver' });
    if (new Set(events.map(({ body }) => body)).size > 1)
      found.push({ kind: 'contradicting', about: id, words: 'its event came with different bytes' });
    const other = events.find(({ event }) => event !== EVENTS[status]);
    if (other)
      found.push({ kind: 'contradicting', about: id, words: `${status}, and the receiver had ${other.event}` });
  }
  for (const id of byPayment.keys())
    found.push({ kind: 'contradicting', about: id, words: 'the receiver had an event of no payment' });
  return found;
}
