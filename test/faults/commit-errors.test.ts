import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CommitFault } from '../support/commit-cutter.ts';
import { assertUncertain, type CutGateway, startCutGateway } from '../support/cut-gateway.ts';
import { type ApiResponse, paymentRequest } from '../support/gateway.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

describe('postgres: a commit gets an error', { skip }, () => {
  let stage: CutGateway;
  before(async () => {
    stage = await startCutGateway();
  });
  after(() => stage.stop());

  /** Creates payments at the same moment, the first commit of which is answered so. Returns the responses by reference. */
  const createTogether = async (name: string, fault: CommitFault): Promise<Map<string, ApiResponse>> => {
    // A connection that is open already, so that those that follow come together.
    await stage.gateway.api.get('/payments');
    stage.cutter.cutNext(fault);
    const before = stage.cutter.cuts();
    const references = Array.from({ length: 12 }, (_, index) => `${name}-${index}`);
    const responses = await Promise.all(
      references.map((reference) => stage.gateway.api.post('/payments', paymentRequest({ reference }))),
    );
    assert.equal(stage.cutter.cuts(), before + 1);
    return new Map(references.map((reference, index) => [reference, responses[index]!]));
  };
  const countOf = (reference: string): Promise<number> =>
    withDatabase(stage.store.settings, async (db) => {
      const rows = await db.query('SELECT id FROM payments WHERE reference = $1', [reference]);
      return rows.length;
    });

  // Not known there, cancelled, out of disk, an I/O error, a crash, a server that is going away or takes no writes, no connection.
  for (const code of ['40003', '57014', '53100', '58030', 'XX000', '57P02', '25006', '08006', '0A000']) {
    test(`500 and one row for each, when the commit happened and the response is ${code}`, async () => {
      const responses = await createTogether(`done-${code}`, { done: code });
      const uncertain = [...responses.values()].filter(({ status }) => status !== 201);
      assert.ok(uncertain.length > 0, 'nobody was told that it is not certain');
      for (const response of uncertain) assertUncertain(response);
      for (const reference of responses.keys()) assert.equal(await countOf(reference), 1, reference);
      await assertSoundStore(stage.store.settings);
    });
  }

  test('500 and one row for each, when the server committed with a warning that this may be lost', async () => {
    const responses = await createTogether('warned', 'done with a warning');
    assert.ok([...responses.values()].some(({ status }) => status !== 201));
    for (const [reference, response] of responses) {
      if (response.status !== 201) assertUncertain(response);
      assert.equal(await countOf(reference), 1, reference);
    }
    await assertSoundStore(stage.store.settings);
  });

  for (const code of ['40001', '40P01']) {
    test(`201 and one row for each, when the server rolled back for ${code}: it is run again`, async () => {
      for (const [reference, response] of await createTogether(`undone-${code}`, { undone: code })) {
        assert.equal(response.status, 201, response.text);
        assert.equal(await countOf(reference), 1, reference);
      }
      await assertSoundStore(stage.store.settings);
    });
  }

  test('nobody is told 201 for what the server rolled back at the commit', async () => {
    for (const [reference, response] of await createTogether('rolled-back', 'rolled back')) {
      assert.equal(await countOf(reference), response.status === 201 ? 1 : 0, `${reference}: ${response.text}`);
    }
    const alone = 'rolled-back-alone';
    stage.cutter.cutNext('rolled back');
    assertUncertain(await stage.gateway.api.post('/payments', paymentRequest({ reference: alone })));
    assert.equal(await countOf(alone), 0);
    await assertSoundStore(stage.store.settings);
  });

  for (const [name, isDone, fault] of [
    ['happened and was answered with 40003', true, { done: '40003' }],
    ['was rolled back with a plain answer', false, 'rolled back'],
  ] as const) {
    test(`500 for a finish whose commit ${name}, and the payment says what is true`, async () => {
      const { transaction_id: id } = (await stage.gateway.api.post('/payments', paymentRequest())).json;
      stage.cutter.cutNext(fault);
      assertUncertain(await stage.gateway.api.post(`/test_helpers/payments/${id}/complete`));
      const { status } = (await stage.gateway.api.get(`/payments/${id}`)).json.data;
      assert.equal(status, isDone ? 'completed' : 'processing');
      assert.equal((await stage.gateway.api.post(`/test_helpers/payments/${id}/complete`)).status, isDone ? 409 : 200);
      await assertSoundStore(stage.store.settings);
    });
  }
});
