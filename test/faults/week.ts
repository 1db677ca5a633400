import assert from 'node:assert/strict';
import type { Payment, PaymentMethod } from '../../src/core/payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { listLivePayments } from '../../src/features/payments/store/live-payments.ts';
import type { ReconcileLine, ReconcileRange } from '../../src/features/reconciliation/reconcile.ts';
import { type ReconcileTotals, reconcileTotals } from '../../src/features/reconciliation/reconcile-totals.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { CreatedPayment, ProviderDriver } from '../support/drivers/provider-driver.ts';
import { startDriver } from '../support/drivers/start-driver.ts';
import type { Engine } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { verbsOf } from '../support/verbs.ts';
import { changeWebsite } from '../support/websites.ts';

export const STEP_SECONDS = 600;
export const DAY_STEPS = 144;

/** A gateway and a provider whose time the test moves, with what the gateway's worker would do in that time. */
export interface Week {
  readonly driver: ProviderDriver;
  readonly clock: ShiftedClock;
  readonly random: SeededRandom;
  readonly gateway: TestGateway;
  /** Returns the payment even if the creation gets no response: then it has no address to pay at. */
  create(): Promise<CreatedPayment>;
  verify(transactionId: string): Promise<void>;
  statusOf(transactionId: string): Promise<Payment['status']>;
  /** What the worker does: verifies every payment that is due. */
  check(): Promise<void>;
  hasLateChecks(): Promise<boolean>;
  payments(range: ReconcileRange): Promise<Payment[]>;
  reconciled(range: ReconcileRange): Promise<{ lines: ReconcileLine[]; totals: ReconcileTotals }>;
  close(): Promise<void>;
}

export async function openWeek(engine: Engine, method: PaymentMethod, random: SeededRandom): Promise<Week> {
  const clock = shiftedClock();
  const PORT = String(await freePort());
  const driver = await startDriver(method, { gatewayUrl: `http://127.0.0.1:${PORT}`, now: clock.nowMs });
  // There is no worker, because the week passes too fast for its loops.
  const settings = { ...driver.settings, PORT, ROLES: 'api' };
  const gateway = await startTestGateway(engine, { clock: clock.now, settings });
  const { db } = gateway.store;
  const verbs = await verbsOf(gateway);
  await changeWebsite(db, gateway.website.id, { cardLiveApproved: true });
  const api = gateway.client(gateway.liveKey);
  let references = 0;
  return {
    driver,
    clock,
    random,
    gateway,
    async create() {
      const reference = `ORDER-${++references}`;
      const currency = random.percent(25) ? 'USD' : 'HTG';
      const amount = currency === 'USD' ? random.between(1, 300) : random.between(100, 40_000);
      const response = await api.post(
        '/payments',
        paymentRequest({ payment_method: method, reference, currency, amount }),
      );
      if (response.status === 201) return response.json;
      assert.ok([400, 500].includes(response.status), response.text);
      return (await api.get(`/payments/reference/${reference}`)).json.data;
    },
    async verify(id) {
      const { status, text } = await api.post(`/payments/${id}/verify`);
      assert.ok(status === 200 || status === 500, text);
    },
    async statusOf(id) {
      const payment = await findPayment(db, Number(id));
      assert.ok(payment);
      return payment.status;
    },
    async check() {
      while ((await verbs.payments.checkDue({ mode: 'live', method })).isMoreWaiting);
      while ((await verbs.payments.checkLate(method)).isMoreWaiting);
    },
    async hasLateChecks() {
      return (await db.query('SELECT 1 FROM late_checks LIMIT 1')).length > 0;
    },
    payments: (range) => listLivePayments(db, { ...range, limit: 100_000 }),
    async reconciled(range) {
      const { add, totals } = reconcileTotals();
      const lines: ReconcileLine[] = [];
      for await (const line of verbs.payments.reconcile(range, createLog('silent'))) {
        add(line);
        lines.push(line);
      }
      return { lines, totals };
    },
    async close() {
      await verbs.close();
      await gateway.stop();
      await driver.stop();
    },
  };
}
