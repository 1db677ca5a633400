import assert from 'node:assert/strict';
import { test } from 'node:test';
import { head, sendRaw } from '../contract/raw-http.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway } from '../support/gateway.ts';

const CONNECTIONS = 50;
const REQUESTS_EACH = 20;

onOneEngineByDay('a flood of /readyz', (engine) => {
  test('gets a response, and sends the store one query at a time', async () => {
    const gateway = await startTestGateway(engine);
    const { db } = gateway.store;
    let atOnce = 0;
    let most = 0;
    const ask = db.requireWritable;
    // This only counts the queries, and sends them unchanged.
    db.requireWritable = async () => {
      most = Math.max(most, ++atOnce);
      await ask().finally(() => atOnce--);
    };
    try {
      const requests = head('GET /readyz HTTP/1.1').repeat(REQUESTS_EACH);
      const flood = Array.from({ length: CONNECTIONS }, () =>
        sendRaw(gateway.url, [requests], { expected: REQUESTS_EACH }),
      );
      for (const { responses } of await Promise.all(flood)) {
        assert.deepEqual(
          responses.map(({ json }) => json.store),
          Array(REQUESTS_EACH).fill('ready'),
        );
      }
      assert.equal(most, 1);
    } finally {
      await gateway.stop();
    }
  });
});
