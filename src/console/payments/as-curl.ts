import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { quotedWord } from '../../platform/text/printable.ts';

/** Where the merchant API is. */
interface ApiPlace {
  readonly publicUrl: string;
  readonly apiBase: string;
}

/** A curl command that creates a payment like this one. The key is a placeholder. */
export function createAsCurl({ publicUrl, apiBase }: ApiPlace, payment: Payment): string {
  const { originalAmountMinor, amountMinor, currency, metadata } = payment;
  const fields: [name: string, json: string | null][] = [
    ['amount', formatAmount(originalAmountMinor ?? amountMinor).replace(/\.00$/, '')],
    ['currency', JSON.stringify(originalAmountMinor === null ? currency : 'USD')],
    ['payment_method', JSON.stringify(payment.method)],
    ['customer_name', JSON.stringify(payment.customerName)],
    ['customer_email', jsonOf(payment.customerEmail)],
    ['customer_phone', jsonOf(payment.customerPhone)],
    ['reference', jsonOf(payment.reference)],
    ['description', jsonOf(payment.description)],
    ['recurring', payment.recurringInterval === null ? null : 'true'],
    ['recurring_interval', jsonOf(payment.recurringInterval)],
    ['recurring_interval_count', jsonOf(payment.recurringIntervalCount)],
    // Unchanged, as it was sent.
    ['metadata', metadata],
  ];
  const body = fields.flatMap(([name, json]) => (json === null ? [] : [`"${name}": ${json}`])).join(', ');
  return `curl -sS -X POST ${quotedWord(`${publicUrl}${apiBase}/payments`)} \\
  -H "X-Api-Key: $PEYE_KEY" -H 'Content-Type: application/json' \\
  -d ${quotedWord(`{${body}}`)}`;
}

/** A curl command that reads this payment. */
export function readAsCurl({ publicUrl, apiBase }: ApiPlace, { id }: Pick<Payment, 'id'>): string {
  return `curl -sS ${quotedWord(`${publicUrl}${apiBase}/payments/${id}`)} -H "X-Api-Key: $PEYE_KEY"`;
}

function jsonOf(value: string | number | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
