import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { Delivery } from './store/delivery-table.ts';
import type { DeliveryAttempt } from './store/delivery-tries.ts';

/** A delivery as JSON for operators, with its attempts when they are given, first to last. */
export function deliveryJson(delivery: Delivery, tries?: readonly DeliveryAttempt[]): Record<string, unknown> {
  return {
    id: delivery.id,
    transaction_id: String(delivery.paymentId),
    event: delivery.event,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    last_error: delivery.lastError,
    last_status_code: delivery.lastStatusCode,
    next_attempt_at: momentOf(delivery.nextAttemptAtUs),
    created_at: formatTimestamp(delivery.createdAtUs),
    delivered_at: momentOf(delivery.deliveredAtUs),
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
