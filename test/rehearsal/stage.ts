import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { type CliResult, peye, spawnPeye } from '../support/cli.ts';
import { type Client, freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';
import { type Customer, openCustomer } from './customer.ts';

const READY_TIMEOUT_MS = 30_000;
const MOVING_TIME = new URL('./moving-time.ts', import.meta.url).href;
/** After this time every unpaid payment has ended, at every provider. */
const FORWARD_SECONDS = 90_000;
const CLOCK_TOLERANCE_SECONDS = 60;

/** What `peye start --rehearse --json` prints. */
interface Reported {
  readonly url: string;
  readonly key: string;
  readonly shop: string;
  readonly simulators: Readonly<Record<string, string>>;
  readonly tool: string;
}

interface Created {
  readonly transaction_id: string;
  readonly payment_url: string;
}

/** A rehearsal as a person starts it, in its own process, and a browser in front of it. */
export interface Stage {
  readonly reported: Reported;
  /** The merchant's server, with the live key. */
  readonly api: Client;
  readonly browser: Browser;
  /** A customer on a small phone. */
  customer(options?: BrowserContextOptions): Promise<Customer>;
  create(method: string, changes?: Record<string, unknown>): Promise<Created>;
  /** `status` or `failed: reason`, as the API says. */
  statusOf(id: string): Promise<string>;
  /** Sets a simulator's switches, as with curl. `undo` sets them back. */
  setFaults(simulator: string, faults: Record<string, unknown>): Promise<{ undo(): Promise<void> }>;
  /** The entry of a payment in the provider's records. */
  bookEntry(simulator: string, id: string): Promise<{ status: string; amountMinor: number } | undefined>;
  /** The lines that the shop has written about a payment. */
  shopLines(id: string): string[];
  /**
   * Waits for the payment's one signed webhook. Then asserts what else must be true of a final payment: its status and amount over
   * the API, and one delivery that needed one attempt.
   */
  assertOver(id: string, finalStatus: string, amount?: string): Promise<void>;
  /** Runs peye on the rehearsal, as from another terminal. */
  tool(args: readonly string[]): Promise<CliResult>;
  /** Moves the rehearsal's time forward: by more than a day, unless the stage was opened with another number of seconds. */
  forward(): void;
  /** Asserts that no webhook was sent twice or with a wrong signature, and that the providers' records agree with ours. Then Ctrl-C. */
  stop(): Promise<void>;
  /** Ends the rehearsal without these checks. */
  leave(): Promise<void>;
}

export async function openStage(
  settings: Record<string, string> = {},
  { forwardSeconds = FORWARD_SECONDS }: { forwardSeconds?: number } = {},
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'peye-rehearsal-'));
  const running = spawnPeye(['start', '--rehearse', '--json'], {
    cwd: folder,
    settings: {
      PORT: String(await freePort()),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      VERIFY_LIMIT_PER_MINUTE: '0',
      PAGE_LIMIT_PER_MINUTE: '0',
      NODE_OPTIONS: `--import=${MOVING_TIME}`,
      TEST_FORWARD_SECONDS: String(forwardSeconds),
      ...settings,
    },
  });
  await until(
    'the rehearsal is ready',
    () => {
      assert.equal(running.child.exitCode, null, running.stderr());
      return running.stdout().endsWith('\n');
    },
    READY_TIMEOUT_MS,
  );
  const reported: Reported = JSON.parse(running.stdout());
  const api = httpClient(reported.url, { 'x-api-key': reported.key });
  const browser = await launchBrowser();
  const shopLines = (id?: string) =>
    running
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('shop: ') && (id === undefined || line.includes(` ${id},`)));
  const tool = (args: readonly string[]) => peye(args, { program: reported.tool });
  const simulator = async (name: string, path: string, init?: RequestInit) => {
    const response = await fetch(`${reported.simulators[name]}/_simulator/${path}`, init);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  };
  const post = (name: string, faults: unknown) =>
    simulator(name, 'faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  const read = async (id: string) => (await api.get(`/payments/${id}`)).json.data;
  const leave = async () => {
    running.child.kill('SIGKILL');
    await running.ended;
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Providers refuse requests of the command line if its clock differs much from theirs. */
  let aheadSeconds = 0;
  const statusOf = async (id: string) => {
    const { status, failure_reason } = await read(id);
    return failure_reason === null ? status : `${status}: ${failure_reason}`;
  };

  return {
    reported,
    api,
    browser,
    customer: (options) => openCustomer(browser, { ...reported, api }, options),
    async create(method, changes) {
      const response = await api.post('/payments', paymentRequest({ payment_method: method, ...changes }));
      assert.equal(response.status, 201, response.text);
      return response.json;
    },
    statusOf,
    async setFaults(name, faults) {
      const before = await simulator(name, 'faults');
      await post(name, faults);
      return { undo: () => post(name, before) };
    },
    async bookEntry(name, id) {
      const book: { reference: string; status: string; amountMinor: number }[] = await simulator(name, 'book');
      const found = book.filter(({ reference }) => reference.replace(/^NC/, '') === id);
      assert.ok(found.length <= 1, `${id} is in the book ${found.length} times`);
      return found[0];
    },
    shopLines,
    async assertOver(id, finalStatus, amount = '500.00') {
      await until(`the webhook of ${id}`, () => shopLines(id).length > 0, 20_000);
      const event = finalStatus === 'completed' ? 'payment.success' : 'payment.failed';
      assert.deepEqual(shopLines(id), [`shop: ${event} of ${id}, signature valid`]);
      assert.equal(await statusOf(id), finalStatus);
      assert.equal((await read(id)).amount, amount);
      // The shop prints its line before its response to the webhook reaches the gateway.
      await until('its one delivery is delivered', async () => {
        const listed = await tool(['deliveries', 'list', '--payment', id, '--json']);
        assert.equal(listed.code, 0, listed.stderr);
        const deliveries: { status: string; attempts: number }[] = JSON.parse(listed.stdout);
        assert.equal(deliveries.length, 1);
        return deliveries[0]?.status === 'delivered' && deliveries[0].attempts === 1;
      });
    },
    tool,
    forward() {
      aheadSeconds += forwardSeconds;
      running.child.kill('SIGUSR2');
    },
    async stop() {
      try {
        assert.deepEqual(
          shopLines().filter((line) => !line.endsWith('signature valid')),
          [],
        );
        const ids = shopLines().map((line) => / of (\d+),/.exec(line)?.[1]);
        assert.equal(new Set(ids).size, ids.length, 'no payment has a second webhook');
        const discrepancies = await tool(['discrepancies', 'list', '--all', '--json']);
        assert.deepEqual(JSON.parse(discrepancies.stdout), []);
        if (aheadSeconds < CLOCK_TOLERANCE_SECONDS) {
          const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
          const range = ['--from', day(-86_400_000), '--to', day(86_400_000)];
          const reconciled = await tool(['reconcile', ...range, '--json']);
          assert.equal(reconciled.code, 0, reconciled.stdout + reconciled.stderr);
        }
        running.child.kill('SIGINT');
        assert.equal(await running.ended, 0, running.stderr());
      } finally {
        await leave();
      }
    },
    leave,
  };
}
