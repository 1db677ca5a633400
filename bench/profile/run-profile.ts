import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Engine } from '../../test/support/engines.ts';
import { API, freePort } from '../../test/support/gateway.ts';
import { startServices } from '../../test/support/services/services.ts';
import { readCommandLine } from '../command-line.ts';
import { LINES, type Scenario } from '../goals.ts';
import { apiHeaders, findLoadGenerator, runLoad } from '../load/run-load.ts';
import { paymentBody } from '../payment-bodies.ts';
import { ROOT, startGatewayProcess } from '../processes/start-process.ts';
import { startReceivers } from '../processes/start-receivers.ts';
import { aligned } from '../report.ts';
import { loadOf, withPayments } from '../scenarios.ts';
import { type BenchGateway, startBenchGateway, UNLIMITED } from '../start-bench-gateway.ts';
import { flameGraph } from './flame-graph.ts';
import { monotonicUs, readProfiles, type Span, sharesOf } from './read-profile.ts';

// `npm run bench:profile`: takes CPU profiles of a gateway under load, and writes them as flame graphs to bench/profiles/.

const CONNECTIONS = 32;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
/** Payments that are verified, settled and delivered. Their requests come from a client in this process, which is slower than wrk. */
const PAYMENTS = 12_000;
const SAMPLE_US = 200;
const SCENARIOS: readonly Scenario[] = ['post', 'get', 'list', 'e401', 'e404', 'e422'];
const ENGINE_NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const USAGE = `npm run bench:profile -- [--output FOLDER]

Takes CPU profiles of a gateway under load, on both engines, and writes a flame graph for each endpoint and for deliveries, with a table
of them all. PostgreSQL is TEST_DATABASE_URL or, where it is installed, a server of the bench's own. It takes a few minutes.

  --output  where they are written, over earlier files; the default is bench/profiles
`;

interface Phase {
  readonly name: string;
  readonly title: string;
  readonly span: Span;
  /** The folder with the profiles that a process wrote when it ended. */
  readonly folder: string;
}

const output = readCommandLine(USAGE, { output: { type: 'string', default: join(ROOT, 'bench/profiles') } }, (values) =>
  resolve(values.output),
);
const services = await startServices((line) => console.error(line), true);
Object.assign(process.env, services.env);
const temporary = mkdtempSync(join(tmpdir(), 'peye-profiles-'));
try {
  const engines = (['sqlite', 'postgres'] as const).filter(
    (name) => name === 'sqlite' || process.env.TEST_DATABASE_URL,
  );
  mkdirSync(output, { recursive: true });
  const phases: Phase[] = [];
  for (const engine of engines) phases.push(...(await profileEngine(engine)));
  writeFileSync(join(output, 'README.md'), contents(phases.map(writeGraph)));
} finally {
  rmSync(temporary, { recursive: true });
  await services.stop();
}

