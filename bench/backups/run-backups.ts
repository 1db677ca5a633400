import { statSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../../src/database/database.ts';
import { restorePlace } from '../../test/support/backups.ts';
import { peyeJson, peyeProcess } from '../../test/support/cli.ts';
import type { Engine } from '../../test/support/engines.ts';
import { freePort } from '../../test/support/gateway.ts';
import { withDatabase } from '../../test/support/store-access.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { openFilledStore } from '../growth/filled-store.ts';
import { onEachEngine } from '../on-each-engine.ts';
import { startGatewayProcess } from '../processes/start-process.ts';
import { UNLIMITED } from '../start-bench-gateway.ts';
import { startCustomers } from './customers.ts';

const USAGE = `npm run bench:backups -- [--engine sqlite|postgres] [--payments N] [--customers N] [--keep FOLDER]

Backs a store of so many payments up while customers create and complete payments on its gateway, kills the gateway with SIGKILL, restores the
backup next to it, and checks the consistency of both. Prints how long each took, and how many payments a second were created before the
backup and during it. Exits with 1 when a check fails, or a payment is missing that was acknowledged before the backup started.
With --keep the filled stores stay in that folder, and are used again the next time.
`;
const WARM_UP_MS = 3_000;
const ALONE_MS = 10_000;
const MB = 1_000_000;

const options = readOptions();
await onEachEngine(options.engines, async (engine) => console.log(`${await measureBackup(engine)}\n`));

/** Returns the times and sizes of a backup and its restore as lines. Throws when an acknowledged payment is missing. */
async function measureBackup(engine: Engine): Promise<string> {
  const filled = await openFilledStore(engine, options.payments, { keep: options.keep, say });
  // The restored store has the key of the store whose gateway is killed.
  const place = await restorePlace(engine, filled.settings);
  const file = join(place.store.folder, 'store.backup');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Without a worker, whose deliveries would leave the machine.
  const gateway = await startGatewayProcess({
    env: { ...filled.settings, ...UNLIMITED, PORT: String(port), ROLES: 'api' },
    readyUrl: `${url}/readyz`,
    logFile: join(filled.folder, 'gateway.log'),
  });
  const customers = startCustomers({ url, key: filled.data.shops[0]!.key, count: options.customers });
  try {
    await pause(WARM_UP_MS);
    const alone = await customers.during(() => pause(ALONE_MS));
    const known = customers.acknowledged();
    const load = loadavg()[0]!;
    const backup = await customers.during(() => peyeJson(['backup', file], { settings: filled.settings }, peyeProcess));
    customers.expectKill();
    process.kill(gateway.pid, 'SIGKILL');
    await customers.stop();
    const restore = await timed(() => peyeJson(['restore', file], { settings: place.settings }, peyeProcess));
    const books = await timed(() => peyeJson(['verify-books'], { settings: place.settings }, peyeProcess));
    const killed = await timed(() => peyeJson(['verify-books'], { settings: filled.settings }, peyeProcess));
    const ids = await withDatabase(place.settings, (db) => db.query<Row & { id: number }>('SELECT id FROM payments'));
    const kept = new Set(ids.map(({ id }) => String(id)));
    const lost = known.filter((id) => !kept.has(id));
    if (lost.length > 0)
      throw new Error(`${lost.length} payments were acknowledged before the backup, and are not in it`);
    const { payments, bytes } = backup.result;
    return [
      `${engine}, Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model}), load average ${load.toFixed(1)}`,
      `${options.customers} customers: ${rate(alone)} alone, ${rate(backup)} during the backup`,
      `backup   ${backup.seconds.toFixed(1)} s, ${payments} payments, ${(bytes / MB).toFixed(0)} MB`,
      `restore  ${restore.seconds.toFixed(1)} s${engine === 'sqlite' ? `, ${(statSync(join(place.store.folder, 'peye.db')).size / MB).toFixed(0)} MB` : ''}`,
      `check    ${books.seconds.toFixed(1)} s, consistent: ${books.result.payments} payments restored, ${killed.result.payments} in the store that was killed`,
      `of ${known.length} payments that were acknowledged before the backup none is missing`,
    ].join('\n');
  } finally {
    await customers.stop();
    await gateway.stop();
    await place.drop();
    await filled.close();
  }
}

function rate({ made, seconds, p99Ms }: { made: number; seconds: number; p99Ms: number }): string {
  return `${(made / seconds).toFixed(0)} payments a second created and completed (p99 of a creation ${p99Ms.toFixed(0)} ms)`;
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { seconds: (performance.now() - startedAt) / 1000, result };
}

function readOptions() {
  const known = {
    engine: { type: 'string' },
    payments: { type: 'string', default: '1000000' },
    customers: { type: 'string', default: '8' },
    keep: { type: 'string' },
  } as const;
  return readCommandLine(USAGE, known, (values) => ({
    ...positive(values, ['payments', 'customers']),
    engines: enginesOf(values.engine),
    keep: values.keep,
  }));
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
