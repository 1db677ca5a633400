import type { FinalStatus } from '../../core/payment.ts';

export const EVENT_KINDS = ['payment.success', 'payment.failed'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The events of a refund. They go to the refund URL, where a website has one. */
export const REFUND_EVENT_KINDS = ['refund.succeeded', 'refund.failed', 'refund.reversed'] as const;
export type RefundEventKind = (typeof REFUND_EVENT_KINDS)[number];

/** The id of a refund's event in the feed: `evt_<id>_succeeded`, `_failed` or `_reversed`. */
export function refundEventId(refundId: string, kind: RefundEventKind): string {
  return `evt_${refundId}_${kind.slice('refund.'.length)}`;
}

/** The events that webhooks carry. */
export const WEBHOOK_EVENTS = [...EVENT_KINDS, ...REFUND_EVENT_KINDS] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The name of a test event. */
export const TEST_EVENT = 'test';

/** The one event of a final payment. */
export function eventKind(status: FinalStatus): EventKind {
  return status === 'completed' ? 'payment.success' : 'payment.failed';
}

/** `evt_<transaction_id>_success` or `evt_<transaction_id>_failed`: the same in the feed and in every retry. */
export function eventId(paymentId: number, status: FinalStatus): string {
  return `evt_${paymentId}_${status === 'completed' ? 'success' : 'failed'}`;
}
