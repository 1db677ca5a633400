import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  CREATE_REQUESTS,
  CREATED_RESPONSES,
  EVENTS_RESPONSES,
  EXCHANGE_RATE_RESPONSES,
  FAIL_REQUESTS,
  HEALTH_RESPONSES,
  LIST_RESPONSES,
  PAYMENT_RESPONSES,
  VERIFY_RESPONSES,
} from '../../src/api/schemas/examples.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { jsonShape as shape } from '../support/json-shape.ts';

onOneEngineByDay('the documented examples', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  const newId = async () => (await gateway.api.post('/payments', paymentRequest())).json.transaction_id as string;

  for (const [name, { value }] of Object.entries(CREATE_REQUESTS)) {
    it(`201 accepts the request "${name}" and responds in the shape of its example`, async () => {
      const response = await gateway.api.post('/payments', value);
      assert.equal(response.status, 201, response.text);
      const example = CREATED_RESPONSES[name as keyof typeof CREATED_RESPONSES].value;
      assert.deepEqual(shape(response.json), shape(example));
      for (const field of ['amount', 'currency', 'status'] as const) assert.equal(response.json[field], example[field]);
      assert.deepEqual(response.json.conversion, 'conversion' in example ? example.conversion : undefined);
    });
  }

  for (const [name, { value }] of Object.entries(FAIL_REQUESTS)) {
    it(`200 fails a test payment with the body "${name}"`, async () => {
      const response = await gateway.api.post(`/test_helpers/payments/${await newId()}/fail`, value);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(shape(response.json), shape(PAYMENT_RESPONSES.failed.value));
    });
  }

  it('200 responds to every read in the shape of its example', async () => {
    const { testKey } = await gateway.newWebsite('Documented');
    const api = gateway.client(testKey);
    const created = await api.post('/payments', CREATE_REQUESTS.moncash.value);
    const id = created.json.transaction_id as string;
    const isLike = async (path: string, { value }: { value: unknown }) => {
      const response = await api.get(path);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(shape(response.json), shape(value), path);
    };
    await isLike(`/payments/${id}`, PAYMENT_RESPONSES.processing);
    await isLike('/payments?status=failed', LIST_RESPONSES.empty);
    await api.post(`/test_helpers/payments/${id}/complete`);
    await isLike(`/payments/${id}`, PAYMENT_RESPONSES.completed);
    await isLike('/payments/reference/order-1042', PAYMENT_RESPONSES.completed);
    await isLike('/payments', LIST_RESPONSES.one_page);
    await api.post('/payments', CREATE_REQUESTS.moncash.value);
    await isLike('/payments?per_page=1&cursor=', LIST_RESPONSES.by_cursor);
    await isLike('/events', EVENTS_RESPONSES.one_event);
    await isLike('/exchange-rate', EXCHANGE_RATE_RESPONSES.rate);
    await isLike('/exchange-rate?amount=1000', EXCHANGE_RATE_RESPONSES.conversion);
    await isLike('/health', HEALTH_RESPONSES.answers);
    const verified = await api.post(`/payments/${id}/verify`);
    assert.deepEqual(shape(verified.json), shape(VERIFY_RESPONSES.completed.value));
  });

  it('200 converts at the documented rate to the documented dollars', async () => {
    const response = await gateway.api.get('/exchange-rate?amount=1000');
    assert.deepEqual(response.json, EXCHANGE_RATE_RESPONSES.conversion.value);
  });

  it('422 is documented for verify, which needs no body but reads a body that is sent', async () => {
    const response = await gateway.api.post(`/payments/${await newId()}/verify`, '{');
    assert.equal(response.status, 422);
    assert.equal(response.json.error, 'validation_error');
  });
});
