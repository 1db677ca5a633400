import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Delivery } from './store/delivery-table.ts';
import type { DeliveryAttempt } from './store/delivery-tries.ts';

export const DELIVERY_FIELDS = {
  id: { text: 'id', csv: 'delivery_id' },
  transaction_id: { text: ({ paymentId }) => String(paymentId) },
  website_id: { text: 'websiteId', in: ['csv', 'details'] },
  event: { text: 'event' },
  url: { text: 'url', isCopied: true },
  status: { text: 'status' },
  attempts: { count: 'attempts' },
  last_error: { text: 'lastError', in: ['json', 'details'] },
  last_status_code: { count: 'lastStatusCode' },
  exported_error: { text: 'lastError', csv: 'last_error', in: ['csv'] },
  event_at: { time: 'eventAtUs', in: ['csv'] },
  next_attempt_at: { time: 'nextAttemptAtUs' },
  created_at: { time: 'createdAtUs', in: ['json', 'details'] },
  delivered_at: { time: 'deliveredAtUs' },
} satisfies Fields<Delivery>;

/** A delivery as JSON for operators, with its refund if it has one, and with its attempts when they are given, first to last. */
export function deliveryJson(delivery: Delivery, tries?: readonly DeliveryAttempt[]): Record<string, unknown> {
  return {
    ...fieldsJson(DELIVERY_FIELDS, delivery),
    ...(delivery.refundId !== null && { refund: delivery.refundId }),
    ...(tries && { tries: tries.map(tryJson) }),
  };
}

function tryJson(tried: DeliveryAttempt): Record<string, unknown> {
  return {
    at: formatTimestamp(tried.atUs),
    duration_ms: tried.durationMs,
    status_code: tried.statusCode,
    error: tried.error,
    response_start: tried.responseStart,
  };
}
