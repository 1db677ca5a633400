import { paymentJson, type ShownPayment } from '../../core/payment-json.ts';
import { TEST_EVENT } from './event.ts';
import { unixSeconds } from './sign.ts';

/**
 * The body of a test event. It has the usual format, so that a receiver can parse it, and cannot be mistaken for an
 * event of a payment: no payment has the id 0 or a zero amount, and every payment in an event has a final status, while
 * this one is pending.
 */
export function testEventBody(nowUs: number): string {
  const payment: ShownPayment = {
    id: 0,
    amountMinor: 0,
    currency: 'HTG',
    status: 'pending',
    method: 'moncash',
    reference: null,
    description: 'A test event: there is no such payment.',
    metadata: null,
    customerName: 'Test event',
    customerEmail: null,
    customerPhone: null,
    createdAtUs: nowUs,
    finishedAtUs: null,
    failureReason: null,
  };
  return `{"event":"${TEST_EVENT}","timestamp":${unixSeconds(nowUs)},"data":${paymentJson(payment)}}`;
}
