import assert from 'node:assert/strict';
import { type CommitCutter, startCommitCutter } from './commit-cutter.ts';
import { type EmptyStore, newStore } from './engines.ts';
import { type ApiResponse, startTestGateway, type TestGateway } from './gateway.ts';

/** A gateway on PostgreSQL whose commits a test can disturb. */
export interface CutGateway {
  readonly gateway: TestGateway;
  readonly cutter: CommitCutter;
  /** The store, with an address that does not pass the cutter. */
  readonly store: EmptyStore;
  stop(): Promise<void>;
}

export async function startCutGateway(settings: Record<string, string> = {}): Promise<CutGateway> {
  const store = await newStore('postgres');
  const cutter = await startCommitCutter(store.settings.DATABASE_URL!);
  const gateway = await startTestGateway('postgres', {
    sharedStore: { ...store, settings: { ...store.settings, DATABASE_URL: cutter.url } },
    // Without a worker, whose commits would be cut instead.
    settings: { ROLES: 'api', ...settings },
  });
  return {
    gateway,
    cutter,
    store,
    async stop() {
      await gateway.stop();
      await cutter.close();
      await store.drop();
    },
  };
}

/** Asserts a response that asks the merchant to look the payment up before a retry, and shows nothing internal. */
export function assertUncertain(response: ApiResponse): void {
  assert.equal(response.status, 500, response.text);
  assert.equal(response.json.error, 'internal_error');
  assert.match(response.json.message, /look up the payment by its reference/i);
  assert.deepEqual(Object.keys(response.json).sort(), ['error', 'message', 'success']);
}
