import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { failingDisk } from '../support/failing-disk.ts';
import { freePort, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { assertSoundStore } from '../support/store-access.ts';

const disk = failingDisk();
const skip = disk ? false : 'no C compiler (cc) on Linux';

// Invariant I1: the response leaves after the commit is on disk.
describe('sqlite: the disk flushes a commit slowly', { skip, timeout: 120_000 }, () => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  let node: NodeProcess;
  beforeEach(async () => {
    store = await emptyStore('sqlite');
    settings = { ...store.settings, ...disk!.env, ROLES: 'api', PORT: String(await freePort()) };
    node = await startNode(settings);
    assert.equal((await node.client(node.seed.testKey).post('/payments', paymentRequest())).status, 201);
  });
  afterEach(async () => {
    disk!.repair();
    await node.end('SIGKILL');
    await store.drop();
  });
  after(() => disk!.drop());

  /** Sends creations, and waits until the flush of the first group of them has started. */
  const createWhileStalled = async (count: number) => {
    const answers: number[] = [];
    const api = node.client(node.seed.testKey);
    disk!.stall();
    const creations = Array.from({ length: count }, async (_, index) => {
      const response = await api.post('/payments', paymentRequest({ reference: `stalled-${index}` })).catch(() => null);
      if (response) answers.push(response.status);
    });
    await until('a flush has started', () => disk!.isStalling());
    // Responses that were sent before the flush started have arrived: both ends are on one machine, and this process reads here.
    for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
    return { answers, creations };
  };

  test('no 201 before the payment is on the disk, and a 201 for each payment afterwards', async () => {
    const { answers, creations } = await createWhileStalled(12);
    assert.deepEqual(answers, []);
    disk!.repair();
    await Promise.all(creations);
    assert.deepEqual(
      answers,
      Array.from({ length: 12 }, () => 201),
    );
    await assertSoundStore(store.settings);
  });

  test('a gateway that is killed during the flush has acknowledged nothing, and starts again with a sound store', async () => {
    const { answers, creations } = await createWhileStalled(12);
    await node.end('SIGKILL');
    disk!.repair();
    await Promise.all(creations);
    assert.deepEqual(answers, []);
    node = await startNode(settings, node.seed);
    const again = await node.client(node.seed.testKey).post('/payments', paymentRequest({ reference: 'again' }));
    assert.equal(again.status, 201, again.text);
    await assertSoundStore(store.settings);
  });
});
