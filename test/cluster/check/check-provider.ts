import { type Finding, repeated } from './findings.ts';
import type { Books } from './history.ts';

/** Checks the live payments against the provider's records: created at most once, paid exactly when completed, the same amount. */
export function checkProvider({ listed, charges }: Books): Omit<Finding, 'atMs'>[] {
  const found: Omit<Finding, 'atMs'>[] = [];
  for (const id of repeated(charges.map(({ reference }) => reference)))
    found.push({ kind: 'doubled', about: id, words: 'the provider got two requests to create it' });
  const booked = new Map(charges.map((charge) => [charge.reference, charge]));
  for (const { id, amount, status } of listed.live) {
    const charge = booked.get(id);
    booked.delete(id);
    const isPaid = charge?.status === 'paid';
    if (status === 'completed' && !isPaid)
      found.push({ kind: 'contradicting', about: id, words: 'completed, and the provider was not paid' });
    if (status !== 'completed' && isPaid)
      found.push({ kind: 'lost', about: id, words: `paid at the provider, and ${status} here` });
    if (charge && charge.amountMinor !== Math.round(Number(amount) * 100))
      found.push({ kind: 'contradicting', about: id, words: `${amount} here, ${charge.amountMinor} centimes there` });
  }
  for (const id of booked.keys())
    found.push({ kind: 'lost', about: id, words: 'the provider has it, and the gateway does not know it' });
  return found;
}
