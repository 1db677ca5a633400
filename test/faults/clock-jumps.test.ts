import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { listSubscriptionPayments } from '../../src/features/subscriptions/store/charges.ts';
import { peyeJson, type RunningCli, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { type Client, freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { withDatabase, withStore } from '../support/store-access.ts';
import { finishedPayment, registerShop } from '../support/webhooks.ts';

const DAY_SECONDS = 86_400;
/** A module that adds the seconds in a file to the clock of a process. */
const WRONG_CLOCK = `
  import { readFileSync } from 'node:fs';
  const now = Date.now;
  let readAt = -Infinity;
  let ahead = 0;
  Date.now = () => {
    if (performance.now() - readAt > 20) {
      readAt = performance.now();
      ahead = Number(readFileSync(process.env.TEST_CLOCK_FILE, 'utf8')) * 1000;
    }
    return now() + ahead;
  };`;

/** A gateway as an operator runs it, on a machine whose clock a test sets. */
interface Rig {
  readonly place: EmptyStore;
  readonly settings: Record<string, string>;
  readonly receiver: Receiver;
  readonly gateway: RunningCli;
  readonly api: Client;
  setClock(aheadSeconds: number): void;
  ready(): Promise<{ status: string; clock?: { status: string; step_seconds: number } }>;
  stop(): Promise<void>;
}

async function startRig(engine: EmptyStore['engine']): Promise<Rig> {
  const place = await newStore(engine);
  const file = join(place.folder, 'clock');
  const setClock = (aheadSeconds: number) => writeFileSync(file, String(aheadSeconds));
  setClock(0);
  const receiver = await startReceiver();
  const port = await freePort();
  const settings = {
    ...place.settings,
    ...receiver.settings,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    TEST_CLOCK_FILE: file,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WRONG_CLOCK)}`,
  };
  const gateway = spawnPeye(['start'], { settings });
  await until('the gateway is ready', () => /Peye is ready/.test(gateway.stdout()), 30_000);
  const shop = await withStore(place.settings, (store) => registerShop(store, `${receiver.origin}/hook`));
  const origin = `http://127.0.0.1:${port}`;
  return {
    place,
    settings,
    receiver,
    gateway,
    api: httpClient(origin, { 'x-api-key': shop.testKey }),
    setClock,
    ready: async () => (await httpClient(origin).get(`${origin}/readyz`)).json,
    async stop() {
      gateway.child.kill('SIGTERM');
      await gateway.ended;
      await receiver.close();
      await place.drop();
    },
  };
}

async function makePayments({ api }: Rig): Promise<{ payment: string; subscription: string }> {
  const { transaction_id: payment } = (await api.post('/payments', paymentRequest())).json;
  const recurring = { recurring: true, recurring_interval: 'daily', recurring_interval_count: 1 };
  const first = await finishedPayment(api, { payment_method: 'lakaypay_card', customer_email: 'a@b.ht', ...recurring });
  return { payment, subscription: subscriptionId(Number(first)) };
}

const statusOf = async ({ api }: Rig, id: string) => (await api.get(`/payments/${id}`)).json.data.status;
const chargesOf = ({ place }: Rig, id: string) =>
  withDatabase(place.settings, async (db) => (await listSubscriptionPayments(db, id)).length);

onOneEngineByDay('a clock that jumps while the gateway runs', (engine) => {
  // Contract: TIME-2
  test('40 days forwards for six seconds: nothing expires, no card is charged, webhooks go out', {
    timeout: 300_000,
  }, async () => {
    const rig = await startRig(engine);
    try {
      const { payment, subscription } = await makePayments(rig);
      await until('its webhook is there', () => rig.receiver.received('/hook').length === 1);
      rig.setClock(40 * DAY_SECONDS);
      await finishedPayment(rig.api);
      await until('a webhook is delivered during the step', () => rig.receiver.received('/hook').length === 2);
      await pause(6_000);
      assert.equal(await statusOf(rig, payment), 'processing');
      assert.equal(await chargesOf(rig, subscription), 0);
      // PostgreSQL's time has confirmed the gateway's by then; an embedded store has no other clock to compare with.
      const { status, clock } = await rig.ready();
      assert.equal(status, 'ready');
      if (engine === 'sqlite') {
        assert.deepEqual([clock?.status, Math.round(clock?.step_seconds ?? 0)], ['in_doubt', 40 * DAY_SECONDS]);
        // Two clocks are read one after the other: between them milliseconds may pass.
        const [, step] =
          /"step_seconds":([\d.]+).*the clock is not trusted: until it is confirmed, no payment expires/.exec(
            rig.gateway.stdout(),
          ) ?? [];
        assert.equal(Math.round(Number(step)), 40 * DAY_SECONDS);
      }
      rig.setClock(0);
      await until('the time is certain', async () => (await rig.ready()).clock === undefined);
      await finishedPayment(rig.api);
      await until('webhooks go out at once afterwards', () => rig.receiver.received('/hook').length === 3);
      assert.equal(await statusOf(rig, payment), 'processing');
      assert.equal(await chargesOf(rig, subscription), 0);
    } finally {
      await rig.stop();
    }
  });

  if (engine === 'postgres') return;

  test('40 days forwards for good: an operator confirms the new time, and the gateway uses it', {
    timeout: 300_000,
  }, async () => {
    const rig = await startRig(engine);
    try {
      const { payment, subscription } = await makePayments(rig);
      rig.setClock(40 * DAY_SECONDS);
      await until('the time is not trusted', async () => (await rig.ready()).clock?.status === 'in_doubt');
      const { settings } = rig;
      const shown = await peyeJson(['clock', 'show'], { settings: { ...settings, LOG_LEVEL: 'silent' } });
      assert.deepEqual([shown.is_certain, shown.doubt.reason], [false, 'step']);
      const confirmed = await peyeJson(['clock', 'confirm'], { settings: { ...settings, LOG_LEVEL: 'silent' } });
      assert.deepEqual([confirmed.is_certain, confirmed.doubt], [true, null]);
      assert.ok(Date.parse(confirmed.time) > Date.now() + 39 * DAY_SECONDS * 1000);
      await until('the time is certain', async () => (await rig.ready()).clock === undefined);
      await until('the payment has expired', async () => (await statusOf(rig, payment)) === 'failed');
      await until('the card is charged', async () => (await chargesOf(rig, subscription)) > 0);
      const { created_at } = (await rig.api.post('/payments', paymentRequest())).json;
      assert.ok(Date.parse(created_at) > Date.now() + 39 * DAY_SECONDS * 1000);
    } finally {
      await rig.stop();
    }
  });
});
