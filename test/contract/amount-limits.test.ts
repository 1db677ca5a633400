import assert from 'node:assert/strict';
import { paymentRequest } from '../support/gateway.ts';
import { contractSuite } from './promise.ts';
import { assertError, created } from './shapes.ts';

/** For each method and currency: the largest accepted amount, and the smallest one above the method's limit. */
const MAXIMA = [
  { method: 'moncash', currency: 'HTG', max: 75_000, over: 75_000.01, limit: '75000.00 HTG' },
  // 574.71 × 130.5 is 74,999.655, 574.72 × 130.5 is 75,000.96.
  { method: 'moncash', currency: 'USD', max: 574.71, over: 574.72, limit: '75000.00 HTG' },
  { method: 'natcash', currency: 'HTG', max: 100_000, over: 100_000.01, limit: '100000.00 HTG' },
  { method: 'natcash', currency: 'USD', max: 766.28, over: 766.29, limit: '100000.00 HTG' },
  { method: 'lakaypay_card', currency: 'HTG', max: 500_000, over: 500_000.01, limit: '500000.00 HTG' },
  { method: 'lakaypay_card', currency: 'USD', max: 4_000, over: 4_000.01, limit: '4000.00 USD' },
  { method: 'card', currency: 'HTG', max: 1_300_000, over: 1_300_000.01, limit: '1300000.00 HTG' },
  { method: 'card', currency: 'USD', max: 10_000, over: 10_000.01, limit: '10000.00 USD' },
] as const;

/** Where the minimum is 1, a smaller amount is an invalid field; otherwise it is below the method's limit. */
const MINIMA = [
  { method: 'moncash', currency: 'HTG', min: 1 },
  { method: 'moncash', currency: 'USD', min: 1 },
  { method: 'natcash', currency: 'HTG', min: 20, under: 19.99, limit: '20.00 HTG' },
  { method: 'natcash', currency: 'USD', min: 1 },
  { method: 'lakaypay_card', currency: 'HTG', min: 1 },
  { method: 'lakaypay_card', currency: 'USD', min: 1 },
  { method: 'card', currency: 'HTG', min: 65.25, under: 65.24, limit: '65.25 HTG' },
  { method: 'card', currency: 'USD', min: 1 },
] as const;

contractSuite('the amounts of POST /payments', (promise) => {
  for (const { method, currency, max, over, limit } of MAXIMA) {
    promise(
      ['CREATE-36', 'CREATE-35'],
      `400 refuses ${method} above ${max} ${currency}, and 201 accepts exactly that amount`,
      async ({ api }) => {
        await created(api, { payment_method: method, currency, amount: max });
        const response = await api.post(
          '/payments',
          paymentRequest({ payment_method: method, currency, amount: over }),
        );
        assertError(response, 400, 'amount_too_high', { message: new RegExp(`\\b${limit.replace('.', '\\.')}\\b`) });
      },
    );
  }
  for (const { method, currency, min, ...below } of MINIMA) {
    promise(
      ['CREATE-36', ...('under' in below ? ['CREATE-34'] : [])],
      `${'under' in below ? 400 : 422} refuses ${method} below ${min} ${currency}, and 201 accepts exactly that amount`,
      async ({ api }) => {
        const request = { payment_method: method, currency };
        await created(api, { ...request, amount: min });
        if ('under' in below) {
          const response = await api.post('/payments', paymentRequest({ ...request, amount: below.under }));
          assertError(response, 400, 'amount_too_low', { message: new RegExp(below.limit.replace('.', '\\.')) });
        } else {
          const response = await api.post('/payments', paymentRequest({ ...request, amount: min - 0.01 }));
          assertError(response, 422, 'validation_error', { fields: ['amount'] });
        }
      },
    );
  }

  promise(
    ['CREATE-35', 'REQUEST-14'],
    '400 refuses amounts that are too large to be computed exactly',
    async ({ api }) => {
      const amounts = [
        '9007199254740993',
        '90071992547409.93',
        '1e15',
        '1e300',
        '1e400',
        '123456789012345678901234567890.12',
      ];
      for (const payment_method of ['moncash', 'card']) {
        for (const currency of ['HTG', 'USD']) {
          for (const amount of amounts) {
            const body = `{"amount":${amount},"currency":"${currency}","payment_method":"${payment_method}","customer_name":"M"}`;
            assertError(await api.post('/payments', body), 400, 'amount_too_high');
          }
        }
      }
    },
  );

  promise(['CREATE-36', 'RATE-14'], '400 states the card minimum that the exchange rate shows', async ({ api }) => {
    const { card_minimum } = (await api.get('/exchange-rate')).json.data;
    assert.deepEqual(card_minimum, { HTG: 65.25, USD: 0.5 });
    await created(api, { payment_method: 'card', amount: card_minimum.HTG });
  });
});

