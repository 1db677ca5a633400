import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Engine } from '../../test/support/engines.ts';
import { startServices } from '../../test/support/services/services.ts';
import { lineChart } from '../charts/line-chart.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { ROOT } from '../processes/start-process.ts';
import { startReceivers } from '../processes/start-receivers.ts';
import { percentile } from '../rounds.ts';
import { type BenchGateway, DEFAULTS, startBenchGateway } from '../start-bench-gateway.ts';
import { type SoakSample, trendsOf } from './judge-soak.ts';
import { type MixedLoad, startMixedLoad } from './mixed-load.ts';

// `npm run bench:soak`: a constant mixed load for minutes or hours. It shows the memory of the gateway as a table and a chart.
// At the end it compares the numbers of acknowledged payments, stored payments and deliveries.

const SHOPS = 1;
const SETTLES_AFTER_SECONDS = 2;
/** How long the payments may take to be final and delivered after the load has stopped. */
const SETTLE_MS = 120_000;
const SHOWN_ERRORS = 10;
const READ_AGAIN = 1_000;
const COLUMNS: readonly (keyof SoakSample)[] = [
  ...(['minute', 'rssMb', 'heapMb', 'externalMb', 'handles', 'openFiles', 'lagP99Ms', 'lagMaxMs', 'walMb'] as const),
  ...(['p50Ms', 'p99Ms', 'requests', 'refused', 'errors', 'acknowledged', 'delivered'] as const),
];

const USAGE = `npm run bench:soak -- [--minutes N] [--engine sqlite|postgres] [--rate N] [--every SECONDS] [--output FOLDER]

Sends a constant mix of requests, by default 300 a second for an hour, notes what the gateway holds, and counts at the end
whether everything that was acknowledged is stored, final and delivered. PostgreSQL is TEST_DATABASE_URL or, where it is installed, a
server of the bench's own.

  --minutes  how long; below ten minutes growth is not judged
  --rate     requests a second
  --every    seconds between two samples
  --output   where soak-ENGINE.csv and soak-ENGINE.svg are written; the default is bench/

It exits with 1 when something failed, was lost, or grew: bench/README.md has the rules.
`;

const options = readOptions();
const services = await startServices((line) => console.error(line), true);
Object.assign(process.env, services.env);
const folder = mkdtempSync(join(tmpdir(), 'peye-soak-'));
try {
  const failures = await soak(options.engine);
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await services.stop();
}

/** Returns a text for each loss, and for each figure that grew too much. */
async function soak(engine: Engine): Promise<string[]> {
  await using opened = new AsyncDisposableStack();
  const receivers = await startReceivers(folder, SHOPS);
  opened.defer(receivers.stop);
  const report = join(folder, 'inside');
  writeFileSync(report, '');
  const gateway = await startBenchGateway(engine, {
    settings: {
      ...DEFAULTS,
      ...receivers.settings,
      VERIFY_LIMIT_PER_MINUTE: '0',
      SANDBOX_AUTO_COMPLETE_SECONDS: String(SETTLES_AFTER_SECONDS),
      PEYE_SOAK_REPORT: report,
      PEYE_SOAK_EVERY_MS: String(options.everySeconds * 1000),
    },
    callbackUrl: receivers.urls[0]!,
    nodeOptions: `--import=${join(ROOT, 'bench/soak/report-inside.ts')}`,
  });
  opened.defer(gateway.stop);
  const load = startMixedLoad({ url: gateway.url, key: gateway.key, rate: options.rate });
  const delivered = new Set<string>();
  const receive = async () => {
    for (const [id] of await receivers.arrivals()) delivered.add(id);
  };
  const errors: string[] = [];
  const samples: SoakSample[] = [];
  writeFileSync(options.csv, `${COLUMNS.join()}\n`);
  const startedAt = performance.now();
  const minute = () => (performance.now() - startedAt) / 60_000;
  while (minute() < options.minutes) {
    await new Promise((done) => setTimeout(done, options.everySeconds * 1000));
    await receive();
    const { latenciesMs, refused, errors: now } = load.take();
    errors.push(...now.slice(0, SHOWN_ERRORS));
    const sample = {
      minute: minute(),
      ...inside(report),
      ...(await outside(gateway, engine)),
      p50Ms: percentile(latenciesMs, 50),
      p99Ms: percentile(latenciesMs, 99),
      requests: latenciesMs.length,
      refused,
      errors: now.length,
      acknowledged: load.acknowledged.size,
      delivered: delivered.size,
    };
    samples.push(sample);
    appendFileSync(options.csv, `${COLUMNS.map((column) => Number(sample[column].toFixed(3))).join()}\n`);
  }
  await load.stop();
  errors.push(...load.take().errors);
  const lost = await sums(gateway, load, delivered, receive);
  const refused = samples.reduce((sum, sample) => sum + sample.refused, 0);
  if (refused > 0) console.log(`${refused} requests were refused with 503`);
  draw(engine, samples);
  return [...errors.slice(0, SHOWN_ERRORS).map((error) => `a request: ${error}`), ...lost, ...grown(samples)];
}

/** The figures in the last line that the process itself wrote. */
function inside(file: string): Pick<SoakSample, 'heapMb' | 'externalMb' | 'handles' | 'lagP99Ms' | 'lagMaxMs'> {
  const line = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) || '{}';
  const { heapUsed = 0, external = 0, handles = 0, lagP99Ms = 0, lagMaxMs = 0 } = JSON.parse(line);
  return { heapMb: heapUsed / 1024 ** 2, externalMb: external / 1024 ** 2, handles, lagP99Ms, lagMaxMs };
}

