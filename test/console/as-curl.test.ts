import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAsCurl } from '../../src/console/payments/payment-forms.ts';
import type { Payment } from '../../src/core/payment.ts';
import { testPayment } from '../support/store.ts';

/** The body that the `curl` command of a payment sends. */
function bodyOf(changes: Partial<Payment>): Record<string, unknown> {
  const payment = testPayment({ websiteId: 'web_1', apiKeyId: 'key_1' }, changes);
  const command = createAsCurl({ publicUrl: 'https://pay.example', apiBase: '/api' }, payment);
  return JSON.parse(/-d '(.*)'$/s.exec(command)?.[1] ?? '');
}

test('the command that creates a payment again sends what the merchant sent', () => {
  const shared = { payment_method: 'moncash', customer_name: 'Marie Joseph' };
  assert.deepEqual(bodyOf({}), { ...shared, amount: 500, currency: 'HTG' });
  const converted = { amountMinor: 65_000, originalAmountMinor: 525, rateE4: 1_238_100 };
  assert.deepEqual(bodyOf(converted), { ...shared, amount: 5.25, currency: 'USD' });
  assert.deepEqual(
    bodyOf({
      method: 'lakaypay_card',
      recurringInterval: 'monthly',
      recurringIntervalCount: 2,
      metadata: '{"cart":1}',
    }),
    {
      ...shared,
      payment_method: 'lakaypay_card',
      amount: 500,
      currency: 'HTG',
      metadata: { cart: 1 },
      recurring: true,
      recurring_interval: 'monthly',
      recurring_interval_count: 2,
    },
  );
});
