import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../src/platform/log/log.ts';
import type { Telemetry } from '../../src/platform/log/telemetry.ts';
import type { RoundJob } from '../../src/worker/job.ts';
import { superviseJobs } from '../../src/worker/supervise-jobs.ts';
import { until } from '../support/gateway.ts';

const NEVER_MS = 3_600_000;

describe('the supervisor of background jobs', () => {
  const reported: { name: string; error: unknown }[] = [];
  const jobRun: Telemetry['jobRun'] =
    ({ name }) =>
    ({ error }) =>
      void reported.push({ name, error });
  const node = (changes: { isWorker?: boolean; isCertain?: () => boolean } = {}) =>
    superviseJobs({
      isWorker: true,
      isCertain: () => true,
      log: createLog('silent'),
      telemetry: { jobRun } as Telemetry,
      ...changes,
    });
  /** A job that counts its rounds, and pauses forever after each. */
  const counted = (changes: Partial<RoundJob> = {}) => {
    const job = {
      rounds: 0,
      name: 'counted',
      runsOn: 'workers' as const,
      everyMs: NEVER_MS,
      retryMs: NEVER_MS,
      needsCertainTime: false,
      round: async () => {
        job.rounds++;
        return { isMoreWaiting: false };
      },
      ...changes,
    };
    return job;
  };

  it('runs the jobs of its node, and wakes a job by its name', async () => {
    const [everywhere, worker] = [counted({ name: 'everywhere', runsOn: 'every node' }), counted()];
    const supervisor = node({ isWorker: false });
    supervisor.wake('everywhere');
    await supervisor.start([everywhere, worker]);
    await until('it ran', () => everywhere.rounds === 1);
    supervisor.wake('everywhere');
    await until('it ran again', () => everywhere.rounds === 2);
    supervisor.wake('another');
    await supervisor.stop();
    assert.deepEqual([everywhere.rounds, worker.rounds], [2, 0]);
  });

  it('starts one job after the other, with time for requests in between, and none after a stop', async () => {
    const jobs = [counted({ name: 'first' }), counted({ name: 'second' }), counted({ name: 'third' })];
    const seen: number[][] = [];
    const look = () => {
      seen.push(jobs.map(({ rounds }) => rounds));
      if (seen.length < 2) setImmediate(look);
      else stopped = supervisor.stop();
    };
    const supervisor = node();
    let stopped: Promise<void> | undefined;
    const started = supervisor.start(jobs);
    setImmediate(look);
    await started;
    await stopped;
    assert.deepEqual(seen, [
      [1, 0, 0],
      [1, 1, 0],
    ]);
    assert.equal(jobs[2]!.rounds, 0);
  });

  it('skips only jobs that need a trusted clock while the clock is not trusted', async () => {
    let isCertain = false;
    const [certain, always] = [counted({ name: 'certain', needsCertainTime: true }), counted()];
    const supervisor = node({ isCertain: () => isCertain });
    await supervisor.start([certain, always]);
    await until('the other one ran', () => always.rounds === 1);
    assert.equal(certain.rounds, 0);
    isCertain = true;
    supervisor.wake('certain');
    await until('it ran', () => certain.rounds === 1);
    await supervisor.stop();
  });

  it('reports a failed round, and repeats it after the retry pause of the job', async () => {
    reported.length = 0;
    const failure = new Error('the store is unavailable');
    let rounds = 0;
    const round = async () => {
      rounds++;
      throw failure;
    };
    const supervisor = node();
    await supervisor.start([counted({ name: 'failing', retryMs: 1, round })]);
    await until('it was tried again', () => rounds > 2);
    await supervisor.stop();
    assert.deepEqual(reported[0], { name: 'failing', error: failure });
  });

  it('lets rounds finish when it stops, and aborts those that take longer than the job allows', async () => {
    const waiting = Promise.withResolvers<void>();
    const events: string[] = [];
    const slow = counted({
      name: 'slow',
      round: async () => {
        await waiting.promise;
        events.push('its round is over');
        return { isMoreWaiting: true };
      },
      onStop: {
        afterMs: 0,
        abort() {
          events.push('aborted');
          waiting.resolve();
        },
      },
    });
    const own = Promise.withResolvers<void>();
    const supervisor = node();
    await supervisor.start([
      slow,
      {
        name: 'with its own loop',
        runsOn: 'workers',
        stopMs: 0,
        start: () => ({ wake() {}, stop: () => own.promise, abort: () => own.resolve() }),
      },
      counted({ name: 'quick', onStop: { afterMs: NEVER_MS, abort: () => void events.push('never') } }),
    ]);
    await supervisor.stop();
    assert.deepEqual(events, ['aborted', 'its round is over']);
  });
});
