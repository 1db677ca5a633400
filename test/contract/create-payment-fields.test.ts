import assert from 'node:assert/strict';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { paymentRequest } from '../support/gateway.ts';
import { contractSuite } from './promise.ts';
import { assertCreated, assertError, created, METHODS, rawRequest, read } from './shapes.ts';

const EMOJI = '🛵';
const CREATED = { method: 'moncash', isConverted: false };

contractSuite('the fields of POST /payments', (promise) => {
  const refuses = (rows: readonly string[], field: string, what: string, values: readonly string[]) => {
    promise(rows, `422 refuses ${field} ${what}`, async ({ api }) => {
      for (const value of values) {
        const response = await api.post('/payments', rawRequest({ [field]: value }));
        assertError(response, 422, 'validation_error', { fields: [field] });
      }
    });
  };

  promise(
    ['CREATE-2', 'REQUEST-19', 'PAYMENT-2'],
    '201 reads an amount by its value, however it is spelled',
    async ({ api }) => {
      const spelled = {
        '1': '1.00',
        '1.0': '1.00',
        '1.000000000000000000000000': '1.00',
        '100e-2': '1.00',
        '0.1e1': '1.00',
        '1e2': '100.00',
        '1E+2': '100.00',
        '500.0': '500.00',
        '500.10': '500.10',
        '500.01': '500.01',
        '0.29e2': '29.00',
        '1.15': '1.15',
        '8.41': '8.41',
        '1.005e3': '1005.00',
        '74999.99': '74999.99',
        '12345.670000': '12345.67',
      };
      for (const [amount, expected] of Object.entries(spelled)) {
        const response = await api.post('/payments', rawRequest({ amount }));
        assertCreated(response, CREATED);
        assert.equal(response.json.amount, expected, amount);
        assert.equal((await read(api, response.json.transaction_id)).amount, expected, amount);
      }
    },
  );
  refuses(['CREATE-2'], 'amount', 'that is no number', [
    ...['"500"', '"5e2"', '""', 'true', '[500]', '{"value":500}', '"NaN"'],
  ]);
  refuses(['CREATE-4'], 'amount', 'with three decimals', [
    ...['500.123', '1.001', '5.005e0', '1e-3', '1.0000000000000000000000000001', '74999.999', '123456e-3'],
  ]);
  refuses(['CREATE-3'], 'amount', 'below 1', [
    ...['0.99', '0', '-0', '0.00', '-5', '-0.01', '99e-2', '-1e300', '0.9999999999999999999999'],
  ]);
  promise(['REQUEST-8'], '422 refuses numbers that JSON does not know', async ({ api }) => {
    for (const amount of ['NaN', 'Infinity', '-Infinity', '.5', '5.', '+5', '0500', '0x1F4', '1_000', '5,00', '1e']) {
      const response = await api.post('/payments', rawRequest({ amount }));
      assertError(response, 422, 'validation_error', { fields: ['body'] });
    }
  });
  promise(
    ['CREATE-3'],
    '422 refuses less than 1 with every method, also where the provider would take it',
    async ({ api }) => {
      for (const payment_method of METHODS) {
        const response = await api.post('/payments', paymentRequest({ payment_method, currency: 'USD', amount: 0.99 }));
        assertError(response, 422, 'validation_error', { fields: ['amount'] });
      }
    },
  );

  refuses(['CREATE-5'], 'currency', 'other than HTG and USD', [
    ...['"EUR"', '"htg"', '"HTG "', '""', '1', 'true', '[]', '["HTG"]', '{}'],
  ]);
  refuses(['CREATE-6'], 'payment_method', 'other than the four', [
    ...['"paypal"', '"MONCASH"', '"moncash "', '""', '1', 'true', '["card"]', '{}'],
  ]);
  refuses(['CREATE-7'], 'customer_name', 'that is empty or no text', [...['""', '1', 'true', '[]', '{}']]);
  refuses(['CREATE-8'], 'customer_email', 'that is no address', [
    ...['"marie"', '"marie@"', '"@example.com"', '"a b@example.com"', '" marie@example.com"', '""', '1', '[]', '{}'],
  ]);
  refuses(['CREATE-12'], 'metadata', 'that is no object', [...['[]', '[{"a":1}]', '"{}"', '""', '1', 'true', 'false']]);

  const lengths = [
    ['CREATE-7', 'customer_name', 255],
    ['CREATE-9', 'customer_phone', 20],
    ['CREATE-10', 'reference', 255],
    ['CREATE-11', 'description', 500],
  ] as const;
  for (const [row, field, longest] of lengths) {
    promise(
      [row, 'REQUEST-18'],
      `201 takes ${field} of ${longest} characters, and 422 refuses one more, emoji counted once`,
      async ({ api }) => {
        for (const character of ['a', 'é', EMOJI, '\u0301']) {
          const text = character.repeat(longest);
          const { transaction_id } = await created(api, { [field]: text });
          const payment = await read(api, transaction_id);
          const kept = { customer_name: payment.customer.name, customer_phone: payment.customer.phone, ...payment };
          assert.equal(kept[field], text);

          const response = await api.post('/payments', paymentRequest({ [field]: text + character }));
          assertError(response, 422, 'validation_error', { fields: [field], message: /./ });
        }
      },
    );
    if (field !== 'customer_name') {
      refuses([row], field, 'that is no text', ['1', 'true', '[]', '{}']);
    }
  }

  promise(['REQUEST-10'], '422 refuses NUL and unpaired surrogates in every text field, naming it', async ({ api }) => {
    const fields = ['customer_name', 'customer_phone', 'reference', 'description', 'customer_email'];
    for (const field of fields) {
      for (const text of ['a\\u0000b', '\\uD83D', '\\uDE00', '\\uDE00\\uD83D', 'a\\uD83Da']) {
        const response = await api.post('/payments', rawRequest({ [field]: `"${text}"` }));
        assertError(response, 422, 'validation_error', { fields: [field] });
      }
    }
    const deep = ['{"a":"\\u0000"}', '{"\\u0000":1}', '{"a":[{"b":"\\uD83D"}]}', '{"a":{"\\uDE00":{}}}'];
    for (const metadata of deep) {
      const response = await api.post('/payments', rawRequest({ metadata }));
      assertError(response, 422, 'validation_error', { fields: ['metadata'] });
    }
    const paired = await api.post('/payments', rawRequest({ customer_name: '"\\uD83D\\uDEF5"' }));
    assertCreated(paired, CREATED);
    assert.equal((await read(api, paired.json.transaction_id)).customer.name, EMOJI);
  });

  promise(
    ['CREATE-15', 'CREATE-16'],
    '201 takes every interval of a recurring lakaypay_card payment, and the count may be absent',
    async ({ api, store }) => {
      const recurring = { payment_method: 'lakaypay_card', recurring: true };
      for (const recurring_interval of ['daily', 'weekly', 'monthly', 'yearly']) {
        const { transaction_id: id } = await created(api, { ...recurring, recurring_interval });
        const stored = await findPayment(store.db, Number(id));
        assert.deepEqual([stored?.recurringInterval, stored?.recurringIntervalCount], [recurring_interval, 1]);
      }
      for (const recurring_interval of ['hourly', 'Monthly', '', 1]) {
        const refused = await api.post('/payments', paymentRequest({ ...recurring, recurring_interval }));
        assertError(refused, 422, 'validation_error', { fields: ['recurring_interval'] });
      }
      await created(api, { payment_method: 'lakaypay_card', recurring: false });
    },
  );

  promise(
    ['CREATE-17'],
    '201 takes a count of 1 and 12, and 422 refuses 0, 13 and what is no whole number',
    async ({ api }) => {
      const request = { payment_method: '"lakaypay_card"', recurring: 'true', recurring_interval: '"monthly"' };
      for (const recurring_interval_count of ['1', '12', '1.0', '12e0']) {
        const response = await api.post('/payments', rawRequest({ ...request, recurring_interval_count }));
        assertCreated(response, { method: 'lakaypay_card', isConverted: false });
      }
      for (const recurring_interval_count of ['0', '13', '-1', '1.5', '"1"', 'true', '[]', '1e9']) {
        const response = await api.post('/payments', rawRequest({ ...request, recurring_interval_count }));
        assertError(response, 422, 'validation_error', { fields: ['recurring_interval_count'] });
      }
    },
  );

  promise(['CREATE-15'], '422 refuses recurring fields that do not go together', async ({ api }) => {
    const card = { payment_method: 'lakaypay_card' };
    const cases: [Record<string, unknown>, string[]][] = [
      [{ ...card, recurring: true }, ['recurring_interval']],
      [{ payment_method: 'moncash', recurring: false }, ['recurring']],
      [{ ...card, recurring: true, recurring_interval_count: 2 }, ['recurring_interval']],
      [{ ...card, recurring_interval: 'daily' }, ['recurring_interval']],
      [{ ...card, recurring_interval_count: 2 }, ['recurring_interval_count']],
      [{ ...card, recurring: false, recurring_interval: 'daily' }, ['recurring_interval']],
      [{ ...card, recurring: true, recurring_interval: 'hourly' }, ['recurring_interval']],
      [{ ...card, recurring: 'true', recurring_interval: 'daily' }, ['recurring']],
      [{ ...card, recurring: 1, recurring_interval: 'daily' }, ['recurring']],
      ...['moncash', 'natcash', 'card'].flatMap((payment_method): [Record<string, unknown>, string[]][] => [
        [{ payment_method, recurring: true, recurring_interval: 'daily' }, ['recurring', 'recurring_interval']],
        [{ payment_method, recurring_interval: 'daily' }, ['recurring_interval']],
        [{ payment_method, recurring_interval_count: 1 }, ['recurring_interval_count']],
      ]),
    ];
    for (const [changes, fields] of cases) {
      assertError(await api.post('/payments', paymentRequest(changes)), 422, 'validation_error', { fields });
    }
  });
});
