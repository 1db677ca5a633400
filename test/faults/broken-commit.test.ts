import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertUncertain, type CutGateway, startCutGateway } from '../support/cut-gateway.ts';
import { paymentRequest } from '../support/gateway.ts';
import { assertSoundStore } from '../support/store-access.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

for (const [where, settings] of [
  ['a commit', {}],
  ['a commit behind a pooler', { DATABASE_POOLER: 'true' }],
] as const) {
  describe(`the connection breaks during ${where}`, { skip }, () => {
    let stage: CutGateway;
    before(async () => {
      stage = await startCutGateway(settings);
    });
    after(() => stage.stop());

    for (const [moment, what, exists] of [
      ['unsent', 'was not sent', false],
      ['unanswered', 'got no response', true],
    ] as const) {
      // Contract: REQUEST-32
      test(`500 for a creation whose commit ${what}, and the payment ${exists ? 'exists' : 'does not exist'}`, async () => {
        const reference = `creation-${moment}`;
        stage.cutter.cutNext(moment);
        const cutsBefore = stage.cutter.cuts();
        const response = await stage.gateway.api.post(
          '/payments',
          paymentRequest({ reference, metadata: { whole: true } }),
        );
        assert.equal(stage.cutter.cuts(), cutsBefore + 1);
        assertUncertain(response);

        const found = await stage.gateway.api.get(`/payments/reference/${reference}`);
        assert.equal(found.status, exists ? 200 : 404, found.text);
        if (exists) {
          assert.equal(found.json.data.amount, '500.00');
          assert.deepEqual(found.json.data.metadata, { whole: true });
          assert.equal(found.json.data.status, 'processing');
        }
        await assertSoundStore(stage.store.settings);
      });

      // Contract: REQUEST-32
      test(`500 for a finish whose commit ${what}, and the payment ${exists ? 'is' : 'is not'} final`, async () => {
        const { transaction_id: id } = (await stage.gateway.api.post('/payments', paymentRequest())).json;
        stage.cutter.cutNext(moment);
        assertUncertain(await stage.gateway.api.post(`/test_helpers/payments/${id}/complete`));

        const { status } = (await stage.gateway.api.get(`/payments/${id}`)).json.data;
        assert.equal(status, exists ? 'completed' : 'processing');
        const again = await stage.gateway.api.post(`/test_helpers/payments/${id}/complete`);
        assert.equal(again.status, exists ? 409 : 200);
        const events = (await stage.gateway.api.get('/events?limit=100')).json.data;
        assert.equal(events.filter((event: { id: string }) => event.id === `evt_${id}_success`).length, 1);
        await assertSoundStore(stage.store.settings);
      });

      test(`500 for every payment in a group whose commit ${what}, and for no other payment`, async () => {
        stage.cutter.cutNext(moment);
        const responses = await Promise.all(
          Array.from({ length: 40 }, async (_, index) => {
            const reference = `group-${moment}-${index}`;
            return { reference, response: await stage.gateway.api.post('/payments', paymentRequest({ reference })) };
          }),
        );
        const uncertain = responses.filter(({ response }) => response.status !== 201);
        assert.ok(uncertain.length > 0);
        for (const { reference, response } of responses) {
          if (response.status !== 201) assertUncertain(response);
          const found = await stage.gateway.api.get(`/payments/reference/${reference}`);
          assert.equal(found.status, response.status === 201 || exists ? 200 : 404);
        }
        await assertSoundStore(stage.store.settings);
      });
    }
  });
}
