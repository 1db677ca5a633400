import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { peye } from '../support/cli.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { freePort, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { assertSound } from '../support/soundness.ts';
import { withDatabase } from '../support/store-access.ts';
import { IS_NIGHT } from '../support/tier.ts';

const DAY_SECONDS = 86_400;
/** Longer than the lag of the acquirer's search, with the margin. */
const LAG_OVER_SECONDS = 1_100;
const LEASE_SECONDS = 70;

describe('an embedded store that is restored from a backup older than a charge', () => {
  let place: EmptyStore;
  let simulator: SecureAcceptanceSimulator;
  let settings: Record<string, string>;
  let node: NodeProcess | undefined;
  let aheadSeconds: number;
  let id: string;
  beforeEach(async () => {
    aheadSeconds = 0;
    place = await emptyStore('sqlite');
    const port = String(await freePort());
    simulator = await startSecureAcceptanceSimulator({
      gatewayUrl: `http://127.0.0.1:${port}`,
      now: () => Date.now() + aheadSeconds * 1000,
    });
    // The acquirer's search finds a charge only after ten minutes, and it refuses no duplicates.
    simulator.faults.indexLagMs = 600_000;
    simulator.faults.duplicateWindowMs = 0;
    settings = { ...place.settings, ...simulator.settings, PORT: port, DATA_DIR: join(place.folder, 'data') };
    const first = await restart(0);
    const api = first.client(first.seed.liveKey);
    const request = { payment_method: 'lakaypay_card', recurring: true, recurring_interval: 'daily' };
    const { transaction_id, payment_url } = (await api.post('/payments', paymentRequest(request))).json;
    await simulator.pay(await formOnPage(payment_url));
    assert.equal((await api.get(`/payments/${transaction_id}`)).json.data.status, 'completed');
    id = subscriptionId(Number(transaction_id));
    await charged(1);
    await node?.end('SIGTERM');
    cpSync(settings.DATA_DIR as string, backup(), { recursive: true });
    const made = await peye(['backup', backupFile()], { settings });
    assert.equal(made.code, 0, made.stderr);
    await restart(DAY_SECONDS);
    await charged(2);
    await until('the store knows', async () => (await show()).payments.at(-1)?.status === 'completed');
    await node?.end('SIGTERM');
  });
  afterEach(async () => {
    await node?.end('SIGKILL');
    node = undefined;
    await simulator.stop();
    await place.drop();
  });

  const backup = () => join(place.folder, 'backup');
  const backupFile = () => join(place.folder, 'peye.backup');
  const restart = async (seconds: number) => {
    await node?.end('SIGKILL');
    aheadSeconds += seconds;
    const seed = node?.seed;
    node = await startNode({ ...settings, PEYE_TEST_CLOCK_AHEAD_SECONDS: String(aheadSeconds) }, seed);
    return node;
  };
  /** Everything that the acquirer has taken from the card: the first payment and one for each period. */
  const taken = () => simulator.book().filter(({ status }) => status === 'paid').length;
  const charged = (times: number) => until(`${times} charges are in the book`, () => taken() === times, 30_000);
  const show = async () => JSON.parse((await peye(['subscriptions', 'show', id, '--json'], { settings })).stdout);
  const putBack = (which: (name: string) => boolean) => {
    const folder = settings.DATA_DIR as string;
    for (const name of readdirSync(folder).filter(which)) rmSync(join(folder, name));
    for (const name of readdirSync(backup()).filter(which)) cpSync(join(backup(), name), join(folder, name));
  };
  const isStore = (name: string) => name.startsWith('peye.db');

  /** The command used the machine's clock. The clock of this test's gateway is ahead, so the pause is moved to its time. */
  const pauseByNodesClock = () =>
    withDatabase(settings, (db) =>
      db.transaction((tx) =>
        tx.query('UPDATE charging SET paused_at_us = paused_at_us + $1', [aheadSeconds * 1_000_000]),
      ),
    );

  /** Asserts that the restored store pauses, finds the lost charge once the search has it, and resumes with the next period. */
  const assertChargedOnce = async () => {
    await restart(LEASE_SECONDS);
    await until('it says that it pauses', async () => (await show()).charging_paused_at !== undefined, 30_000);
    assert.match(
      (await peye(['subscriptions', 'list'], { settings })).stdout,
      /Charging of live cards has been paused since/,
    );
    assert.match(
      (await peye(['doctor'], { settings })).stdout,
      /problem +recurring +charging of live cards has been paused/,
    );
    const early = await peye(['charging', 'resume'], { settings });
    assert.equal(early.code, 1);
    assert.match(early.stderr, /search may be incomplete until/);
    assert.match(node?.output() ?? '', /NO LIVE CARD IS CHARGED AGAIN/);
    assert.equal(taken(), 2, 'charged twice for one period');
    await restart(LAG_OVER_SECONDS);
    await until('it resumes', async () => (await show()).charging_paused_at === undefined, 30_000);
    await until('it knows the charge again', async () => (await show()).payments[0]?.status === 'completed', 30_000);
    assert.equal(taken(), 2, 'charged twice for one period');
    await restart(DAY_SECONDS);
    await charged(3);
    await until('the store knows', async () => (await show()).payments[1]?.status === 'completed');
    const { payments } = await show();
    assert.deepEqual(
      payments.map(({ period, acquirer_reference }: Record<string, unknown>) => [period, acquirer_reference]),
      [
        [1, `${id}_p1_t1`],
        [2, `${id}_p2_t1`],
      ],
    );
    assert.equal(taken(), 3);
    await node?.end('SIGTERM');
    await withDatabase(settings, assertSound);
  };

  // Contract: RECURRING-10
  test('only the file is put back, next to a mark that has advanced', { timeout: 300_000 }, async () => {
    putBack(isStore);
    await assertChargedOnce();
  });

  // By day a store without a mark is restored by `peye restore` alone, and one next to a mark that has advanced only as a file.
  if (IS_NIGHT) {
    test('only the file is put back, and the mark is lost', { timeout: 300_000 }, async () => {
      putBack(isStore);
      rmSync(join(settings.DATA_DIR as string, 'charges.mark'));
      await assertChargedOnce();
    });
  }

  test('the whole folder is put back, and the operator marks the store as restored', { timeout: 300_000 }, async () => {
    putBack(() => true);
    const marked = await peye(['restore', '--mark'], { settings });
    assert.equal(marked.code, 0, marked.stderr);
    assert.match(marked.stdout, new RegExp(`Cancel again any[\\s\\S]*${id}`));
    await pauseByNodesClock();
    await assertChargedOnce();
  });

  for (const [name, isKept] of [
    ['on a machine without a mark', false] as const,
    ...(IS_NIGHT ? [['next to a mark that has advanced', true] as const] : []),
  ]) {
    test(`peye restore restores the store ${name}`, { timeout: 300_000 }, async () => {
      for (const file of readdirSync(settings.DATA_DIR as string).filter((each) => isStore(each) || !isKept)) {
        rmSync(join(settings.DATA_DIR as string, file));
      }
      const restored = await peye(['restore', backupFile()], { settings });
      assert.equal(restored.code, 0, restored.stderr);
      assert.match(restored.stdout, new RegExp(`Cancel again any[\\s\\S]*${id}`));
      await pauseByNodesClock();
      await assertChargedOnce();
    });
  }

  test('the whole folder is put back and not marked as restored, and the search finds the charge', {
    timeout: 300_000,
  }, async () => {
    putBack(() => true);
    await restart(LAG_OVER_SECONDS);
    await until('it knows the charge again', async () => (await show()).payments[0]?.status === 'completed', 30_000);
    await until('no charge is requested', async () => (await show()).next_period === 2, 30_000);
    assert.equal(taken(), 2, 'charged twice for one period');
  });

  test('nothing is charged while the provider records cannot be searched', { timeout: 300_000 }, async () => {
    putBack(() => true);
    simulator.faults.query = 'error_500';
    const before = simulator.calls.length;
    await restart(LAG_OVER_SECONDS);
    await until('the provider records are queried', () =>
      simulator.calls.slice(before).some(({ operation }) => operation === 'search'),
    );
    await restart(LEASE_SECONDS);
    assert.equal((await show()).payments[0]?.status, 'processing');
    assert.equal(taken(), 2, 'charged twice for one period');
    simulator.faults.query = 'none';
    await restart(LEASE_SECONDS);
    await until('it knows the charge again', async () => (await show()).payments[0]?.status === 'completed', 30_000);
    assert.equal(taken(), 2, 'charged twice for one period');
  });
});
