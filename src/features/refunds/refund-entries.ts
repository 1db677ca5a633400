import type { Dispute } from '../../core/dispute.ts';
import type { Refund, RefundStatus } from '../../core/refund.ts';
import { type DisputeEvent, type Entry, type EntryLine, move, type RefundEvent } from '../ledger/entry.ts';

/** The entry of an event of a refund. `refund` is as it is after the event. */
export function refundEntry(refund: Refund, event: RefundEvent): Entry {
  const { id, websiteId, mode, paymentId, createdAtUs, endedAtUs } = refund;
  const atUs = event === 'reserved' ? createdAtUs : (endedAtUs ?? createdAtUs);
  return { event: `refund:${id}:${event}`, about: paymentId, websiteId, mode, atUs, lines: linesOf(refund, event) };
}

function linesOf(refund: Refund, event: RefundEvent): EntryLine[] {
  switch (event) {
    case 'reserved':
      return move('reserved', 'refunds', refund);
    case 'failed':
      return move('refunds', 'reserved', refund);
    case 'succeeded':
      return move(`due:${refund.method}`, 'reserved', refund);
    case 'reversed':
      return move('refunds', `due:${refund.method}`, refund);
  }
}

/** Whether a refund is posted when it gets this status. */
export function isPosted(status: RefundStatus): status is 'succeeded' | 'failed' | 'reversed' {
  return status === 'succeeded' || status === 'failed' || status === 'reversed';
}

/** The events of a refund of this status, in order. The entries of an external one are those of its discrepancy. */
export function refundEvents({ kind, status }: Pick<Refund, 'kind' | 'status'>): RefundEvent[] {
  if (kind === 'external') return [];
  if (status === 'reversed') return ['reserved', 'succeeded', 'reversed'];
  return isPosted(status) ? ['reserved', status] : ['reserved'];
}

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
