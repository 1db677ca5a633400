import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { failingDisk } from '../support/failing-disk.ts';
import { type ApiResponse, type Client, freePort, paymentRequest } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { assertSoundStore } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';

const disk = failingDisk();
const skip = disk ? false : 'no C compiler (cc) on Linux';

describe('sqlite: the disk fails to flush a commit', { skip, timeout: 240_000 }, () => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  let node: NodeProcess;
  let api: Client;
  beforeEach(async () => {
    store = await emptyStore('sqlite');
    settings = { ...store.settings, ...disk!.env, ROLES: 'api', PORT: String(await freePort()) };
    node = await startNode(settings);
    api = node.client(node.seed.testKey);
  });
  afterEach(async () => {
    disk!.repair();
    await node.end('SIGKILL');
    await store.drop();
  });
  after(() => disk!.drop());

  const create = (reference: string) => api.post('/payments', paymentRequest({ reference }));
  const found = async (reference: string) =>
    (await api.get(`/payments/reference/${encodeURIComponent(reference)}`)).status;
  const crash = async () => {
    await node.end('SIGKILL');
    node = await startNode(settings, node.seed);
    api = node.client(node.seed.testKey);
  };

  test('500 with the advice to look the payment up, because it can exist after a crash', async () => {
    assert.equal((await create('before')).status, 201);
    disk!.fail();
    assertUncertain(await create('at the failure'));
    // The crash comes at once, before any lookup.
    disk!.repair();
    await crash();
    assert.equal(
      await found('at the failure'),
      200,
      'the payment exists, so a response that nothing was done would have been wrong',
    );
    assert.equal(await found('before'), 200);
    assert.equal((await create('after')).status, 201);
    await assertSoundStore(store.settings);
  });

  for (const isRepaired of [true, false]) {
    test(`the result of a lookup still holds after a crash, when the disk ${isRepaired ? 'works again' : 'still fails'}`, async () => {
      assert.equal((await create('before')).status, 201);
      disk!.fail();
      const references = Array.from({ length: 8 }, (_, index) => `failing-${index}`);
      for (const response of await Promise.all(references.map(create))) assertUncertain(response);
      if (isRepaired) disk!.repair();
      const reported = await Promise.all(references.map(found));
      for (const status of reported) assert.ok(status === 200 || status === 404, String(status));
      await crash();
      assert.deepEqual(await Promise.all(references.map(found)), reported);
      assert.equal(await found('before'), 200);
      await assertSoundStore(store.settings);
    });
  }

  test('the gateway resumes by itself when the disk works again, and nothing acknowledged is lost', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < byTier({ day: 2, night: 5 }); round++) {
      disk!.fail();
      assertUncertain(await create(`lost-${round}`));
      disk!.repair();
      const response = await create(`kept-${round}`);
      assert.equal(response.status, 201, response.text);
      acknowledged.push(response.json.transaction_id);
    }
    assert.equal((await api.get(`${node.url}/readyz`)).status, 200);
    await crash();
    for (const id of acknowledged) assert.equal((await api.get(`/payments/${id}`)).status, 200);
    await assertSoundStore(store.settings);
  });
});

function assertUncertain(response: ApiResponse): void {
  assert.equal(response.status, 500, response.text);
  assert.match(response.json.message, /look up the payment by its reference/i);
}
