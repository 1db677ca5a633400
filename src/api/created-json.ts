import { amountNumber, formatAmount, rateNumber } from '../core/money.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import type { CreatedPayment } from '../features/payments/create-payment.ts';

/** The response to a creation as JSON text. Written by hand, as `paymentJson` is, because it is on the path of every creation. */
export function createdJson({ payment, fields }: CreatedPayment): string {
  const status = payment.method === 'card' ? 'requires_payment_method' : payment.status;
  let json =
    `{"success":true,"transaction_id":"${payment.id}"` +
    `,"amount":"${formatAmount(payment.amountMinor)}"` +
    `,"currency":"${payment.currency}"` +
    `,"status":"${status}"` +
    `,"created_at":"${formatTimestamp(payment.createdAtUs)}"`;
  for (const [name, value] of Object.entries(fields)) json += `,"${name}":${JSON.stringify(value)}`;
  const { originalAmountMinor, rateE4 } = payment;
  if (originalAmountMinor === null || rateE4 === null) return `${json}}`;
  const conversion = {
    original_amount: amountNumber(originalAmountMinor),
    original_currency: 'USD',
    exchange_rate: rateNumber(rateE4),
    charged_amount: amountNumber(payment.amountMinor),
    charged_currency: 'HTG',
  };
  return `${json},"conversion":${JSON.stringify(conversion)}}`;
}
