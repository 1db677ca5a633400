import { type RefundEventKind, TEST_EVENT } from '../../features/webhooks/event.ts';
import { integer, literal, object, ref, type Schema } from './json-schema.ts';

/** The schema of a webhook's body: the kind of its event, and the schema of its payment or refund. */
const webhookBody = ($id: string, event: string, data: Schema, timestamp: string) =>
  object(
    { event: literal(event), timestamp: integer({ description: timestamp }), data },
    { $id, additionalProperties: false },
  );
const FINAL_AT = 'Unix time in seconds at which the payment became final; retries reuse it.';

export const PaymentSuccessEvent = webhookBody(
  'PaymentSuccessEvent',
  'payment.success',
  ref('CompletedPayment'),
  FINAL_AT,
);
export const PaymentFailedEvent = webhookBody('PaymentFailedEvent', 'payment.failed', ref('FailedPayment'), FINAL_AT);
const REFUND_AT = 'Unix time in seconds at which the refund reached this status; retries reuse it.';
const refundBody = ($id: string, event: RefundEventKind) => webhookBody($id, event, ref('Refund'), REFUND_AT);

export const RefundSucceededEvent = refundBody('RefundSucceededEvent', 'refund.succeeded');
export const RefundFailedEvent = refundBody('RefundFailedEvent', 'refund.failed');
export const RefundReversedEvent = refundBody('RefundReversedEvent', 'refund.reversed');

/** The event that the console sends to test a receiver. */
export const TestEvent = webhookBody(
  'TestEvent',
  TEST_EVENT,
  ref('TestEventPayment'),
  'Unix time in seconds at which the event was sent.',
);
