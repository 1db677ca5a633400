import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import type { Engine } from '../../test/support/engines.ts';
import { startServices } from '../../test/support/services/services.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { fillOutbox } from '../fill-outbox.ts';
import { startReceivers } from '../processes/start-receivers.ts';
import { percentile } from '../rounds.ts';
import { createShop, openBenchStore } from '../shop.ts';
import { startBenchGateway, UNLIMITED } from '../start-bench-gateway.ts';
import { findPeak, type OpenLoop, startOpenLoop } from './open-loop.ts';

const USAGE = `npm run bench:overload -- [--engine sqlite|postgres] [--connections N] [--times N] [--seconds N]

Offers the gateway a multiple of the creations that it can do, and shows second by second what it accepts and refuses, how long that
takes, what a health check on a new connection and the delivery of webhooks feel of it, and how soon it is itself again.
`;
const HEALTH_EVERY_MS = 100;
/** Deliveries that are due when the overload starts. */
const DUE = 3_000;
/** The gateway has recovered when a creation on a new connection takes less than this. */
const NORMAL_MS = 50;
const RECOVERY_LIMIT_MS = 30_000;

const options = readOptions();
const services = await startServices((line) => console.error(line), true);
Object.assign(process.env, services.env);
const folder = mkdtempSync(join(tmpdir(), 'peye-overload-'));
try {
  for (const engine of options.engines) await overload(engine);
} finally {
  rmSync(folder, { recursive: true, force: true });
  await services.stop();
}

async function overload(engine: Engine): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const receivers = await startReceivers(folder, 1);
  opened.defer(receivers.stop);
  const gateway = await startBenchGateway(engine, {
    settings: { ...UNLIMITED, ...receivers.settings, MAX_CONNECTIONS: '100000', MAX_CONNECTIONS_PER_ADDRESS: '0' },
  });
  opened.defer(gateway.stop);
  const store = await openBenchStore(readConfig(gateway.settings));
  opened.defer(() => store.db.close());
  const shop = await createShop(store, { callbackUrl: receivers.urls[0]! });

  const peak = await findPeak(gateway);
  const rate = Math.round(peak * options.times);
  console.log(
    `${engine}: at its peak ${Math.round(peak)} creations a second; ${rate} are offered on ${options.connections} connections\n`,
  );
  console.log(
    '| Second | 201 | p50 ms | p99 ms | 503 | p99 ms | not sent | /healthz, longest ms | delivered | memory MB |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  const before = Number((await gateway.query('SELECT count(*) AS n FROM payments'))[0]!.n);
  await fillOutbox(store, [shop], { backlog: DUE, round: 0 });
  await receivers.arrivals();
  const health = watchHealth(gateway.url);
  const load = await startOpenLoop(gateway, { rate, connections: options.connections });
  const errors: string[] = [];
  let accepted = 0;
  for (let second = 1; second <= options.seconds; second++) {
    await new Promise((done) => setTimeout(done, 1_000));
    const now = load.take();
    accepted += now.acceptedMs.length;
    errors.push(...now.errors);
    const cells = [
      ...[second, now.acceptedMs.length, ms(now.acceptedMs, 50), ms(now.acceptedMs, 99)],
      ...[now.refusedMs.length, ms(now.refusedMs, 99), now.unsent],
      ...[health.take(), (await receivers.arrivals()).length, gateway.residentMb().toFixed(0)],
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const recoveryMs = await recover(load, gateway);
  const { acceptedMs, errors: late } = load.take();
  accepted += acceptedMs.length;
  errors.push(...late);
  load.close();
  health.stop();
  const stored = Number((await gateway.query('SELECT count(*) AS n FROM payments'))[0]!.n) - before - DUE;
  // The stored payments include those that measured the recovery.
  const lost = accepted + recoveryMs.asked - stored;
  console.log(
    `\nItself again after ${Math.round(recoveryMs.ms)} ms. Acknowledged ${accepted + recoveryMs.asked}, stored ${stored}, ${errors.length} other outcomes.\n`,
  );
  for (const error of errors.slice(0, 5)) console.error(`another outcome: ${error}`);
  if (lost > 0) console.error(`FAILED: ${lost} acknowledged payments are not in the store`);
  if (lost > 0 || stored > accepted + recoveryMs.asked + errors.length) process.exitCode = 1;
}

/** Ends the load, and waits until the gateway has recovered. */
async function recover(load: OpenLoop, gateway: { url: string; key: string }): Promise<{ ms: number; asked: number }> {
  load.end();
  const endedMs = performance.now();
  let asked = 0;
  for (;;) {
    const one = await startOpenLoop(gateway, { rate: 1_000, connections: 1 });
    const sentMs = performance.now();
    while (one.waiting() === 0) await new Promise((done) => setTimeout(done, 1));
    one.end();
    while (one.waiting() > 0) await new Promise((done) => setTimeout(done, 1));
    const { acceptedMs } = one.take();
    one.close();
    asked += acceptedMs.length;
    const nowMs = performance.now();
    if (acceptedMs.length > 0 && nowMs - sentMs < NORMAL_MS && load.waiting() === 0)
      return { ms: nowMs - endedMs, asked };
    if (nowMs - endedMs > RECOVERY_LIMIT_MS) throw new Error(`not itself again after ${RECOVERY_LIMIT_MS} ms`);
  }
}

/** Requests `/healthz` on a new connection each time, as a load balancer may. */
function watchHealth(url: string): { take(): string; stop(): void } {
  const pending = new Map<number, number>();
  let longestMs = 0;
  let wrong = 0;
  let asked = 0;
  const timer = setInterval(() => {
    const n = asked++;
    const sentMs = performance.now();
    pending.set(n, sentMs);
    fetch(`${url}/healthz`, { headers: { connection: 'close' } })
      .then(async (response) => {
        await response.text();
        if (!response.ok) wrong++;
      })
      .catch(() => wrong++)
      .finally(() => {
        pending.delete(n);
        longestMs = Math.max(longestMs, performance.now() - sentMs);
      });
  }, HEALTH_EVERY_MS);
  return {
    take() {
      // Requests that still wait for a response count too.
      const nowMs = performance.now();
      const longest = Math.max(longestMs, ...[...pending.values()].map((sentMs) => nowMs - sentMs));
      const text = `${Math.round(longest)}${wrong > 0 ? `, ${wrong} failed` : ''}`;
      [longestMs, wrong] = [0, 0];
      return text;
    },
    stop: () => clearInterval(timer),
  };
}

function ms(times: readonly number[], percent: number): string {
  return times.length === 0 ? '' : percentile(times, percent).toFixed(0);
}

function readOptions() {
  const known = {
    engine: { type: 'string' },
    connections: { type: 'string', default: '1000' },
    times: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '10' },
  } as const;
  return readCommandLine(USAGE, known, (values) => ({
    engines: enginesOf(values.engine),
    ...positive(values, ['connections', 'times', 'seconds']),
  }));
}
