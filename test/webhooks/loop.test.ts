import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../src/platform/log/log.ts';
import { startLoop } from '../../src/platform/tasks/loop.ts';
import { until } from '../support/gateway.ts';

/** The pauses of a loop: longer than a test may take, but so short that the process of a failed test still ends. */
const LONG_MS = 20_000;

describe('a loop', () => {
  const loop = (round: () => Promise<{ isMoreWaiting: boolean }>) =>
    startLoop(round, { name: 'test', pollMs: LONG_MS, retryMs: LONG_MS, log: createLog('silent') });
  const withoutMore = { isMoreWaiting: false };

  for (const [name, end] of [
    ['finds nothing more', () => Promise.resolve(withoutMore)],
    ['leaves more waiting', () => Promise.resolve({ isMoreWaiting: true })],
    ['fails', () => Promise.reject(new Error('the store is unavailable'))],
  ] as const) {
    // Regression: a gateway that was stopped right after its start waited an hour for the next check of old deliveries.
    it(`that is stopped during a round ends after that round, which ${name}`, { timeout: 5_000 }, async () => {
      let endRound = () => {};
      const running = new Promise<void>((done) => (endRound = done));
      let rounds = 0;
      const started = loop(async () => {
        rounds++;
        await running;
        return end();
      });
      const stopped = started.stop();
      endRound();
      await stopped;
      assert.equal(rounds, 1);
    });
  }

  it('that is stopped during its pause ends at once', { timeout: 5_000 }, async () => {
    let rounds = 0;
    const started = loop(async () => {
      rounds++;
      return withoutMore;
    });
    await until('the first round is over', () => rounds === 1);
    await started.stop();
    assert.equal(rounds, 1);
  });

  it('that is woken during a round runs another one without a pause', { timeout: 5_000 }, async () => {
    let rounds = 0;
    let endRound = () => {};
    const running = new Promise<void>((done) => (endRound = done));
    const started = loop(async () => {
      rounds++;
      await running;
      return withoutMore;
    });
    started.wake();
    endRound();
    await until('the second round has run', () => rounds === 2, 2_000).finally(() => started.stop());
  });
});
