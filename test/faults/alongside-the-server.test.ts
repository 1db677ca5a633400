import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openStore } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { Recorder } from '../support/recorder.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { settling } from '../support/settling.ts';
import { createWebsite } from '../support/websites.ts';

describe('sqlite: a second process writes while the server does', () => {
  let gateway: RunningGateway;
  before(async () => {
    gateway = await startRunningGateway('sqlite');
  });
  after(() => gateway.close());

  test('neither process makes a write of the other fail', { timeout: 240_000 }, async (context) => {
    const api = gateway.api();
    const recorder = new Recorder(() => api);
    context.after(() => recorder.stop());
    recorder.start(6);
    await until('the server is busy', () => recorder.acknowledged > 20);
    // Each round does what a command does: it opens the store, writes, and closes it.
    const config = readConfig(gateway.settings);
    for (let round = 0; round < 15; round++) {
      const opened = await openStore(config, createLog('silent'), { migrate: round % 2 === 0 });
      const { website } = await createWebsite(opened, { name: `Shop ${round}` });
      const { text: key } = await opened.operator.createApiKey({ websiteId: website.id, mode: 'test' });
      assert.equal(
        (await gateway.node().client(key).get('/payments')).status,
        200,
        'the server accepts a new key at once',
      );
      const { json } = await api.post('/payments', paymentRequest());
      const payment = await findPayment(opened.db, Number(json.transaction_id));
      assert.equal((await settlePayment(settling(opened), payment!, { status: 'completed' }))?.status, 'completed');
      assert.equal((await api.get(`/payments/${json.transaction_id}`)).json.data.status, 'completed');
      await opened.db.close();
    }
    await recorder.stop();
    assert.deepEqual(
      recorder.unexpected(() => false),
      [],
    );
    await recorder.assertKept();
    await gateway.assertSound();
  });
});
