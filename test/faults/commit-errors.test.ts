import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CommitFault } from '../support/commit-cutter.ts';
import { assertUncertain, type CutGateway, startCutGateway } from '../support/cut-gateway.ts';
import { type ApiResponse, paymentRequest } from '../support/gateway.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

/** Outcome unknown to the server, an I/O error, an internal error, a crash, and a server or a proxy that has lost its connection. */
const UNKNOWN = ['40003', '58030', 'XX000', '57P02', '08006'];
/** A cancelled statement, a full disk, a server that takes no writes, a feature that is not supported. */
const UNDONE = ['57014', '53100', '25006', '0A000'];

/** Creations on one gateway, whose connections to the database pass through a cutter. */
function stageOf(settings: Record<string, string>) {
  let stage: CutGateway;
  before(async () => {
    stage = await startCutGateway(settings);
  });
  after(() => stage.stop());

  /** Creates payments at the same moment. Their first commit fails with `fault`. Returns the responses by reference. */
  const createTogether = async (name: string, fault: CommitFault): Promise<Map<string, ApiResponse>> => {
    // Opens a connection first, so that the requests below arrive together.
    assert.equal((await stage.gateway.api.post('/payments', paymentRequest())).status, 201);
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

  return { createTogether, countOf, stage: () => stage };
}

/** Tests that apply to every commit of creations, however the statements are sent. */
function testsOfCreations({ createTogether, countOf, stage }: ReturnType<typeof stageOf>, unknown: readonly string[]) {
  for (const code of unknown) {
    test(`500 and one row for each payment, when the commit happened and the response is ${code}`, async () => {
      const responses = await createTogether(`done-${code}`, { done: code });
      const uncertain = [...responses.values()].filter(({ status }) => status !== 201);
      assert.ok(uncertain.length > 0, 'at least one response says that the outcome is uncertain');
      for (const response of uncertain) assertUncertain(response);
      for (const reference of responses.keys()) assert.equal(await countOf(reference), 1, reference);
      await assertSoundStore(stage().store.settings);
    });
  }

  test('500 and one row for each payment, when the server committed with a warning that this may be lost', async () => {
    const responses = await createTogether('warned', 'done with a warning');
    assert.ok([...responses.values()].some(({ status }) => status !== 201));
    for (const [reference, response] of responses) {
      if (response.status !== 201) assertUncertain(response);
      assert.equal(await countOf(reference), 1, reference);
    }
    await assertSoundStore(stage().store.settings);
  });

  for (const code of ['40001', '40P01']) {
    test(`201 and one row for each payment, when the server rolled back for ${code}: the transaction is run again`, async () => {
      for (const [reference, response] of await createTogether(`undone-${code}`, { undone: code })) {
        assert.equal(response.status, 201, response.text);
        assert.equal(await countOf(reference), 1, reference);
      }
      await assertSoundStore(stage().store.settings);
    });
  }
}

describe('postgres: the commit of a transaction gets an error', { skip }, () => {
  // Behind a pooler, creations are transactions of several statements, as all other writes always are.
  const staged = stageOf({ DATABASE_POOLER: 'true' });
  const { createTogether, countOf, stage } = staged;
  testsOfCreations(staged, [...UNKNOWN, ...UNDONE]);

  test('no 201 for a payment that the server rolled back at the commit', async () => {
    for (const [reference, response] of await createTogether('rolled-back', 'rolled back')) {
      assert.equal(await countOf(reference), response.status === 201 ? 1 : 0, `${reference}: ${response.text}`);
    }
    const alone = 'rolled-back-alone';
    stage().cutter.cutNext('rolled back');
    assertUncertain(await stage().gateway.api.post('/payments', paymentRequest({ reference: alone })));
    assert.equal(await countOf(alone), 0);
    await assertSoundStore(stage().store.settings);
  });

  for (const [name, isDone, fault] of [
    ['happened and got a 40003 in response', true, { done: '40003' }],
    ['was rolled back with an ordinary response', false, 'rolled back'],
  ] as const) {
    test(`500 for a finish whose commit ${name}, and reading the payment shows what happened`, async () => {
      const { transaction_id: id } = (await stage().gateway.api.post('/payments', paymentRequest())).json;
      stage().cutter.cutNext(fault);
      assertUncertain(await stage().gateway.api.post(`/test_helpers/payments/${id}/complete`));
      const { status } = (await stage().gateway.api.get(`/payments/${id}`)).json.data;
      assert.equal(status, isDone ? 'completed' : 'processing');
      assert.equal(
        (await stage().gateway.api.post(`/test_helpers/payments/${id}/complete`)).status,
        isDone ? 409 : 200,
      );
      await assertSoundStore(stage().store.settings);
    });
  }
});

describe('postgres: a statement that is its own transaction gets an error', { skip }, () => {
  const staged = stageOf({});
  const { createTogether, countOf, stage } = staged;
  testsOfCreations(staged, UNKNOWN);

  for (const code of UNDONE) {
    test(`no 201 or 500 for a payment that the server reports as undone for ${code}`, async () => {
      const responses = await createTogether(`undone-${code}`, { undone: code });
      for (const [reference, { status, text }] of responses) {
        // A payment that makes its group fail is written again alone.
        assert.ok(status === 201 || (status === 503 && code !== '0A000'), text);
        assert.equal(await countOf(reference), status === 201 ? 1 : 0, reference);
      }
      await assertSoundStore(stage().store.settings);
    });
  }
});
