import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ERRORS } from '../../../src/core/errors.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import type { Language } from './languages.ts';
import { runChecks } from './run-program.ts';
import { type StubGateway, startStubGateway } from './stub-gateway.ts';

const STUB_KEY = `tk_test_${'a'.repeat(32)}`;

/** Runs the programs of a language that check its SDK, with each form of the SDK. */
export function testPrograms({ name, skip, forms, command }: Language): void {
  for (const [index, form] of forms.entries()) {
    describe(`the SDK for ${name}, ${form.name}`, { skip, concurrency: true }, () => {
      let gateway: TestGateway;
      let stub: StubGateway;
      before(async () => {
        gateway = await startTestGateway('sqlite');
        stub = await startStubGateway();
      });
      after(async () => {
        await stub?.close();
        await gateway?.stop();
      });

      it('computes amounts, checks webhooks and refuses wrong options without a gateway', () =>
        runChecks(command('offline'), form.env, 100));

      it('creates, reads, finds, lists, verifies, ends and refunds payments, and reads the feed and the rate', async () => {
        const { testKey } = await gateway.newWebsite();
        await runChecks(command('surface'), { ...form.env, PEYE_URL: gateway.url, PEYE_KEY: testKey }, 40);
      });

      // One form is enough for the next tests, because all forms have the same code.
      if (index > 0) return;

      it('distinguishes every failure, repeats only requests that may be repeated, and looks lost creations up', async () => {
        const codes = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
        const env = { ...form.env, PEYE_URL: stub.url, PEYE_KEY: STUB_KEY, CODES: JSON.stringify(codes) };
        await runChecks(command('failures'), env, 150);
        const creations = stub.requests.filter((line) => line === 'POST /payments');
        // The program's calls of `create` that reach the stub: each of them sends one request.
        assert.equal(creations.length, 16);
      });

      it('throws the right error for each error code of a real gateway', async () => {
        const own = await startTestGateway('sqlite', {
          settings: { VERIFY_LIMIT_PER_MINUTE: '2', INVALID_KEY_LIMIT_PER_HOUR: '3' },
        });
        try {
          await runChecks(command('refusals'), { ...form.env, ...(await refusedKeys(own)), PEYE_URL: own.url }, 20);
        } finally {
          await own.stop();
        }
      });
    });
  }
}

/** Keys of every kind that a gateway refuses, in the variables that the programs read. */
async function refusedKeys({ store, testKey, liveKey, newWebsite }: TestGateway): Promise<Record<string, string>> {
  const { operator } = store;
  const [deadKey, deadWebsite] = [await newWebsite(), await newWebsite()];
  const [key] = await store.db.query<{ id: string }>(
    "SELECT id FROM api_keys WHERE website_id = $1 AND mode = 'test'",
    [deadKey.website.id],
  );
  await operator.setApiKeyActive(key!.id, false);
  await operator.changeWebsite(deadWebsite.website.id, { isActive: false });
  return {
    PEYE_KEY: testKey,
    LIVE_KEY: liveKey,
    DEAD_KEY: deadKey.testKey,
    DEAD_WEBSITE_KEY: deadWebsite.testKey,
  };
}
