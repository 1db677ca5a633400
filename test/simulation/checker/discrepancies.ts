import type { Violation } from './history.ts';
import { type Facts, type LineOf, providerNameOf, type Row } from './history-facts.ts';

/** How long one transaction may take, because a node may stand still within it. */
const MISMATCH_WITHIN_US = 130_000_000;

/**
 * I6: money that does not complete a payment is shown to an operator as one open discrepancy. It has the right kind, and the amount and
 * the number of the provider. There are no other discrepancies.
 */
export function checkDiscrepancies(facts: Facts): Violation[] {
  const wanted = facts.of('paid').flatMap((paid) => wantedOf(facts, paid));
  const stored = facts.rows('discrepancies').map(textOf);
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I6', message });
  for (const text of wanted)
    if (!stored.includes(text)) say(`no operator is shown this: ${text}; shown: [${stored.join('; ')}]`);
  for (const text of stored) if (!wanted.includes(text)) say(`an operator is shown what is not so: ${text}`);
  if (new Set(stored).size < stored.length) say(`an operator is shown one thing twice: ${stored.join('; ')}`);
  for (const { kind, payment_id: id, first_seen_at_us: seenAtUs } of facts.rows('discrepancies')) {
    const payment = facts.rows('payments').find((row) => row.id === id);
    // The discrepancy must be stored together with the failure. A later check would find it too, but only then would an alert be sent.
    const isLate =
      kind === 'amount_mismatch' && Number(seenAtUs) > Number(payment?.finished_at_us) + MISMATCH_WITHIN_US;
    if (isLate && !facts.hasClockSteps) say(`the wrong amount of ${id} was shown long after the payment had failed`);
  }
  for (const { id, was, became } of facts.rows('watched_changes').filter(({ what }) => what === 'discrepancy settled'))
    say(`the discrepancy ${id} was settled (${was} to ${became}), and no operator did`);
  return found;
}

/** The discrepancies that an operator must see, by the provider's own records and the final status of the payment. */
function wantedOf({ rows }: Facts, { order, transaction, costMinor, currency, method }: LineOf<'paid'>): string[] {
  const payment = rows('payments').find((row) => providerNameOf(row) === order);
  if (!payment) return [];
  const { status, failure_reason: reason, provider_ref: ref } = payment;
  if (status === 'completed' && ref === transaction) return [];
  const isSecond = status === 'completed';
  const isMismatch = reason === 'amount_mismatch' && ref === transaction;
  const kind = isSecond ? 'paid_twice' : isMismatch ? 'amount_mismatch' : 'paid_after_failure';
  return [
    textOf({
      kind,
      method,
      payment_id: payment.id!,
      provider_ref: transaction,
      reported_minor: costMinor,
      reported_currency: currency,
      settled_at_us: null,
    }),
  ];
}

function textOf(row: Row): string {
  const { kind, method, payment_id: payment, provider_ref: ref, reported_minor: minor, reported_currency: of } = row;
  return `${kind} of ${payment} by ${method} ${ref}: ${minor} ${of}, ${row.settled_at_us === null ? 'open' : 'settled'}`;
}
