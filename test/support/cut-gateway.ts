import assert from 'node:assert/strict';
import { type CommitCutter, startCommitCutter } from './commit-cutter.ts';
import { type EmptyStore, newStore } from './engines.ts';
import { type Answer, startTestGateway, type TestGateway } from './gateway.ts';

/** A gateway on PostgreSQL whose commits a test comes between. */
export interface CutGateway {
  readonly gateway: TestGateway;
  readonly cutter: CommitCutter;
  /** The way around the cutter. */
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

/** The answer that sends the merchant to look before it tries again, and shows nothing of the inside. */
export function assertUncertain(answer: Answer): void {
  assert.equal(answer.status, 500, answer.text);
  assert.equal(answer.json.error, 'internal_error');
  assert.match(answer.json.message, /look the payment up by its reference/i);
  assert.deepEqual(Object.keys(answer.json).sort(), ['error', 'message', 'success']);
}
