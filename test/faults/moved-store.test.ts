import assert from 'node:assert/strict';
import { existsSync, renameSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Client, paymentRequest, until } from '../support/gateway.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { sqliteFile } from '../support/store.ts';

describe('sqlite: the file of the store is missing, as with a disk that is not mounted', { timeout: 240_000 }, () => {
  let gateway: RunningGateway;
  let api: Client;
  before(async () => {
    gateway = await startRunningGateway('sqlite', { ROLES: 'api' });
    api = gateway.api();
  });
  after(() => gateway.close());

  const create = (reference: string) => api.post('/payments', paymentRequest({ reference }));
  const ready = async () => (await api.get(`${gateway.node().url}/readyz`)).status;
  const move = (from: string, to: string) => {
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
  };

  test('503 and not ready, no empty store in its place, and all payments are there when the file is back', async () => {
    assert.equal((await create('before')).status, 201);
    const file = sqliteFile(gateway.store);
    move(file, `${file}.elsewhere`);
    assert.equal(await ready(), 503);
    for (let round = 0; round < 3; round++) {
      const { status, json } = await create('meanwhile');
      assert.deepEqual([status, json.error], [503, 'service_unavailable']);
    }
    assert.equal((await api.get('/payments/reference/before')).status, 503);
    assert.equal(existsSync(file), false);

    move(`${file}.elsewhere`, file);
    await until('the gateway is ready again', async () => (await ready()) === 200, 5_000);
    assert.equal((await create('after')).status, 201);
    assert.equal((await api.get('/payments/reference/before')).status, 200);
    assert.equal((await api.get('/payments/reference/meanwhile')).status, 404);
    await gateway.assertSound();
  });
});
