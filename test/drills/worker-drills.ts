import { startReceiver } from '../support/receiver.ts';
import { withStore } from '../support/store-access.ts';
import { finishedPayment, registerShop } from '../support/webhooks.ts';
import type { Drill } from './drill.ts';
import type { Stage } from './stage.ts';

/** Faults of background jobs. */
export const WORKER_DRILLS: readonly Drill[] = [
  {
    alert: 'PeyeWebhooksDelayed',
    fault: 'a payment ends, no worker sends webhooks, and six minutes go by',
    engine: 'postgres',
    async prepare(stage) {
      const { settings, shop } = await shopWithReceiver(stage);
      const api = await stage.node({ ...settings, ROLES: 'api' });
      const { testKey } = await shop();
      return async () => {
        await finishedPayment(api.client(testKey));
        await stage.sql('UPDATE deliveries SET next_attempt_at_us = next_attempt_at_us - 360000000');
        return () => stage.node({ ...settings, ROLES: 'worker' });
      };
    },
  },
  {
    alert: 'PeyeWebhooksFailed',
    fault: 'a shop responds to its webhook with 410',
    async prepare(stage) {
      const { settings, shop, receiver } = await shopWithReceiver(stage);
      const node = await stage.node(settings);
      const { testKey } = await shop();
      receiver.script('/hook', (response) => response.writeHead(410).end());
      return async () => {
        await finishedPayment(node.client(testKey));
        // There is nothing to repair: the alert clears once the failure is older than the hour that the rule covers.
        return async () => {};
      };
    },
  },
  {
    alert: 'PeyeWorkerMissing',
    fault: 'kill -9 of the only worker',
    engine: 'postgres',
    async prepare(stage) {
      await stage.node({ ROLES: 'api' });
      const worker = await stage.node({ ROLES: 'worker' });
      return async () => {
        await worker.end('SIGKILL');
        return () => stage.restart(worker);
      };
    },
  },
  {
    alert: 'PeyeJobFailing',
    fault: 'a table is renamed',
    engine: 'postgres',
    settings: { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'receipts@shop.example' },
    // Failed rounds are at least ten seconds apart.
    scale: 6,
    async prepare(stage) {
      await stage.node();
      return async () => {
        await stage.sql('ALTER TABLE receipts RENAME TO receipts_away');
        return () => stage.sql('ALTER TABLE receipts_away RENAME TO receipts');
      };
    },
  },
];

/** A receiver of webhooks, and a function that creates a shop with it, which must run after a gateway has created the store. */
async function shopWithReceiver(stage: Stage) {
  const receiver = await startReceiver();
  stage.defer(receiver.close);
  const shop = () => withStore(stage.place.settings, (store) => registerShop(store, `${receiver.origin}/hook`));
  return { receiver, settings: receiver.settings, shop };
}
