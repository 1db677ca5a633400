import { formatAmount } from './money.js';

import { formatTimestamp } from './timestamps.js';

const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

export function paymentJson(payment              )         {
  const finishedAt = payment.finishedAtUs === null ? null : `"${formatTimestamp(payment.finishedAtUs)}"`;
  return (
    `{"transaction_id":"${payment.id}"` +
    `,"amount":"${formatAmount(payment.amountMinor)}"` +
    `,"currency":"${payment.currency}"` +
    `,"status":"${payment.status}"` +
    `,"payment_method":"${payment.method}"` +
    `,"reference":${jsonString(payment.reference)}` +
    `,"description":${jsonString(payment.description)}` +
    `,"customer":{"name":${jsonString(payment.customerName)}` +
    `,"email":${jsonString(payment.customerEmail)}` +
    `,"phone":${jsonString(payment.customerPhone)}}` +
    `,"created_at":"${formatTimestamp(payment.createdAtUs)}"` +
    `,"completed_at":${payment.status === 'completed' ? finishedAt : null}` +
    `,"failed_at":${payment.status === 'failed' ? finishedAt : null}` +
    `,"failure_reason":${jsonString(payment.failureReason)}` +
    `,"metadata":${payment.metadata}}`
  );
}

export function paymentsJson(payments                         )         {
  let json = '';
  for (const payment of payments) json += json === '' ? paymentJson(payment) : `,${paymentJson(payment)}`;
  return json;
}

export function jsonString(text               )         {
  if (text === null) return 'null';
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
