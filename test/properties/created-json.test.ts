import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createdJson } from '../../src/api/routes/create-payment.ts';
import { amountNumber, formatAmount, rateNumber } from '../../src/core/money.ts';
import { PAYMENT_METHODS, type Payment } from '../../src/core/payment.ts';
import { formatTimestamp } from '../../src/core/timestamps.ts';

const minor = fc.integer({ min: 1, max: 10 ** 12 });
const payment = fc.record({
  id: fc.integer({ min: 10 ** 14, max: Number.MAX_SAFE_INTEGER }),
  amountMinor: minor,
  currency: fc.constantFrom('HTG', 'USD'),
  status: fc.constantFrom('pending', 'processing'),
  method: fc.constantFrom(...PAYMENT_METHODS),
  createdAtUs: fc.integer({ min: 0, max: 4 * 10 ** 15 }),
});
const conversion = fc.option(fc.record({ originalAmountMinor: minor, rateE4: minor }), { nil: undefined });
const fields = fc.dictionary(
  fc.constantFrom('payment_url', 'client_secret', 'natcash_reference'),
  fc.string({ unit: 'binary' }),
);

test('the response to a creation is the JSON of an object with its members in this order', () => {
  fc.assert(
    fc.property(payment, conversion, fields, (made, converted, given) => {
      const whole = { originalAmountMinor: null, rateE4: null, ...made, ...converted } as unknown as Payment;
      const object = {
        success: true,
        transaction_id: String(made.id),
        amount: formatAmount(made.amountMinor),
        currency: made.currency,
        status: made.method === 'card' ? 'requires_payment_method' : made.status,
        created_at: formatTimestamp(made.createdAtUs),
        ...given,
        ...(converted && {
          conversion: {
            original_amount: amountNumber(converted.originalAmountMinor),
            original_currency: 'USD',
            exchange_rate: rateNumber(converted.rateE4),
            charged_amount: amountNumber(made.amountMinor),
            charged_currency: 'HTG',
          },
        }),
      };
      assert.equal(createdJson({ payment: whole, fields: given }), JSON.stringify(object));
    }),
  );
});
