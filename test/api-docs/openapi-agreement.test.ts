import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/api/openapi/document.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { type ApiResponse, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { schemaCompiler } from '../support/openapi.ts';

const RUNS = Number(process.env.OPENAPI_SWEEP_RUNS ?? 250);
const OPTIONAL = [
  ...['customer_email', 'customer_phone', 'reference', 'description', 'metadata'],
  ...['recurring', 'recurring_interval', 'recurring_interval_count'],
];

/** Headers that the tests of authentication check on each response that must have them. */
const TRIED_ELSEWHERE = ['WWW-Authenticate'];

/** Amounts that have at most two decimals, or clearly have more. Smaller differences are not drawn: a double cannot represent them. */
const amount = fc.oneof(
  fc.integer({ min: 0, max: 10 ** 9 }).map((minor) => Number((minor / 100).toFixed(2))),
  fc.constantFrom(1, 0.99, 1.13, 19.99, 0.29, 1e3, 1.01, 4.35, 8.2, 1e6 + 0.07),
  fc.integer({ min: 1, max: 10 ** 8 }).map((n) => Number(`${n}.${(n % 9) + 1}05`)),
);
const text = (longest: number) =>
  fc.oneof(
    fc.string({ maxLength: 12 }).filter((value) => !value.includes('\0')),
    fc.constantFrom(
      '',
      'é',
      '😀'.repeat(longest),
      '😀'.repeat(longest + 1),
      'a'.repeat(longest),
      'a'.repeat(longest + 1),
    ),
  );
const wrong = fc.constantFrom<unknown>(null, 0, -1, 1.5, 13, true, false, '', 'x', [], {}, [null], '500', 'monthly');
const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: arbitrary as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: wrong });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => mostly(fc.option(arbitrary));

const body = fc
  .record(
    {
      amount: mostly(amount),
      currency: mostly(fc.constantFrom('HTG', 'USD')),
      payment_method: mostly(fc.constantFrom('moncash', 'natcash', 'lakaypay_card', 'lakaypay_card', 'card')),
      customer_name: mostly(text(255)),
      customer_email: optional(fc.constantFrom('marie@example.com', 'a@b.ht', 'nobody', '@', 'a b@example.com')),
      customer_phone: optional(text(20)),
      reference: optional(text(255)),
      description: optional(text(500)),
      metadata: optional(fc.dictionary(fc.constantFrom('a', 'b', 'ç'), fc.oneof(fc.integer(), fc.constant(null)))),
      recurring: optional(fc.boolean()),
      recurring_interval: optional(fc.constantFrom('daily', 'weekly', 'monthly', 'yearly', 'hourly')),
      recurring_interval_count: optional(fc.integer({ min: 0, max: 13 })),
      unknown: fc.option(fc.constantFrom<unknown>('x', 1, [])),
    },
    { requiredKeys: [] },
  )
  // Most requests have the required members. Optional members are often absent.
  .chain((members) =>
    fc.subarray(OPTIONAL).map((left) => ({
      ...paymentRequest(),
      ...Object.fromEntries(Object.entries(members).filter(([name]) => !left.includes(name))),
    })),
  );

