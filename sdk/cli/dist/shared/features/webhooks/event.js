export const EVENT_KINDS = ['payment.success', 'payment.failed']         ;

export const REFUND_EVENT_KINDS = ['refund.succeeded', 'refund.failed', 'refund.reversed']         ;

export function refundEventId(refundId        , kind                 )         {
  return `evt_${refundId}_${kind.slice('refund.'.length)}`;
}

export const WEBHOOK_EVENTS = [...EVENT_KINDS, ...REFUND_EVENT_KINDS]         ;

export const TEST_EVENT = 'test';

export function eventKind(status             )            {
  return status === 'completed' ? 'payment.success' : 'payment.failed';
}

export function eventId(paymentId        , status             )         {
  return `evt_${paymentId}_${status === 'completed' ? 'success' : 'failed'}`;
}
