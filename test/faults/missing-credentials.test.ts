import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildJobs } from '../../src/app/build-jobs.ts';
import { buildVerbs } from '../../src/app/build-verbs.ts';
import { openStore } from '../../src/app/open-store.ts';
import { requestNotes } from '../../src/app/request-notes.ts';
import { readConfig } from '../../src/config.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { insertLateCheck } from '../../src/features/payments/store/late-checks.ts';
import type { Log } from '../../src/platform/log/log.ts';
import { logTelemetry } from '../../src/platform/log/log-telemetry.ts';
import { superviseJobs } from '../../src/worker/supervise-jobs.ts';
import { peye } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { inStatus, openTestStore, seed, type TestStore } from '../support/store.ts';

const TEN_MINUTES_MS = 600_000;

onOneEngineByDay('live payments of a method without credentials', (engine) => {
  test('are named by the worker, including those that another node creates later', async (context) => {
    const store = await openTestStore(engine);
    const reported: unknown[] = [];
    const log = { error: (line: unknown) => reported.push(line), warn() {}, info() {} } as unknown as Log;
    const setTimeoutNow = setTimeout;
    const waits: { ms: number; end: () => void }[] = [];
    context.mock.method(globalThis, 'setTimeout', (end: () => void, ms: number) => {
      if (ms < TEN_MINUTES_MS) return setTimeoutNow(end, ms);
      waits.push({ ms, end });
      return undefined;
    });
    const config = readConfig(store.place.settings);
    const opened = await openStore(config, log, { migrate: false });
    const verbs = await buildVerbs(config, opened, log);
    const worker = superviseJobs({ isWorker: true, isCertain: opened.isCertain, log, telemetry: logTelemetry });
    const jobs = buildJobs(config, opened, verbs, {
      log,
      telemetry: logTelemetry,
      wake: worker.wake,
      onOutdated() {},
      stopMs: 0,
      ...requestNotes({ clock: opened.clock, log, telemetry: logTelemetry }),
    });
    const rare = jobs.filter((job) => 'everyMs' in job && job.everyMs === TEN_MINUTES_MS);
    await worker.start(jobs);
    try {
      // Waits for each of these jobs: a job that is still counting would count only some of the payments that are inserted next.
      await until('the worker waits', () => waits.filter(({ ms }) => ms === TEN_MINUTES_MS).length === rare.length);
      assert.deepEqual(reported, []);
      await insertOpenAndFailed(store);
      for (const { end } of waits.filter(({ ms }) => ms === TEN_MINUTES_MS)) end();
      await until('the worker says so', () => reported.length > 0);
      assert.deepEqual(reported, [
        { method: 'moncash', open: 1, failed: 0 },
        { method: 'natcash', open: 0, failed: 1 },
      ]);
    } finally {
      await worker.stop();
      await verbs.close();
      await opened.db.close();
      await store.close();
    }
  });

  test('are named by peye doctor, whether open or failed', async () => {
    const store = await openTestStore(engine);
    try {
      await insertOpenAndFailed(store);
      const { stdout } = await peye(['doctor'], { settings: store.place.settings });
      assert.match(
        stdout,
        /moncash +1 open live payment cannot be checked with the provider, because the credentials are not set/,
      );
      assert.match(
        stdout,
        /natcash +1 failed live payment cannot be checked with the provider, because the credentials are not set/,
      );
    } finally {
      await store.close();
    }
  });
});

async function insertOpenAndFailed({ db }: TestStore): Promise<void> {
  const { payment } = await seed(db);
  const failed = payment({ mode: 'live', method: 'natcash', ...inStatus('failed') });
  await db.transaction(async (tx) => {
    await insertPayments(tx, [payment({ mode: 'live' }), failed]);
    await insertLateCheck(tx, failed, 1);
  });
}