async function outside(
  gateway: BenchGateway,
  engine: Engine,
): Promise<Pick<SoakSample, 'rssMb' | 'openFiles' | 'walMb'>> {
  const walBytes =
    engine === 'sqlite'
      ? (statSync(join(gateway.folder, 'peye.db-wal'), { throwIfNoEntry: false })?.size ?? 0)
      : Number((await gateway.query('SELECT sum(size) AS bytes FROM pg_ls_waldir()'))[0]!.bytes);
  const openFiles = readdirSync(`/proc/${gateway.pid}/fd`).length;
  return { rssMb: gateway.residentMb(), openFiles, walMb: walBytes / 1024 ** 2 };
}

/**
 * Waits until all payments are final and delivered, then compares the acknowledged payments with the store. Returns the
 * differences.
 */
async function sums(
  gateway: BenchGateway,
  { acknowledged }: MixedLoad,
  delivered: Set<string>,
  receive: () => Promise<void>,
): Promise<string[]> {
  const count = async (sql: string) => Number((await gateway.query(`SELECT count(*) AS n FROM ${sql}`))[0]!.n);
  const endMs = Date.now() + SETTLE_MS;
  const open = async () =>
    (await count("payments WHERE status NOT IN ('completed', 'failed')")) +
    (await count('deliveries WHERE next_attempt_at_us IS NOT NULL'));
  while ((await open()) > 0 && Date.now() < endMs) await new Promise((done) => setTimeout(done, 500));
  await receive();
  const stored = new Set((await gateway.query('SELECT id FROM payments')).map((row) => String(row.id)));
  const some = [...acknowledged].filter((_, index) => index % Math.ceil(acknowledged.size / READ_AGAIN) === 0);
  let unreadable = 0;
  for (const id of some) if ((await gateway.api.get(`/payments/${id}`)).status !== 200) unreadable++;
  const listed = (await gateway.api.get('/payments?per_page=1')).json.pagination?.total as number | undefined;
  const events = await count('events');
  const final = await count("payments WHERE status IN ('completed', 'failed')");
  const missing = [...acknowledged].filter((id) => !stored.has(id)).length;
  console.log(
    `acknowledged ${acknowledged.size}, stored ${stored.size}, listed ${listed}, read again ${some.length}, final ${final}, ` +
      `events ${events}, delivered ${delivered.size}`,
  );
  const failures: [boolean, string][] = [
    [missing > 0, `${missing} acknowledged payments are not in the store`],
    [stored.size !== acknowledged.size, `${stored.size} payments are stored, ${acknowledged.size} were acknowledged`],
    [listed !== stored.size, `the list counts ${listed} of ${stored.size} payments`],
    [unreadable > 0, `${unreadable} of ${some.length} payments cannot be read`],
    [final !== stored.size, `${stored.size - final} payments are not final`],
    [events !== final, `${events} events for ${final} final payments`],
    [delivered.size !== events, `${delivered.size} of ${events} events were delivered`],
  ];
  return failures.flatMap(([hasFailed, words]) => (hasFailed ? [words] : []));
}

function grown(samples: readonly SoakSample[]): string[] {
  const trends = trendsOf(samples);
  if (!trends) console.log('too short to say whether memory is flat');
  return (trends ?? []).flatMap(({ what, mean, rise, allowed }) => {
    const text = `${what}: ${mean.toFixed(1)} on average, by ${rise.toFixed(1)} more within the second half, ${allowed.toFixed(1)} allowed`;
    console.log(text);
    return rise > allowed ? [text] : [];
  });
}

function draw(engine: Engine, samples: readonly SoakSample[]): void {
  const line = (name: string, of: keyof SoakSample) => ({ name, values: samples.map((sample) => sample[of]) });
  const chart = lineChart(
    `Soak on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${options.rate} requests a second`,
    samples.map((sample) => sample.minute),
    [
      {
        title: 'Memory',
        unit: 'MB',
        lines: [line('resident', 'rssMb'), line('heap', 'heapMb'), line('external', 'externalMb')],
      },
      {
        title: 'Handles and open files',
        unit: 'count',
        lines: [line('handles', 'handles'), line('open files', 'openFiles')],
      },
      { title: 'Lag of the event loop', unit: 'ms', lines: [line('p99', 'lagP99Ms'), line('longest', 'lagMaxMs')] },
      { title: 'Latency', unit: 'ms', lines: [line('p50', 'p50Ms'), line('p99', 'p99Ms')] },
    ],
  );
  writeFileSync(options.chart, chart);
}

function readOptions() {
  const options = {
    minutes: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'sqlite' },
    rate: { type: 'string', default: '300' },
    every: { type: 'string', default: '5' },
    output: { type: 'string', default: 'bench' },
  } as const;
  return readCommandLine(USAGE, options, (values) => {
    const { minutes, rate, every: everySeconds } = positive(values, ['minutes', 'rate', 'every']);
    const [engine] = enginesOf(values.engine);
    const file = (ending: string) => resolve(values.output, `soak-${engine}.${ending}`);
    return { minutes, rate, everySeconds, engine: engine as Engine, csv: file('csv'), chart: file('svg') };
  });
}
