import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  CREATE_REQUESTS,
  CREATED_ANSWERS,
  EVENTS_ANSWERS,
  EXCHANGE_RATE_ANSWERS,
  FAIL_REQUESTS,
  HEALTH_ANSWERS,
  LIST_ANSWERS,
  PAYMENT_ANSWERS,
  VERIFY_ANSWERS,
} from '../../src/api/schemas/examples.ts';
import { onBothEngines } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';

/** The names of all fields, however deep, in their order; what is in `metadata` is the merchant's own. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return null;
  const ownData = ['metadata', 'provider_response'];
  return Object.entries(value).map(([name, part]) => [name, ownData.includes(name) ? null : shape(part)]);
}

onBothEngines('the documented examples', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  const newId = async () => (await gateway.api.post('/payments', paymentRequest())).json.transaction_id as string;

  for (const [name, { value }] of Object.entries(CREATE_REQUESTS)) {
    it(`201 takes the request "${name}" and answers in the shape of its example`, async () => {
      const answer = await gateway.api.post('/payments', value);
      assert.equal(answer.status, 201, answer.text);
      const example = CREATED_ANSWERS[name as keyof typeof CREATED_ANSWERS].value;
      assert.deepEqual(shape(answer.json), shape(example));
      for (const field of ['amount', 'currency', 'status'] as const) assert.equal(answer.json[field], example[field]);
      assert.deepEqual(answer.json.conversion, 'conversion' in example ? example.conversion : undefined);
    });
  }

  for (const [name, { value }] of Object.entries(FAIL_REQUESTS)) {
    it(`200 fails a test payment with the body "${name}"`, async () => {
      const answer = await gateway.api.post(`/test_helpers/payments/${await newId()}/fail`, value);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(shape(answer.json), shape(PAYMENT_ANSWERS.failed.value));
    });
  }

  it('200 answers every read in the shape of its example', async () => {
    const { testKey } = await gateway.newWebsite('Documented');
    const api = gateway.client(testKey);
    const created = await api.post('/payments', CREATE_REQUESTS.moncash.value);
    const id = created.json.transaction_id as string;
    const isLike = async (path: string, { value }: { value: unknown }) => {
      const answer = await api.get(path);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(shape(answer.json), shape(value), path);
    };
    await isLike(`/payments/${id}`, PAYMENT_ANSWERS.processing);
    await isLike('/payments?status=failed', LIST_ANSWERS.empty);
    await api.post(`/test_helpers/payments/${id}/complete`);
    await isLike(`/payments/${id}`, PAYMENT_ANSWERS.completed);
    await isLike('/payments/reference/order-1042', PAYMENT_ANSWERS.completed);
    await isLike('/payments', LIST_ANSWERS.one_page);
    await api.post('/payments', CREATE_REQUESTS.moncash.value);
    await isLike('/payments?per_page=1&cursor=', LIST_ANSWERS.by_cursor);
    await isLike('/events', EVENTS_ANSWERS.one_event);
    await isLike('/exchange-rate', EXCHANGE_RATE_ANSWERS.rate);
    await isLike('/exchange-rate?amount=1000', EXCHANGE_RATE_ANSWERS.conversion);
    await isLike('/health', HEALTH_ANSWERS.answers);
    const verified = await api.post(`/payments/${id}/verify`);
    assert.deepEqual(shape(verified.json), shape(VERIFY_ANSWERS.completed.value));
  });

  it('200 converts at the documented rate to the documented dollars', async () => {
    const answer = await gateway.api.get('/exchange-rate?amount=1000');
    assert.deepEqual(answer.json, EXCHANGE_RATE_ANSWERS.conversion.value);
  });

  it('422 is documented for verify, whose body is read although none is needed', async () => {
    const answer = await gateway.api.post(`/payments/${await newId()}/verify`, '{');
    assert.equal(answer.status, 422);
    assert.equal(answer.json.error, 'validation_error');
  });
});