onOneEngineByDay('the OpenAPI document and the gateway agree', (engine) => {
  let gateway: TestGateway;
  let document: OpenApiDocument;
  let schemaAt: (path: readonly string[]) => ValidateFunction;
  before(async () => {
    gateway = await startTestGateway(engine);
    document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    schemaAt = schemaCompiler(document);
  });
  after(() => gateway?.stop());

  /** Every response has the schema of its operation and status, and the headers that are described for it. */
  const assertDescribed = (response: ApiResponse, path: string, method: string) => {
    const place = [
      'paths',
      path,
      method,
      'responses',
      String(response.status),
      'content',
      'application/json',
      'schema',
    ];
    const validate = schemaAt(place);
    assert.ok(validate(response.json), `${place.join(' ')}: ${JSON.stringify(validate.errors)} ${response.text}`);
    const described = document.paths[path]?.[method]?.responses[response.status]?.headers ?? {};
    assert.ok('X-Request-Id' in described);
    for (const [name, { $ref }] of Object.entries(described as Record<string, { $ref: string }>)) {
      const { required } = document.components.headers![$ref.split('/').at(-1)!] as { required?: boolean };
      if (TRIED_ELSEWHERE.includes(name) || !required) continue;
      assert.ok(response.headers.get(name), `${place.join(' ')} has no ${name}`);
    }
  };

  // Contract: REQUEST-16
  it('201 accepts null for every optional field, alone and together', async () => {
    const all = Object.fromEntries(OPTIONAL.map((name) => [name, null]));
    const validate = schemaAt(['components', 'schemas', 'CreatePayment']);
    for (const nulls of [all, ...OPTIONAL.map((name) => ({ [name]: null }))]) {
      for (const method of ['moncash', 'lakaypay_card']) {
        const request = paymentRequest({ payment_method: method, ...nulls });
        assert.ok(validate(request), JSON.stringify(validate.errors));
        const response = await gateway.api.post('/payments', request);
        assert.equal(response.status, 201, response.text);
        assertDescribed(response, '/payments', 'post');
      }
    }
    const recurring = { payment_method: 'lakaypay_card', recurring: true, recurring_interval: 'daily' };
    const request = paymentRequest({ ...recurring, recurring_interval_count: null });
    assert.ok(validate(request));
    assert.equal((await gateway.api.post('/payments', request)).status, 201);
    const { json } = await gateway.api.post('/payments', paymentRequest());
    const path = `/test_helpers/payments/${json.transaction_id}/fail`;
    const failed = await gateway.api.post(path, { failure_reason: null });
    assert.equal(failed.status, 200, failed.text);
    assertDescribed(failed, '/test_helpers/payments/{transaction_id}/fail', 'post');
  });

  // Contract: REQUEST-16
  it('422 is the response to exactly those bodies that the document refuses', async () => {
    const validate = schemaAt(['components', 'schemas', 'CreatePayment']);
    const found = { valid: 0, invalid: 0 };
    await fc.assert(
      fc.asyncProperty(body, async (request) => {
        const isValid = validate(request) as boolean;
        found[isValid ? 'valid' : 'invalid']++;
        const response = await gateway.api.post('/payments', request);
        // A valid body can still have an amount that is too high for its method.
        assert.ok([201, 400, 422].includes(response.status), response.text);
        assert.equal(response.status !== 422, isValid, `${response.text} ${JSON.stringify(validate.errors)}`);
        assertDescribed(response, '/payments', 'post');
      }),
      { numRuns: RUNS },
    );
    // About one in eleven of the drawn bodies is valid. In one run of a hundred only half as many are, and in no run only a quarter.
    for (const [kind, count] of Object.entries(found)) assert.ok(count > RUNS / 50, `${count} ${kind} bodies`);
  });

  it('422 and the document agree on every combination of the recurring fields', async () => {
    const validate = schemaAt(['components', 'schemas', 'CreatePayment']);
    const choices = {
      payment_method: ['lakaypay_card', 'moncash'],
      recurring: [undefined, null, true, false],
      recurring_interval: [undefined, null, 'weekly'],
      recurring_interval_count: [undefined, null, 2],
    };
    for (const payment_method of choices.payment_method) {
      for (const recurring of choices.recurring) {
        for (const recurring_interval of choices.recurring_interval) {
          for (const recurring_interval_count of choices.recurring_interval_count) {
            const fields = { payment_method, recurring, recurring_interval, recurring_interval_count };
            const request = JSON.parse(JSON.stringify(paymentRequest(fields)));
            const { status, text: reported } = await gateway.api.post('/payments', request);
            assert.equal(status, validate(request) ? 201 : 422, `${JSON.stringify(request)} ${reported}`);
          }
        }
      }
    }
  });

  it('200, 401, 404 and 422 of every read are as the document describes them', async () => {
    const { api } = gateway;
    const { json } = await api.post('/payments', paymentRequest({ reference: 'read' }));
    await api.post(`/test_helpers/payments/${json.transaction_id}/complete`);
    const reads: [path: string, asked: string][] = [
      ['/payments', '/payments?per_page=1'],
      ['/payments', '/payments?per_page=1&cursor='],
      ['/payments', '/payments?cursor=x'],
      ['/payments', '/payments?page=0'],
      ['/payments/{transaction_id}', `/payments/${json.transaction_id}`],
      ['/payments/{transaction_id}', '/payments/123456789012345'],
      ['/payments/{transaction_id}', '/payments/%zz'],
      ['/payments/reference/{reference}', '/payments/reference/read'],
      ['/payments/reference/{reference}', `/payments/reference/${'x'.repeat(300)}`],
      ['/events', '/events?limit=1'],
      ['/events', '/events?after=x'],
      ['/exchange-rate', '/exchange-rate?amount=0.005'],
      ['/exchange-rate', '/exchange-rate?amount=-1'],
      ['/health', '/health'],
    ];
    for (const [path, asked] of reads) {
      assertDescribed(await api.get(asked), path, 'get');
      const refused = await gateway.client(null).get(asked);
      // An address that cannot be decoded does not belong to the API.
      assert.equal(refused.status, asked.includes('%zz') ? 404 : 401);
      assertDescribed(refused, path, 'get');
    }
    const undecodable = await api.get('/payments/%zz');
    assert.deepEqual([undecodable.status, undecodable.json.error], [404, 'not_found']);
    const verified = await api.post(`/payments/${json.transaction_id}/verify`);
    assertDescribed(verified, '/payments/{transaction_id}/verify', 'post');
  });
});
