import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Peye, RateLimitExceededError } from '../../../sdk/typescript/src/index.ts';
import { startStubGateway } from '../support/stub-gateway.ts';

/** How long the rate limit of each page lasts. */
const RATE_LIMIT_MS = 2_000;

it('iterators read 100 entries on each page, and wait for a rate limit of up to five minutes', async () => {
  const stub = await startStubGateway();
  try {
    const peye = new Peye({ apiKey: `tk_test_${'a'.repeat(32)}`, baseUrl: stub.url, retries: 0 });
    const startedAt = performance.now();
    assert.equal((await Array.fromAsync(peye.payments.iterate({ status: 'completed' }))).length, 2);
    assert.equal((await Array.fromAsync(peye.events.iterate())).length, 0);
    assert.ok(performance.now() - startedAt >= 4 * RATE_LIMIT_MS, 'four waits');
    await assert.rejects(Array.fromAsync(peye.payments.iterate({ status: 'failed' })), RateLimitExceededError);
    assert.deepEqual(
      stub.requests.filter((request) => !request.includes('=100')),
      [],
    );
  } finally {
    await stub.close();
  }
});
