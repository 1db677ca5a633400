import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type CommitCutter, startCommitCutter } from '../support/commit-cutter.ts';
import { type EmptyStore, newStore } from '../support/engines.ts';
import { type Answer, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSoundStore } from '../support/store-access.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

// Contract: REQUEST-32
describe('the connection breaks during a commit', { skip }, () => {
  let store: EmptyStore;
  let cutter: CommitCutter;
  let gateway: TestGateway;
  before(async () => {
    store = await newStore('postgres');
    cutter = await startCommitCutter(store.settings.DATABASE_URL!);
    // Without a worker, whose commits would be cut instead.
    const settings = { ...store.settings, DATABASE_URL: cutter.url };
    gateway = await startTestGateway('postgres', { sharedStore: { ...store, settings }, settings: { ROLES: 'api' } });
  });
  after(async () => {
    await gateway.stop();
    await cutter.close();
    await store.drop();
  });

  for (const [moment, exists] of [
    ['unsent', false],
    ['unanswered', true],
  ] as const) {
    test(`500 for a creation whose commit went ${moment}, and the payment ${exists ? 'is' : 'is not'} there`, async () => {
      const reference = `creation-${moment}`;
      cutter.cutNext(moment);
      const cutsBefore = cutter.cuts();
      const answer = await gateway.api.post('/payments', paymentRequest({ reference, metadata: { whole: true } }));
      assert.equal(cutter.cuts(), cutsBefore + 1);
      assertUncertain(answer);

      const found = await gateway.api.get(`/payments/reference/${reference}`);
      assert.equal(found.status, exists ? 200 : 404, found.text);
      if (exists) {
        assert.equal(found.json.data.amount, '500.00');
        assert.deepEqual(found.json.data.metadata, { whole: true });
        assert.equal(found.json.data.status, 'processing');
      }
      await assertSoundStore(store.settings);
    });

    test(`500 for a finish whose commit went ${moment}, and the payment ${exists ? 'is' : 'is not'} final`, async () => {
      const { transaction_id: id } = (await gateway.api.post('/payments', paymentRequest())).json;
      cutter.cutNext(moment);
      assertUncertain(await gateway.api.post(`/test_helpers/payments/${id}/complete`));

      const { status } = (await gateway.api.get(`/payments/${id}`)).json.data;
      assert.equal(status, exists ? 'completed' : 'processing');
      const again = await gateway.api.post(`/test_helpers/payments/${id}/complete`);
      assert.equal(again.status, exists ? 409 : 200);
      const events = (await gateway.api.get('/events?limit=100')).json.data;
      assert.equal(events.filter((event: { id: string }) => event.id === `evt_${id}_success`).length, 1);
      await assertSoundStore(store.settings);
    });

    test(`500 for everybody whose payment was in a group whose commit went ${moment}, and for nobody else`, async () => {
      cutter.cutNext(moment);
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const reference = `group-${moment}-${index}`;
          return { reference, answer: await gateway.api.post('/payments', paymentRequest({ reference })) };
        }),
      );
      const uncertain = answers.filter(({ answer }) => answer.status !== 201);
      assert.ok(uncertain.length > 0);
      for (const { reference, answer } of answers) {
        if (answer.status !== 201) assertUncertain(answer);
        const found = await gateway.api.get(`/payments/reference/${reference}`);
        assert.equal(found.status, answer.status === 201 || exists ? 200 : 404);
      }
      await assertSoundStore(store.settings);
    });
  }
});

/** The answer that sends the merchant to look before it tries again, and shows nothing of the inside. */
function assertUncertain(answer: Answer): void {
  assert.equal(answer.status, 500, answer.text);
  assert.equal(answer.json.error, 'internal_error');
  assert.match(answer.json.message, /look the payment up by its reference/i);
  assert.deepEqual(Object.keys(answer.json).sort(), ['error', 'message', 'success']);
}
