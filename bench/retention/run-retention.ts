import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../test/support/engines.ts';
import { freePort } from '../../test/support/gateway.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { type FilledStore, openFilledStore } from '../growth/filled-store.ts';
import { onEachEngine } from '../on-each-engine.ts';
import { ROOT, startGatewayProcess } from '../processes/start-process.ts';
import { median, percentile } from '../rounds.ts';
import { startMixedLoad } from '../soak/mixed-load.ts';
import { UNLIMITED } from '../start-bench-gateway.ts';

const USAGE = `npm run bench:retention -- [--engine sqlite|postgres] [--payments N] [--rate N] [--rounds N] [--seconds N]

The cost of retention on a busy gateway: latencies under a constant mixed load, without and while old live payments are
archived and removed by the commands, and while test payments, events and deliveries are deleted by the settings.
`;
const DAY_MS = 86_400_000;
/** Payments younger than this are not archived. */
const YOUNGEST_DAYS = 90;
/** How many more days each archive covers. */
const STEP_DAYS = 10;
const WARM_UP_MS = 2_000;
/** The settings during rounds of retention: nearly everything from three years is deleted. */
const RETENTION = { TEST_PAYMENT_DAYS: '30', EVENT_DAYS: '30', WEBHOOK_LOG_DAYS: '30' };
/** The settings during all other rounds: nothing is deleted because of its age. */
const NO_RETENTION = { WEBHOOK_LOG_DAYS: '3650' };

const WORK = ['nothing else', 'archiving', 'retention'] as const;
type Work = (typeof WORK)[number];

interface Felt {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly requests: number;
  /** How many payments the work removed from the store during the round. */
  readonly removed: number;
}

const options = readOptions();
await onEachEngine(options.engines, async (engine) => console.log(`${await measureRetention(engine)}\n`));

/** Returns a table: how each kind of work affects the latencies of requests. */
async function measureRetention(engine: Engine): Promise<string> {
  const filled = await openFilledStore(engine, options.payments, {
    keep: undefined,
    say: (line) => console.error(line),
  });
  const folder = mkdtempSync(join(tmpdir(), 'peye-ageing-'));
  try {
    const archives = archiveLater(filled, folder);
    const felt: Record<Work, Felt[]> = { 'nothing else': [], archiving: [], retention: [] };
    for (let round = 0; round < options.rounds; round++) {
      for (const work of WORK) felt[work].push(await measureRound(filled, work, archives));
    }
    return report(engine, felt);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await filled.close();
  }
}

/** One round: a gateway under load, while the gateway or a command does this work. */
async function measureRound(filled: FilledStore, work: Work, archive: () => Promise<void>): Promise<Felt> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gateway = await startGatewayProcess({
    env: {
      ...filled.settings,
      ...UNLIMITED,
      ...(work === 'retention' ? RETENTION : NO_RETENTION),
      PORT: String(port),
    },
    readyUrl: `${url}/readyz`,
    logFile: join(filled.folder, 'gateway.log'),
  });
  const load = startMixedLoad({
    url,
    key: filled.data.shops.find(({ hasCallback }) => !hasCallback)!.key,
    rate: options.rate,
  });
  try {
    await new Promise((done) => setTimeout(done, WARM_UP_MS));
    const acknowledged = load.acknowledged.size;
    const before = await countPayments(filled);
    load.take();
    const endMs = performance.now() + options.seconds * 1_000;
    if (work === 'archiving') while (performance.now() < endMs) await archive();
    else await new Promise((done) => setTimeout(done, options.seconds * 1_000));
    const { latenciesMs, refused, errors } = load.take();
    if (refused > 0 || errors.length > 0)
      throw new Error(`${work}: ${refused} were refused, ${errors.slice(0, 3).join('; ')}`);
    const made = load.acknowledged.size - acknowledged;
    return {
      p50Ms: percentile(latenciesMs, 50),
      p99Ms: percentile(latenciesMs, 99),
      maxMs: Math.max(...latenciesMs),
      requests: latenciesMs.length,
      removed: Math.max(0, before + made - (await countPayments(filled))),
    };
  } finally {
    await load.stop();
    await gateway.stop();
  }
}

/** Each call archives and removes some more days, by the commands that operators use. */
function archiveLater({ settings, data }: FilledStore, folder: string): () => Promise<void> {
  let day = Math.ceil(data.endUs / 1000 / DAY_MS) - 3 * 365;
  let made = 0;
  return async () => {
    day += STEP_DAYS;
    if (day * DAY_MS > Date.now() - YOUNGEST_DAYS * DAY_MS)
      throw new Error('everything is archived: take more --payments');
    const archive = join(folder, String(++made));
    await peye(settings, 'archive', 'create', '--before', new Date(day * DAY_MS).toISOString().slice(0, 10), archive);
    await peye(settings, 'archive', 'remove', archive);
    rmSync(archive, { recursive: true });
  };
}

function peye(settings: Record<string, string>, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
    const child = spawn(join(ROOT, 'bin/peye'), args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`peye ${args.join(' ')} ended with ${code}`)),
    );
  });
}

async function countPayments({ store }: FilledStore): Promise<number> {
  const [row] = await store.db.query<{ n: number }>('SELECT count(*) AS n FROM payments');
  return Number(row!.n);
}

function report(engine: Engine, felt: Record<Work, Felt[]>): string {
  const quiet = felt['nothing else'];
  const rows = WORK.map((work) => {
    const rounds = felt[work];
    const ratio = (of: 'p50Ms' | 'p99Ms') =>
      median(rounds.map((each, round) => each[of] / quiet[round]![of])).toFixed(2);
    const middle = (of: keyof Felt, digits = 2) => median(rounds.map((each) => each[of])).toFixed(digits);
    return [
      ...[work, middle('p50Ms'), ratio('p50Ms'), middle('p99Ms'), ratio('p99Ms'), middle('maxMs', 0)],
      median(rounds.map((each) => each.removed / options.seconds)).toFixed(0),
    ];
  });
  const head = ['During the load', 'p50 ms', '×', 'p99 ms', '×', 'longest ms', 'removed a second'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const title = `${engine}: ${options.payments} payments, ${options.rate} requests a second, ${options.rounds} rounds of ${options.seconds} s in turn`;
  return [title, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function readOptions() {
  const options = {
    engine: { type: 'string' },
    payments: { type: 'string', default: '300000' },
    rate: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
  } as const;
  return readCommandLine(USAGE, options, (values) => ({
    engines: enginesOf(values.engine),
    ...positive(values, ['payments', 'rate', 'rounds', 'seconds']),
  }));
}
