import type { Dispute } from '../../core/dispute.ts';
import { type DisputeEvent, type Entry, move } from '../ledger/entry.ts';

/**
 * The entry of an event of a dispute. `opened` takes the money from the provider, `won` posts it back. A loss moves nothing: `opened` took the money.
 */
export function disputeEntry(dispute: Dispute, event: DisputeEvent): Entry {
  const { id, websiteId, mode, paymentId, method, createdAtUs, decidedAtUs } = dispute;
  const atUs = event === 'opened' ? createdAtUs : (decidedAtUs ?? createdAtUs);
  const [from, to] = [`due:${method}`, 'discrepancies'] as const;
  const lines = event === 'opened' ? move(from, to, dispute) : move(to, from, dispute);
  return { event: `dispute:${id}:${event}`, about: paymentId, websiteId, mode, atUs, lines };
}

/** The events of a dispute in this state, in order. */
export function disputeEvents({ state }: Pick<Dispute, 'state'>): DisputeEvent[] {
  return state === 'won' ? ['opened', 'won'] : ['opened'];
}