async function profileEngine(engine: Engine): Promise<Phase[]> {
  const folder = join(temporary, engine);
  mkdirSync(folder);
  const receivers = await startReceivers(folder, 1);
  const profiles = join(folder, 'api');
  const gateway = await startBenchGateway(engine, {
    settings: { ...UNLIMITED, ...receivers.settings, ROLES: 'api' },
    callbackUrl: receivers.urls[0]!,
    nodeOptions: profiling(profiles),
  });
  const phases: Phase[] = [];
  const take = async (name: string, title: string, at: string, run: () => Promise<void>) => {
    console.error(`${engine}: ${title}`);
    const fromUs = monotonicUs();
    await run();
    phases.push({
      name: `${name}-${engine}`,
      title: `${title}, ${ENGINE_NAMES[engine]}`,
      span: [fromUs, monotonicUs()],
      folder: at,
    });
  };
  try {
    const filled = await withPayments(gateway);
    const load = async (request: Parameters<typeof runLoad>[1], seconds: number) =>
      void (await runLoad(findLoadGenerator(), request, { connections: CONNECTIONS, seconds }));
    for (const scenario of SCENARIOS) {
      const request = loadOf(scenario, filled);
      await load(request, WARM_UP_SECONDS);
      await take(scenario, LINES[scenario], profiles, () => load(request, SECONDS));
    }
    const ids = await createAll(gateway);
    await take('verify', 'POST /payments/{id}/verify', profiles, () =>
      askAll(gateway, ids, (id) => `/payments/${id}/verify`),
    );
    await take('settle', 'settling a payment', profiles, () =>
      askAll(gateway, ids, (id) => `/test_helpers/payments/${id}/complete`),
    );
    const feed = {
      method: 'GET',
      url: gateway.url,
      headers: apiHeaders('GET', gateway.key),
      lines: [`${API}/events`],
    } as const;
    await load(feed, 1);
    await take('feed', 'GET /events', profiles, () => load(feed, SECONDS));

    const workerProfiles = join(folder, 'worker');
    const env = {
      ...gateway.settings,
      ROLES: 'worker',
      PORT: String(await freePort()),
      NODE_OPTIONS: profiling(workerProfiles),
    };
    const readyUrl = `http://127.0.0.1:${env.PORT}/readyz`;
    const worker = await startGatewayProcess({ env, readyUrl, logFile: join(folder, 'worker.log') });
    await take('deliveries', 'deliveries, one worker, TLS', workerProfiles, async () => {
      const open = 'SELECT count(*) AS n FROM deliveries WHERE next_attempt_at_us IS NOT NULL';
      while (Number((await gateway.query(open))[0]!.n) > 0) await new Promise((done) => setTimeout(done, 50));
    });
    await worker.stop();
  } finally {
    await gateway.stop();
    await receivers.stop();
  }
  return phases;
}

/** Each thread of a process writes one file when it ends. */
function profiling(folder: string): string {
  return `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=${SAMPLE_US}`;
}

async function createAll({ api }: BenchGateway): Promise<string[]> {
  const ids: string[] = [];
  await inParallel(PAYMENTS, async (n) => {
    const { status, json } = await api.post('/payments', paymentBody(`profile-${n}`));
    if (status !== 201) throw new Error(`a creation got ${status}`);
    ids.push(json.transaction_id);
  });
  return ids;
}

async function askAll({ api }: BenchGateway, ids: readonly string[], path: (id: string) => string): Promise<void> {
  await inParallel(ids.length, async (n) => {
    const { status, text } = await api.post(path(ids[n]!));
    if (status !== 200) throw new Error(`${path(ids[n]!)} got ${status}: ${text}`);
  });
}

async function inParallel(count: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

/** Writes one phase's graph, and returns its row of the contents. */
function writeGraph({ name, title, span, folder }: Phase): string[] {
  const root = readProfiles(globSync(join(folder, '*.cpuprofile')), span);
  const busy = (100 * root.totalUs) / (span[1] - span[0]);
  const shares = sharesOf(root);
  writeFileSync(join(output, `${name}.svg`), flameGraph(root, `${title} (${busy.toFixed(0)} % of a core)`));
  const percent = (part: number) => `${(100 * part).toFixed(0)} %`;
  return [
    `[${title}](${name}.svg)`,
    `${busy.toFixed(0)} %`,
    ...[shares.peye, shares.library, shares.node, shares.native].map(percent),
  ];
}

function contents(rows: readonly string[][]): string {
  const head = ['Under load', 'Of a core', 'Peye', 'Libraries', 'Node', 'Native, GC'];
  return `# Flame graphs

Written by \`npm run bench:profile\`. Each function is under its caller, as wide as the time in it and
the functions below it; the pointer shows the whole name. The time of SQLite, OpenSSL and the system is part of the function
that called them, unless V8 knows their functions by name. All threads are added up, and idle time is omitted. The graphs are explained in [../README.md](../README.md#flame-graphs).

${aligned([head, head.map(() => ''), ...rows])}
`;
}
