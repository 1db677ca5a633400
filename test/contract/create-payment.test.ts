import assert from 'node:assert/strict';
import { paymentRequest } from '../support/gateway.ts';
import { contractSuite } from './promise.ts';
import { assertCreated, assertError, created, METHODS, read } from './shapes.ts';

contractSuite('POST /payments', (promise) => {
  for (const method of METHODS) {
    for (const currency of ['HTG', 'USD']) {
      const isConverted = currency === 'USD' && (method === 'moncash' || method === 'natcash');
      promise(
        [
          ...['REQUEST-22', 'REQUEST-23', 'CREATE-1', 'CREATE-22'],
          ...['CREATE-6', 'CREATE-5', 'REQUEST-20'],
          'CREATE-1',
          'CREATE-19',
          'CREATE-20',
          'CREATE-21',
          'CREATE-22',
          'CREATE-23',
          ...(method === 'card' ? ['CREATE-25', 'STATE-3'] : ['CREATE-24']),
          ...(method === 'natcash' ? ['CREATE-26'] : []),
          ...(isConverted ? ['CREATE-27'] : []),
          ...['STATE-2', 'CREATE-38', 'REQUEST-21', 'PAYMENT-3'],
        ],
        `201 returns a ${method} payment in ${currency} with exactly its fields`,
        async ({ api }) => {
          const response = await api.post(
            '/payments',
            paymentRequest({ payment_method: method, currency, amount: 100 }),
          );
          assertCreated(response, { method, isConverted });
          assert.equal(response.json.amount, isConverted ? '13050.00' : '100.00');
          assert.equal(response.json.currency, isConverted ? 'HTG' : currency);

          const payment = await read(api, response.json.transaction_id);
          assert.equal(payment.status, method === 'card' ? 'pending' : 'processing');
          assert.equal(payment.amount, response.json.amount);
          assert.equal(payment.currency, response.json.currency);
          assert.equal(payment.created_at, response.json.created_at);
          assert.equal(payment.payment_method, method);
        },
      );
    }
  }

  promise(
    ['CREATE-28', 'CREATE-29', 'CREATE-30', 'CREATE-31', 'CREATE-32', ...['CREATE-21', 'CREATE-20', 'RATE-15']],
    '201 converts dollars for a wallet at the default rate',
    async ({ api }) => {
      const json = await created(api, { amount: 12.34, currency: 'USD', payment_method: 'natcash' });
      assert.equal(json.amount, '1610.37');
      assert.equal(json.currency, 'HTG');
      assert.deepEqual(json.conversion, {
        original_amount: 12.34,
        original_currency: 'USD',
        exchange_rate: 130.5,
        charged_amount: 1610.37,
        charged_currency: 'HTG',
      });
    },
  );

  promise(
    ['PAYMENT-1', 'PAYMENT-6', 'PAYMENT-7', 'PAYMENT-8', 'PAYMENT-13'],
    '201 keeps every field as it was sent',
    async ({ api }) => {
      const sent = {
        amount: 1250.5,
        currency: 'USD',
        payment_method: 'lakaypay_card',
        customer_name: '  Mari-Jozèf "Ti Jo" 🇭🇹 O\u2019Brien\tII  ',
        customer_email: 'Marie.Joseph+shop@Example.COM',
        customer_phone: '+509 37 00 0001',
        reference: ' order/10 42 ',
        description: 'Pen patat é\u0065\u0301 \\ / "quoted"\nsecond line',
        metadata: { cart: [1, 2, { size: 'M' }], note: null },
        recurring: true,
        recurring_interval: 'monthly',
        recurring_interval_count: 3,
      };
      const { transaction_id } = await created(api, sent);
      const payment = await read(api, transaction_id);
      assert.equal(payment.transaction_id, transaction_id);
      assert.equal(payment.amount, '1250.50');
      assert.equal(payment.currency, 'USD');
      assert.deepEqual(payment.customer, {
        name: sent.customer_name,
        email: sent.customer_email,
        phone: sent.customer_phone,
      });
      assert.equal(payment.reference, sent.reference);
      assert.equal(payment.description, sent.description);
      assert.deepEqual(payment.metadata, sent.metadata);
    },
  );

  promise(['REQUEST-15'], '201 takes null in every optional field as not given', async ({ api }) => {
    const optional = [
      ...['customer_email', 'customer_phone', 'reference', 'description', 'metadata'],
      ...['recurring', 'recurring_interval', 'recurring_interval_count'],
    ];
    const { transaction_id } = await created(api, Object.fromEntries(optional.map((name) => [name, null])));
    const payment = await read(api, transaction_id);
    assert.deepEqual(
      [payment.reference, payment.description, payment.metadata, payment.customer],
      [null, null, null, { name: 'Marie Joseph', email: null, phone: null }],
    );
  });

  promise(['REQUEST-15', 'CREATE-18'], '422 takes null in a required field as missing', async ({ api }) => {
    const required = ['amount', 'currency', 'payment_method', 'customer_name'];
    const response = await api.post('/payments', Object.fromEntries(required.map((name) => [name, null])));
    assertError(response, 422, 'validation_error', { fields: required });
  });

  promise(['REQUEST-17'], '201 ignores unknown fields, whatever their names', async ({ api }) => {
    const body = `{"amount":500,"currency":"HTG","payment_method":"moncash","customer_name":"M","status":"completed",
      "transaction_id":"1","success":false,"__proto__":{"recurring":true,"amount":1},"constructor":1,"toString":[],
      "hasOwnProperty":"\\u0000","":{},"mode":"live"}`;
    const response = await api.post('/payments', body);
    assertCreated(response, { method: 'moncash', isConverted: false });
    assert.equal(response.json.amount, '500.00');
    assert.equal((await read(api, response.json.transaction_id)).status, 'processing');
  });

  promise(['CREATE-14'], '201 keeps empty strings', async ({ api }) => {
    const { transaction_id } = await created(api, { customer_phone: '', reference: '', description: '', metadata: {} });
    const payment = await read(api, transaction_id);
    assert.deepEqual([payment.customer.phone, payment.reference, payment.description], ['', '', '']);
    assert.deepEqual(payment.metadata, {});
  });

  promise(
    ['CREATE-42', 'CREATE-10'],
    '201 creates two payments when the same request is sent twice',
    async ({ api }) => {
      const same = { reference: 'twice', metadata: { a: 1 } };
      const [first, second] = [await created(api, same), await created(api, same)];
      assert.notEqual(first.transaction_id, second.transaction_id);
      for (const { transaction_id } of [first, second]) {
        assert.equal((await read(api, transaction_id)).reference, 'twice');
      }
    },
  );

  promise(['REQUEST-20'], '201 gives ids that are unique, grow with time and stay below 2^53', async ({ api }) => {
    const first = await created(api);
    const together = await Promise.all(Array.from({ length: 50 }, () => created(api)));
    const last = await created(api);
    const ids = together.map((json) => Number(json.transaction_id));
    assert.equal(new Set(ids).size, 50);
    for (const id of ids) {
      assert.ok(id > Number(first.transaction_id) && id < Number(last.transaction_id), String(id));
      assert.ok(Number.isSafeInteger(id));
    }
  });

  promise(['REQUEST-8', 'ERROR-5'], '422 names the body when it is not JSON', async ({ api }) => {
    for (const body of ['', ' ', '{', '{"amount":500,}', "{'amount':500}", '{"amount":500}}', 'amount=500', '\u0000']) {
      assertError(await api.post('/payments', body), 422, 'validation_error', { fields: ['body'] });
    }
  });

  promise(['REQUEST-9'], '422 names the body when it is not an object', async ({ api }) => {
    for (const body of ['null', '[]', '[{"amount":500}]', '"text"', '1', 'true']) {
      assertError(await api.post('/payments', body), 422, 'validation_error', { fields: ['body'] });
    }
  });

  promise(['CREATE-18', 'ERROR-5'], '422 names every field that is missing or invalid at once', async ({ api }) => {
    assertError(await api.post('/payments', {}), 422, 'validation_error', {
      fields: ['amount', 'currency', 'payment_method', 'customer_name'],
    });
    const response = await api.post('/payments', {
      amount: '500',
      currency: 'EUR',
      payment_method: 'paypal',
      customer_name: '',
      customer_email: 'nobody',
      customer_phone: 1,
      reference: {},
      description: [],
      metadata: 'x',
      recurring: 'yes',
      recurring_interval: 'hourly',
      recurring_interval_count: 13,
    });
    assertError(response, 422, 'validation_error', {
      fields: [
        ...['amount', 'currency', 'payment_method', 'customer_name', 'customer_email', 'customer_phone'],
        ...['reference', 'description', 'metadata'],
        ...['recurring', 'recurring_interval', 'recurring_interval_count'],
      ],
    });
  });

  promise(['REQUEST-3'], '415 refuses a body that is not declared as JSON', async ({ api }) => {
    const body = JSON.stringify(paymentRequest());
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data',
      'x',
    ]) {
      assertError(await api.post('/payments', body, { 'content-type': type }), 415, 'unsupported_media_type');
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      assertCreated(await api.post('/payments', body, { 'content-type': type }), {
        method: 'moncash',
        isConverted: false,
      });
    }
  });

  promise(['REQUEST-11'], '413 refuses a body of 65,537 bytes and takes one of 65,536', async ({ api }) => {
    const bodyOf = (bytes: number) => {
      const empty = JSON.stringify(paymentRequest({ metadata: { fill: '' } }));
      return empty.replace('"fill":""', `"fill":"${'x'.repeat(bytes - empty.length)}"`);
    };
    const largest = bodyOf(65_536);
    assert.equal(Buffer.byteLength(largest), 65_536);
    const response = await api.post('/payments', largest);
    assertCreated(response, { method: 'moncash', isConverted: false });
    const payment = await read(api, response.json.transaction_id);
    assert.equal(payment.metadata.fill, JSON.parse(largest).metadata.fill);
    assertError(await api.post('/payments', bodyOf(65_537)), 413, 'payload_too_large');
  });
});
