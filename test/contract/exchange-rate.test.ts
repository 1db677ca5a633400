import assert from 'node:assert/strict';
import { contractSuite } from './promise.ts';
import { assertError, assertKeys, assertSuccess } from './shapes.ts';

contractSuite('GET /exchange-rate', (promise) => {
  promise(
    [
      'RATE-2',
      'RATE-3',
      'RATE-4',
      'RATE-7',
      'RATE-8',
      'RATE-9',
      'RATE-10',
      ...['RATE-1', 'RATE-6', 'RATE-15', 'RATE-14'],
    ],
    '200 shows the rate with exactly its fields',
    async (gateway) => {
      for (const key of [gateway.testKey, gateway.liveKey]) {
        const response = await gateway.client(key).get('/exchange-rate');
        assertSuccess(response, 200);
        assertKeys(response.json, ['success', 'data']);
        const { example, note, ...rest } = response.json.data;
        assert.deepEqual(rest, {
          base_currency: 'USD',
          quote_currency: 'HTG',
          rate: 130.5,
          conversion: null,
          card_minimum: { HTG: 65.25, USD: 0.5 },
          updated_at: null,
        });
        for (const text of [example, note]) assert.ok(typeof text === 'string' && text !== '');
      }
    },
  );

  promise(['RATE-5', 'RATE-11'], '200 converts gourdes to dollars', async ({ api }) => {
    const cases: Record<string, { amount_htg: number; amount_usd: number }> = {
      '0': { amount_htg: 0, amount_usd: 0 },
      '0.00': { amount_htg: 0, amount_usd: 0 },
      '0.01': { amount_htg: 0.01, amount_usd: 0 },
      '0.65': { amount_htg: 0.65, amount_usd: 0 },
      '0.66': { amount_htg: 0.66, amount_usd: 0.01 },
      '130.5': { amount_htg: 130.5, amount_usd: 1 },
      '1e3': { amount_htg: 1000, amount_usd: 7.66 },
      '1000.55': { amount_htg: 1000.55, amount_usd: 7.67 },
      '1000.500': { amount_htg: 1000.5, amount_usd: 7.67 },
      '1000000000': { amount_htg: 1_000_000_000, amount_usd: 7_662_835.25 },
    };
    for (const [amount, conversion] of Object.entries(cases)) {
      const response = await api.get(`/exchange-rate?amount=${amount}`);
      assertSuccess(response, 200);
      assert.deepEqual(response.json.data.conversion, conversion, amount);
    }
  });

  promise(
    ['RATE-12', 'RATE-11'],
    '200 takes any decimal from 0 to 10^12 and rounds the result once, half up',
    async ({ api }) => {
      const cases: Record<string, { amount_htg: number; amount_usd: number }> = {
        '1.005': { amount_htg: 1.01, amount_usd: 0.01 },
        '1.00499999999999999999999999': { amount_htg: 1, amount_usd: 0.01 },
        '0.005': { amount_htg: 0.01, amount_usd: 0 },
        '0.0049999999999999999999': { amount_htg: 0, amount_usd: 0 },
        // Half a cent exactly: the dollars are computed from the amount sent, not from the rounded gourdes.
        '0.6525': { amount_htg: 0.65, amount_usd: 0.01 },
        '0.65249999999999999999': { amount_htg: 0.65, amount_usd: 0 },
        '1e-400': { amount_htg: 0, amount_usd: 0 },
        '1e-999999999999': { amount_htg: 0, amount_usd: 0 },
        '-0.000': { amount_htg: 0, amount_usd: 0 },
        '10000.125e-1': { amount_htg: 1000.01, amount_usd: 7.66 },
        [`0.${'3'.repeat(10_000)}`]: { amount_htg: 0.33, amount_usd: 0 },
        '1e12': { amount_htg: 1e12, amount_usd: 7_662_835_249.04 },
        '1000000000000.000': { amount_htg: 1e12, amount_usd: 7_662_835_249.04 },
        '999999999999.995': { amount_htg: 1e12, amount_usd: 7_662_835_249.04 },
        '999999999999.99': { amount_htg: 999_999_999_999.99, amount_usd: 7_662_835_249.04 },
      };
      for (const [amount, conversion] of Object.entries(cases)) {
        const response = await api.get(`/exchange-rate?amount=${amount}`);
        assertSuccess(response, 200);
        assert.deepEqual(response.json.data.conversion, conversion, amount.slice(0, 40));
      }
    },
  );

  promise(['RATE-12'], '422 states the bounds for an amount outside them', async ({ api }) => {
    for (const amount of ['1000000000000.01', '1000000000000.00000000000001', '1.1e12', '1e13', '1e999999999999']) {
      const response = await api.get(`/exchange-rate?amount=${amount}`);
      assertError(response, 422, 'validation_error', { fields: ['amount'] });
      assert.deepEqual(response.json.errors.amount, ['The amount field must be at most 1000000000000.']);
    }
    for (const amount of ['-0.001', '-1e-400', '-1e13']) {
      const response = await api.get(`/exchange-rate?amount=${amount}`);
      assertError(response, 422, 'validation_error', { fields: ['amount'] });
      assert.deepEqual(response.json.errors.amount, ['The amount field must be at least 0.']);
    }
    for (const amount of ['.5', '5.', '1_000', '%2B5', '1.5.5', '٣']) {
      const response = await api.get(`/exchange-rate?amount=${amount}`);
      assertError(response, 422, 'validation_error', { fields: ['amount'] });
      assert.deepEqual(response.json.errors.amount, [
        'The amount field must be a decimal number, such as 1000 or 0.5.',
      ]);
    }
  });

  promise(['RATE-13'], '422 refuses an amount that is no number from 0 on', async ({ api }) => {
    const amounts = [
      '-1',
      '-0.01',
      'abc',
      '',
      '%20',
      '1,000',
      '0x10',
      'NaN',
      'Infinity',
      '1e400',
      '5&amount=6',
      '%00',
      '1%202',
      '1e',
    ];
    for (const amount of amounts) {
      const response = await api.get(`/exchange-rate?amount=${amount}`);
      assertError(response, 422, 'validation_error', { fields: ['amount'] });
    }
  });
});

contractSuite(
  'GET /exchange-rate at a rate from the settings',
  (promise) => {
    promise(['RATE-15', 'RATE-4'], '200 shows four decimals of the rate', async ({ api }) => {
      const { data } = (await api.get('/exchange-rate')).json;
      assert.equal(data.rate, 132.1875);
      assert.deepEqual(data.card_minimum, { HTG: 66.1, USD: 0.5 });
      assert.match(data.example, /132\.1875/);
    });
  },
  { settings: { EXCHANGE_RATE: '132.1875' } },
);
