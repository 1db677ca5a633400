import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { markAsProcessing } from '../../src/features/payments/mark-as-processing.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { slowPayment } from '../../src/providers/sandbox/provider-data.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { settling } from '../support/settling.ts';
import { assertSound } from '../support/soundness.ts';
import { byTier } from '../support/tier.ts';

const ROUNDS = byTier({ day: 2, night: 5 });
const CALLERS = 50;

onOneEngineByDay('fifty callers finish one payment at once', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  test('200 for one of the helpers, 409 for the others', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await create(gateway, round % 2 === 0 ? 'moncash' : 'card');
      const responses = await Promise.all(
        Array.from({ length: CALLERS }, (_, index) =>
          gateway.api.post(`/test_helpers/payments/${id}/${index % 2 === 0 ? 'complete' : 'fail'}`),
        ),
      );
      const won = responses.filter((response) => response.status === 200);
      assert.equal(won.length, 1);
      assert.equal(responses.filter((response) => response.status === 409).length, CALLERS - 1);
      await assertFinal(gateway, id, won[0]!.json.data);
    }
  });

  test('one outcome when helpers, the page, verify and the worker all finish it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await create(gateway, 'natcash');
      const { store } = gateway;
      const payment = (await findPayment(store.db, Number(id)))!;
      // The sandbox's wallet completes this payment when it is verified: by the request, and by the worker, for which it is due.
      await markAsProcessing(store, payment, { ...slowPayment(0), nextCheckAtUs: store.clock() });
      const settledByPage: unknown[] = [];
      const callers = [
        () => gateway.api.post(`/test_helpers/payments/${id}/complete`),
        () => gateway.api.post(`/test_helpers/payments/${id}/fail`, { failure_reason: 'cancelled' }),
        () => gateway.api.post(`/payments/${id}/verify`),
        async () => {
          const settled = await settlePayment(settling(store), payment, {
            status: 'failed',
            failureReason: 'declined',
          });
          if (settled) settledByPage.push(settled);
          return undefined;
        },
        async () => void (await markAsProcessing(store, payment, slowPayment(store.clock()))),
      ];
      const responses = await Promise.all(
        Array.from({ length: CALLERS }, (_, index) => callers[index % callers.length]!()),
      );
      const byHelper = responses.filter((response) => response?.status === 200 && response.json.data.created_at);
      assert.ok(
        byHelper.length + settledByPage.length <= 1,
        'at most one caller may get the response that it finished the payment',
      );

      const final = (await gateway.api.get(`/payments/${id}`)).json.data;
      for (const response of responses) {
        if (response?.json.data?.verified_at) assert.equal(response.json.data.status, final.status);
      }
      await assertFinal(gateway, id, final);
    }
  });
});

async function create({ api }: TestGateway, method: string): Promise<string> {
  return (await api.post('/payments', paymentRequest({ payment_method: method }))).json.transaction_id;
}

/** Asserts that a payment is final, with this content and one event, and that nothing can change it. */
async function assertFinal({ api, store }: TestGateway, id: string, expected: { status: string }): Promise<void> {
  for (const verb of ['complete', 'fail']) await api.post(`/test_helpers/payments/${id}/${verb}`);
  await api.post(`/payments/${id}/verify`);
  const { json } = await api.get(`/payments/${id}`);
  assert.deepEqual(json.data, expected);
  assert.ok(['completed', 'failed'].includes(expected.status));
  const events = await store.db.query('SELECT kind FROM events WHERE payment_id = $1', [Number(id)]);
  assert.deepEqual(
    events.map((event) => event.kind),
    [expected.status === 'completed' ? 'payment.success' : 'payment.failed'],
  );
  await assertSound(store.db);
}
