import { PAYMENT_METHODS } from '../../src/core/payment.ts';
import { CHECK_LANES } from '../../src/features/payments/check-due-payments.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { type Engine, newStore } from '../support/engines.ts';
import { type Client, freePort, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { verbsOf } from '../support/verbs.ts';
import { changeWebsite } from '../support/websites.ts';

/** A gateway and the providers of all its methods, with a clock that only tests move. */
export interface OrdersStage {
  readonly providers: AllSimulators;
  /** The gateway that runs now. */
  gateway(): TestGateway;
  /** The merchant's client, in test or in live mode. */
  merchant(mode: 'test' | 'live'): Client;
  setActive(isActive: boolean): Promise<void>;
  /** Runs the worker's jobs for everything that is due. */
  work(): Promise<void>;
  /** Stops the gateway, and starts it again on its store. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openOrdersStage(engine: Engine): Promise<OrdersStage> {
  const sharedStore = await newStore(engine);
  const PORT = String(await freePort());
  const providers = await startAllSimulators(`http://127.0.0.1:${PORT}`);
  // Without its own worker: the test decides when something is due.
  // Receipts are queued, but never sent without a worker.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'receipts@pay.example' };
  const settings = { ...providers.settings, ...mail, PORT, ROLES: 'api' };
  const start = async () => {
    const gateway = await startTestGateway(engine, { clock: providers.clock.now, settings, sharedStore });
    return { gateway, verbs: await verbsOf(gateway) };
  };
  const stop = async () => {
    await running.verbs.close();
    await running.gateway.stop();
  };
  let running = await start();
  const { website, testKey, liveKey } = running.gateway;
  await changeWebsite(running.gateway.store.db, website.id, { cardLiveApproved: true, sendsReceipts: true });
  return {
    providers,
    gateway: () => running.gateway,
    merchant: (mode) => running.gateway.client(mode === 'test' ? testKey : liveKey),
    async setActive(isActive) {
      await running.gateway.store.db.transaction((tx) =>
        tx.query('UPDATE websites SET deactivated_at_us = $2 WHERE id = $1', [website.id, isActive ? null : 1]),
      );
    },
    async work() {
      const { payments } = running.verbs;
      for (const lane of CHECK_LANES) while ((await payments.checkDue(lane)).isMoreWaiting);
      for (const method of PAYMENT_METHODS) while ((await payments.checkLate(method)).isMoreWaiting);
    },
    async restart() {
      await stop();
      running = await start();
    },
    async close() {
      await stop();
      await providers.stop();
      await sharedStore.drop();
    },
  };
}