contractSuite(
  'the amounts of POST /payments at another rate',
  (promise) => {
    promise(['CREATE-36', 'CREATE-34'], '400 compares a natcash amount after its conversion', async ({ api }) => {
      const request = { payment_method: 'natcash', currency: 'USD' };
      // 17.53 × 1.1405 is 19.992965, 17.54 × 1.1405 is 20.00437.
      await created(api, { ...request, amount: 17.54 });
      const response = await api.post('/payments', paymentRequest({ ...request, amount: 17.53 }));
      assertError(response, 400, 'amount_too_low', { message: /20\.00 HTG/ });
    });

    promise(['CREATE-33'], '201 rounds a conversion half up to the centime, at four decimals', async ({ api }) => {
      const cases = { '1': '1.14', '10': '11.41', '30': '34.22', '2.02': '2.30', '1.23': '1.40', '100': '114.05' };
      for (const [amount, expected] of Object.entries(cases)) {
        const json = await created(api, { currency: 'USD', amount: Number(amount) });
        assert.equal(json.amount, expected, amount);
        assert.equal(json.conversion.charged_amount, Number(expected));
        assert.equal(json.conversion.exchange_rate, 1.1405);
      }
    });

    promise(['RATE-14'], '400 rounds the gourde minimum of cards up to the centime', async ({ api }) => {
      const { card_minimum } = (await api.get('/exchange-rate')).json.data;
      // 0.50 × 1.1405 is 0.57025.
      assert.deepEqual(card_minimum, { HTG: 0.58, USD: 0.5 });
    });
  },
  { settings: { EXCHANGE_RATE: '1.1405' } },
);

contractSuite(
  'the amounts of POST /payments with limits from the settings',
  (promise) => {
    promise(['CREATE-37'], '400 refuses amounts that the settings do not allow', async ({ api }) => {
      const cases = [
        ['moncash', 'HTG', 9.99, 'amount_too_low'],
        ['moncash', 'HTG', 50.01, 'amount_too_high'],
        ['natcash', 'HTG', 60.51, 'amount_too_high'],
        ['lakaypay_card', 'USD', 4.99, 'amount_too_low'],
        ['card', 'HTG', 260.99, 'amount_too_low'],
        ['card', 'USD', 1.99, 'amount_too_low'],
        ['card', 'HTG', 400.01, 'amount_too_high'],
      ] as const;
      for (const [payment_method, currency, amount, code] of cases) {
        assertError(await api.post('/payments', paymentRequest({ payment_method, currency, amount })), 400, code);
      }
      const allowed = [
        ['moncash', 'HTG', 10],
        ['moncash', 'HTG', 50],
        ['natcash', 'HTG', 60.5],
        ['lakaypay_card', 'USD', 5],
        ['card', 'HTG', 261],
        ['card', 'USD', 2],
        ['card', 'HTG', 400],
      ] as const;
      for (const [payment_method, currency, amount] of allowed)
        await created(api, { payment_method, currency, amount });
    });
  },
  {
    settings: {
      MONCASH_MIN_HTG: '10',
      MONCASH_MAX_HTG: '50',
      NATCASH_MAX_HTG: '60.5',
      LAKAYPAY_CARD_MIN_USD: '5',
      CARD_MIN_USD: '2',
      CARD_MAX_HTG: '400',
    },
  },
);
