import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SYSTEM } from '../../src/core/actor.ts';
import type { Payment } from '../../src/core/payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { type VerifyDeps, verifyPayment } from '../../src/features/payments/verify-payment.ts';
import { reconcile } from '../../src/features/reconciliation/reconcile.ts';
import { subscriptionRules } from '../../src/features/subscriptions/stop-declined.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { ProviderRegistry } from '../../src/providers/registry.ts';
import { openStage, type Stage } from '../cli/reconcile-stage.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { FORM } from '../support/drivers/send.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest } from '../support/gateway.ts';
import { verbsOf } from '../support/verbs.ts';

const log = createLog('silent');

onOneEngineByDay('a signed result that arrives while the card page’s records are queried', (engine) => {
  it('is not reported as missing from the records, which list it later', async () => {
    // Regression: the earlier response of the records was compared with the payment, which had been completed in the meantime.
    const stage = await openStage(engine);
    try {
      const asked = await stage.api.post('/payments', paymentRequest({ payment_method: 'lakaypay_card' }));
      const { transaction_id: id, payment_url: page } = asked.json;
      const form = await formOnPage(page);
      stage.acceptance.faults.indexLagMs = 900_000;
      const toUs = stage.clock.now() + 1_000_000;
      const lines = await asking(
        stage,
        () => stage.acceptance.pay(form).then(() => stage.acceptance.notify(id)),
        (deps) => Array.fromAsync(reconcile({ ...deps, actor: SYSTEM }, { fromUs: toUs - 60_000_000, toUs }, log)),
      );
      assert.deepEqual(
        lines.map(({ result, ours }) => [result, ours?.status]),
        [['matched', 'completed']],
      );
      assert.deepEqual(await stage.discrepancies(), []);
    } finally {
      await stage.stop();
    }
  });

  it('decides which of two charges pays for the payment, and only the other one is a discrepancy', async () => {
    // Regression: each of the two was reported as the second charge, which must be returned.
    const stage = await openStage(engine);
    try {
      const id = await stage.create('lakaypay_card');
      await stage.payTwice(id);
      const [first, second] = stage.acceptance.book().map(({ providerRef }) => providerRef);
      await asking(
        stage,
        () => stage.acceptance.notify(id),
        async (deps) => {
          await verifyPayment(deps, await read(stage, id), log);
        },
      );
      const { status, providerRef } = await read(stage, id);
      assert.deepEqual([status, providerRef], ['completed', second]);
      assert.deepEqual(
        (await stage.discrepancies()).map(({ kind, provider_ref }) => [kind, provider_ref]),
        [['paid_twice', first]],
      );
    } finally {
      await stage.stop();
    }
  });
});

onOneEngineByDay('a test payment that is failed while the sandbox is queried', (engine) => {
  it('reports no money, because a test payment moves none', async () => {
    // Regression: the payment's page showed that money had come late, which the operator should return.
    const stage = await openStage(engine);
    try {
      const { gateway } = stage;
      const api = gateway.client(gateway.testKey);
      const { transaction_id: id, payment_url: page } = (await api.post('/payments', paymentRequest())).json;
      let address = page;
      for (const fields of [{ phone: '37000005', pin: '1234' }, { code: '123456' }]) {
        const body = new URLSearchParams(fields);
        const response = await fetch(address, { method: 'POST', redirect: 'manual', headers: FORM, body });
        address = new URL(response.headers.get('location') ?? '', address).href;
      }
      await asking(
        stage,
        async () => {
          const failed = await api.post(`/test_helpers/payments/${id}/fail`, { failure_reason: 'declined' });
          assert.equal(failed.status, 200, failed.text);
        },
        async (deps) => {
          await verifyPayment(deps, await read(stage, id), log);
        },
      );
      assert.equal((await read(stage, id)).status, 'failed');
      assert.deepEqual(await stage.discrepancies(), []);
    } finally {
      await stage.stop();
    }
  });
});

async function read({ gateway }: Stage, id: string): Promise<Payment> {
  const payment = await findPayment(gateway.store.db, Number(id));
  assert.ok(payment);
  return payment;
}

/** Runs what queries the providers. `between` runs once, after the first response arrives and before it is used. */
async function asking<T>(
  { gateway }: Stage,
  between: () => Promise<unknown>,
  run: (deps: VerifyDeps) => Promise<T>,
): Promise<T> {
  const { store } = gateway;
  const { providerFor, payments, close } = await verbsOf(gateway);
  let isFirst = true;
  const interrupted: ProviderRegistry = (mode, method) => {
    const provider = providerFor(mode, method);
    return (
      provider && {
        ...provider,
        async verify(payment, callLog) {
          const response = await provider.verify(payment, callLog);
          if (isFirst) {
            isFirst = false;
            await between();
          }
          return response;
        },
      }
    );
  };
  try {
    return await run({
      db: store.db,
      clock: store.clock,
      providerFor: interrupted,
      settle: payments.settle,
      subscriptions: subscriptionRules(store.db),
    });
  } finally {
    await close();
  }
}
