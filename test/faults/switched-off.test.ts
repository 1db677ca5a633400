import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAYMENT_METHODS } from '../../src/core/payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { openStage } from '../cli/reconcile-stage.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { startNode } from '../support/node-process.ts';

onOneEngineByDay('live payments that have started', (engine) => {
  // Contract: LIVE-6
  test('are completed by the worker even after their methods, key and website were deactivated', async () => {
    const stage = await openStage(engine);
    const { gateway } = stage;
    const { db } = gateway.store;
    try {
      const ids: number[] = [];
      for (const method of PAYMENT_METHODS) {
        const id = await stage.create(method);
        await stage.pay(id, method);
        ids.push(Number(id));
      }
      await db.transaction(async (tx) => {
        await tx.query("UPDATE websites SET methods = '', card_live_approved = 0, deactivated_at_us = 1");
        await tx.query('UPDATE api_keys SET deactivated_at_us = 1');
        await tx.query('UPDATE payments SET next_check_at_us = 1 WHERE next_check_at_us IS NOT NULL');
      });
      const settings = { ...gateway.settings, ROLES: 'worker', PORT: String(await freePort()) };
      const seed = { websiteId: gateway.website.id, testKey: '', liveKey: '', webhookSecret: '' };
      const worker = await startNode(settings, seed);
      try {
        const areCompleted = async () => {
          const payments = await Promise.all(ids.map((id) => findPayment(db, id)));
          return payments.every((payment) => payment?.status === 'completed');
        };
        await until('all are completed', areCompleted, 30_000);
        assert.ok(await areCompleted());
      } finally {
        await worker.end('SIGTERM');
      }
    } finally {
      await stage.stop();
    }
  });
});
