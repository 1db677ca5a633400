import { paymentJson,                   } from '../../core/payment-json.js';
import { TEST_EVENT } from './event.js';
import { unixSeconds } from './sign.js';

export function testEventBody(nowUs        )         {
  const payment               = {
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
