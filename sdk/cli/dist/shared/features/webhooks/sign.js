import { createHmac } from 'node:crypto';

import { paymentJson,                   } from '../../core/payment-json.js';
import { eventKind } from './event.js';

export const SIGNATURE_HEADER = 'X-Gateway-Signature';

export function signWebhook(body        , secret        )         {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function webhookHeaders(
  { body, ...headers }                                          ,
  secret        ,
)                         {
  return deliveryHeaders(headers, signWebhook(body, secret));
}

export function deliveryHeaders({ event, mode, timestampS }              , signature        )                         {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Peye-Webhooks/1',
    'X-Gateway-Event': event,
    'X-Gateway-Mode': mode,
    'X-Gateway-Timestamp': String(timestampS),
    [SIGNATURE_HEADER]: signature,
  };
}

export function webhookBody(payment              )         {
  const timestampS = unixSeconds(payment.finishedAtUs ?? 0);
  return `{"event":"${eventKind(payment.status               )}","timestamp":${timestampS},"data":${paymentJson(payment)}}`;
}

export function unixSeconds(us        )         {
  return Math.floor(us / 1_000_000);
}
