import type { FinalStatus } from '../../core/payment.ts';

export const EVENT_KINDS = ['payment.success', 'payment.failed'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The name of a test event, where other events state the outcome of a payment. */
export const TEST_EVENT = 'test';

/** The one event of a final payment. */
export function eventKind(status: FinalStatus): EventKind {
  return status === 'completed' ? 'payment.success' : 'payment.failed';
}

/** `evt_<transaction_id>_success` or `evt_<transaction_id>_failed`: the same in the feed and in every retry. */
export function eventId(paymentId: number, status: FinalStatus): string {
  return `evt_${paymentId}_${status === 'completed' ? 'success' : 'failed'}`;
}
