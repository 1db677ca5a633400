import type { Payment } from '../core/payment.ts';
import { PAYMENT_FIELDS } from '../features/payments/payment-json.ts';
import { fieldTable } from './field-table.ts';
import { moneyText } from './output.ts';
import { type Evidences, stateText } from './payment-text.ts';

/** The payments of a link or a checkout session. */
export function paymentTable(payments: readonly Payment[], evidence: Evidences): string {
  return fieldTable(payments, PAYMENT_FIELDS, [
    ['transaction_id'],
    { title: 'AMOUNT', cell: moneyText },
    { title: 'STATUS', cell: (payment) => stateText(payment, evidence) },
    ['payment_method', { leftOut: 2 }],
    ['customer_name', { title: 'CUSTOMER', leastWidth: 8, leftOut: 1 }],
    ['created_at', { leftOut: 3 }],
  ]);
}
