import { checkAnswers } from './check-answers.ts';
import { checkEvents } from './check-events.ts';
import { checkProvider } from './check-provider.ts';
import { type Finding, repeated } from './findings.ts';
import { type Answer, type Books, isRefusal, type Mode, type ShownPayment } from './history.ts';

const MODES: readonly Mode[] = ['test', 'live'];

/** Compares the client's record with the API, the feed, the receiver's and the provider's records. Returns every contradiction. */
export function checkBooks(books: Books): Finding[] {
  const startedAt = firstAsked(books.answers);
  const found = [checkPayments(books), checkAnswers(books), checkEvents(books), checkProvider(books)].flat();
  return found.map((finding) => ({ ...finding, atMs: startedAt.get(finding.about ?? '') ?? null }));
}

type Untimed = Omit<Finding, 'atMs'>;

/** Checks that each order has exactly the payment that was acknowledged, and that the list agrees. */
function checkPayments(books: Books): Untimed[] {
  const found: Untimed[] = [];
  for (const mode of MODES) {
    const listed = books.listed[mode];
    const byId = new Map(listed.map((payment) => [payment.id, payment]));
    for (const id of repeated(listed.map((payment) => payment.id)))
      found.push({ kind: 'doubled', about: id, words: 'the list has it twice' });
    if (books.totals[mode] !== byId.size) {
      const words = `the list of ${mode} payments says ${books.totals[mode]} and has ${byId.size}`;
      found.push({ kind: 'contradicting', about: null, words });
    }
    const ofMode = books.answers.filter((answer) => answer.mode === mode);
    for (const [id, reference] of acknowledged(ofMode))
      if (!byId.has(id)) found.push({ kind: 'lost', about: reference, words: `payment ${id} was acknowledged` });
    found.push(...checkOrders(books, mode, listed, ofMode));
  }
  return found;
}

function checkOrders(books: Books, mode: Mode, listed: readonly ShownPayment[], answers: readonly Answer[]): Untimed[] {
  const orders = new Map(books.orders.filter((order) => order.mode === mode).map((order) => [order.reference, order]));
  const creations = Map.groupBy(
    answers.filter(({ kind }) => kind === 'create'),
    ({ reference }) => reference ?? '',
  );
  const found: Untimed[] = [];
  for (const [reference, payments] of Map.groupBy(listed, (payment) => payment.reference ?? '')) {
    const order = orders.get(reference);
    const about = reference;
    if (payments.length > 1)
      found.push({ kind: 'doubled', about, words: `payments ${payments.map(({ id }) => id)} of one order` });
    if (!order) found.push({ kind: 'contradicting', about, words: `payment ${payments[0]?.id} was never requested` });
    else if ((creations.get(reference) ?? []).every(isRefusal))
      found.push({ kind: 'contradicting', about, words: `payment ${payments[0]?.id} exists, and was refused` });
    for (const { id, amount, currency } of payments)
      if (order && (amount !== order.amount || currency !== 'HTG'))
        found.push({
          kind: 'contradicting',
          about,
          words: `${id} is of ${amount} ${currency}, requested was ${order.amount}`,
        });
  }
  return found;
}

/** The payments that the API confirmed to the client, with their orders. */
function acknowledged(answers: readonly Answer[]): Map<string, string> {
  return new Map(
    answers.flatMap(({ payment, reference }) => (payment ? [[payment.id, reference ?? payment.id] as const] : [])),
  );
}

/** When each order and each payment was first requested. */
function firstAsked(answers: readonly Answer[]): Map<string, number> {
  const startedAt = new Map<string, number>();
  for (const { reference, id, payment, startedMs } of answers) {
    for (const name of [reference, id, payment?.id])
      if (name) startedAt.set(name, Math.min(startedMs, startedAt.get(name) ?? startedMs));
  }
  return startedAt;
}
