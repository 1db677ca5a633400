import type { Finding } from './findings.ts';
import { type Answer, type Books, isFinal, type ShownPayment } from './history.ts';

/** Checks that the responses about one payment agree with each other and with the final list: same values, and final stays final. */
export function checkAnswers({ answers, listed }: Books): Omit<Finding, 'atMs'>[] {
  const last = new Map([...listed.test, ...listed.live].map((payment) => [payment.id, payment]));
  const about = Map.groupBy(answers.filter(isAboutPayment), (answer) => answer.payment?.id ?? answer.id ?? '');
  return [...about].flatMap(([id, each]) => [...misses(id, each), ...differences(id, each, last.get(id))]);
}

function isAboutPayment({ payment, id }: Answer): boolean {
  return payment !== null || id !== null;
}

/** Responses that say 404 for a payment which another response had shown before their request was sent. */
function misses(id: string, answers: readonly Answer[]): Omit<Finding, 'atMs'>[] {
  const knownMs = Math.min(...answers.filter(({ payment }) => payment).map(({ endedMs }) => endedMs));
  return answers
    .filter(({ status, startedMs }) => status === 404 && startedMs > knownMs)
    .map(({ kind, startedMs }) => ({
      kind: 'lost',
      about: id,
      words: `a ${kind} ${Math.round(startedMs - knownMs)} ms after it was acknowledged does not find it`,
    }));
}

function differences(id: string, answers: readonly Answer[], last: ShownPayment | undefined): Omit<Finding, 'atMs'>[] {
  const found: Omit<Finding, 'atMs'>[] = [];
  const shown = answers.flatMap(({ payment, startedMs, endedMs }) =>
    payment ? [{ payment, startedMs, endedMs }] : [],
  );
  const end = last ? [{ payment: last, startedMs: Number.POSITIVE_INFINITY, endedMs: Number.POSITIVE_INFINITY }] : [];
  const all = [...shown, ...end].toSorted((a, b) => a.endedMs - b.endedMs);
  let final: (typeof all)[number] | undefined;
  for (const each of all) {
    const first = all[0]!.payment;
    if (valuesOf(first) !== valuesOf(each.payment))
      found.push({ kind: 'contradicting', about: id, words: `${valuesOf(first)}, then ${valuesOf(each.payment)}` });
    // If the request was sent before the final response came, its response may show an earlier status.
    if (final && each.startedMs > final.endedMs && each.payment.status !== final.payment.status)
      found.push({ kind: 'contradicting', about: id, words: `${final.payment.status}, then ${each.payment.status}` });
    if (!final && isFinal(each.payment.status)) final = each;
    else if (
      final &&
      isFinal(each.payment.status) &&
      each.payment.status !== final.payment.status &&
      each.startedMs <= final.endedMs
    )
      found.push({
        kind: 'contradicting',
        about: id,
        words: `both ${final.payment.status} and ${each.payment.status}`,
      });
  }
  return found;
}

function valuesOf({ reference, amount, currency }: ShownPayment): string {
  return `${reference} ${amount} ${currency}`;
}
