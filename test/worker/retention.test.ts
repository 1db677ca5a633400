import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { backgroundJobs, type JobParts } from '../../src/worker/background-jobs.ts';
import { newStore, onBothEngines } from '../support/engines.ts';
import { startTestGateway, until } from '../support/gateway.ts';
import { inStatus, testPayment } from '../support/store.ts';

const DAY_US = 86_400_000_000;

onBothEngines('the retention of a gateway', (engine) => {
  it('deletes all old test payments while the gateway works, and no young or live one', async () => {
    const sharedStore = await newStore(engine);
    const patient = await startTestGateway(engine, { sharedStore });
    try {
      const { db } = patient.store;
      const keys = await db.query<{ id: string; mode: 'test' | 'live' }>('SELECT id, mode FROM api_keys');
      const old = (mode: 'test' | 'live', days: number) => {
        const owner = { websiteId: patient.website.id, apiKeyId: keys.find((key) => key.mode === mode)!.id };
        const atUs = Date.now() * 1000 - days * DAY_US;
        return testPayment(owner, { ...inStatus('completed'), mode, createdAtUs: atUs - 1, finishedAtUs: atUs });
      };
      const stay = [old('test', 1), old('live', 400)];
      await db.transaction((tx) =>
        insertPayments(tx, [...Array.from({ length: 80 }, () => old('test', 400)), ...stay]),
      );
      const stored = async () =>
        (await db.query<{ id: number }>('SELECT id FROM payments ORDER BY id')).map(({ id }) => id);
      const letting = await startTestGateway(engine, { sharedStore, settings: { TEST_PAYMENT_DAYS: '30' } });
      try {
        await until('only the payments that must stay are left', async () => (await stored()).length === stay.length);
        assert.deepEqual(
          await stored(),
          stay.map(({ id }) => id),
        );
      } finally {
        await letting.stop();
      }
    } finally {
      await patient.stop();
      await sharedStore.drop();
    }
  });
});

describe('the log of retention', () => {
  it('has one line when all due rows have been deleted, and none if there were none', async () => {
    const lines: unknown[] = [];
    const steps = [
      { removed: 25, isMoreWaiting: true },
      { removed: 3, isMoreWaiting: false },
      { removed: 0, isMoreWaiting: false },
    ];
    const jobs = backgroundJobs({
      db: { engine: 'sqlite' },
      clock: () => 0,
      log: { info: (...line: unknown[]) => lines.push(line) },
      operator: { deleteOldTestPayments: async () => steps.shift() },
      retention: {
        webhookLogDays: 90,
        testPaymentDays: 30,
        eventDays: null,
        paymentHistoryDays: 90,
        checkoutSessionDays: 90,
      },
      providerFor: () => undefined,
      payments: {},
      rates: {},
    } as unknown as JobParts);
    const job = jobs.find(({ name }) => name === 'old test payments');
    assert.ok(job && 'round' in job);
    for (let n = 0; n < 3; n++) await job.round();
    assert.deepEqual(lines, [[{ removed: 28, older_than_days: 30 }, 'old test payments were removed']]);
  });
});
