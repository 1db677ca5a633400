import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { emptyStore } from '../../test/support/engines.ts';
import { API, freePort } from '../../test/support/gateway.ts';
import { startServices } from '../../test/support/services/services.ts';
import { type Bars, barChart } from '../charts/bar-chart.ts';
import { readCommandLine } from '../command-line.ts';
import { apiHeaders, findLoadGenerator, type Load, type LoadResult, runLoad } from '../load/run-load.ts';
import { PAYMENT_BODY, PLACEHOLDER } from '../payment-bodies.ts';
import { ROOT, startProcess } from '../processes/start-process.ts';
import { aligned } from '../report.ts';
import { alternate, median } from '../rounds.ts';
import { startBenchGateway } from '../start-bench-gateway.ts';
import { PEERS, type Peer } from './peers.ts';

// `npm run bench:peers`: creates payments by one HTTP call each and reads them, with this gateway and with others of its kind, in
// turn. Prints a table and writes bench/peers.svg.

const CONNECTIONS = 32;
const TO_READ = 200;
const PACE = { rounds: 5, seconds: 2, warmUpSeconds: 2 };
const QUICK = { rounds: 1, seconds: 1, warmUpSeconds: 1 };

/** A running server. */
interface Contestant {
  readonly name: string;
  readonly keeps: string;
  readonly create: Load;
  readonly read: Load;
}

const USAGE = `npm run bench:peers -- [--quick] [--output FOLDER]

Installs other servers of this kind into a temporary folder, at pinned versions and without running their scripts, and creates and
reads payments with each and with this gateway, in turn. Prints a table. Those that need PostgreSQL get TEST_DATABASE_URL's or, where
it is installed, a server of the bench's own.

  --quick   one round of a second
  --output  where peers.svg is written; the default is bench/

bench/README.md says what the figures mean.
`;

const options = readCommandLine(
  USAGE,
  { quick: { type: 'boolean', default: false }, output: { type: 'string', default: join(ROOT, 'bench') } },
  (values) => ({ ...values, chart: join(resolve(values.output), 'peers.svg') }),
);
const services = await startServices((line) => console.error(line), true);
Object.assign(process.env, services.env);
const folder = mkdtempSync(join(tmpdir(), 'peye-peers-'));
const opened = new AsyncDisposableStack();
try {
  const rows = await measure(await startAll());
  console.log(table(rows));
  writeFileSync(
    options.chart,
    barChart('Payments a second, 32 connections, server and load on 2 cores', ['create one', 'read one'], rows),
  );
} finally {
  await opened.disposeAsync();
  rmSync(folder, { recursive: true, force: true });
  await services.stop();
}

async function startAll(): Promise<Contestant[]> {
  const hasPostgres = Boolean(process.env.TEST_DATABASE_URL);
  const contestants = [await startOurs('sqlite')];
  if (hasPostgres) contestants.push(await startOurs('postgres'));
  install(PEERS);
  for (const peer of PEERS) {
    if (peer.needsPostgres && !hasPostgres) console.error(`${peer.name} was skipped: it needs PostgreSQL`);
    else contestants.push(await startPeer(peer));
  }
  return contestants;
}

async function startOurs(engine: 'sqlite' | 'postgres'): Promise<Contestant> {
  const gateway = await startBenchGateway(engine);
  opened.defer(gateway.stop);
  const create = {
    method: 'POST',
    url: `${gateway.url}${API}/payments`,
    headers: apiHeaders('POST', gateway.key),
    lines: [PAYMENT_BODY],
  } as const;
  const ids = await createSome(create, 'transaction_id');
  return {
    name: engine === 'sqlite' ? 'Peye, SQLite' : 'Peye, PostgreSQL',
    keeps: 'durable',
    create,
    read: { ...create, method: 'GET', url: gateway.url, lines: ids.map((id) => `${API}/payments/${id}`) },
  };
}

/** Installs the peers into a folder that this project's packages do not share, without running their scripts. */
function install(peers: readonly Peer[]): void {
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const packages = peers.map((peer) => `${peer.package}@${peer.version}`);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function startPeer(peer: Peer): Promise<Contestant> {
  const port = await freePort();
  const own = join(folder, `run-${peer.package}`);
  mkdirSync(own);
  writeFileSync(join(own, 'db.json'), '{"payments": []}');
  const store = peer.needsPostgres ? await emptyStore('postgres') : undefined;
  if (store) opened.defer(store.drop);
  const { program, args, env } = peer.start({ port, folder: own, databaseUrl: store?.settings.DATABASE_URL });
  const command = [join(folder, 'node_modules', peer.package, program), ...args];
  const preload = join(ROOT, 'bench/peers/loopback-only.ts');
  const url = `http://127.0.0.1:${port}`;
  const server = await startProcess([process.execPath, '--import', preload, ...command], {
    ...(env && { env }),
    readyUrl: url,
    isReadyBy: 'any response',
    logFile: join(own, 'log'),
  });
  opened.defer(server.stop);
  const create = {
    method: 'POST',
    url: `${url}${peer.createPath}`,
    headers: peer.headers,
    lines: [peer.createBody],
  } as const;
  const ids = await createSome(create, peer.idMember);
  const read = { ...create, method: 'GET', url, lines: ids.map(peer.readPath) } as const;
  return { name: `${peer.name} ${peer.version}`, keeps: peer.keeps, create, read };
}

/** Creates objects for the reads, and makes sure that each response has the id of a created object. */
async function createSome({ url, headers, lines }: Load, idMember: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < TO_READ; n++) {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: lines[0]!.replace(PLACEHOLDER, `prepared-${n}`),
    });
    const text = await response.text();
    const id = response.ok ? JSON.parse(text)[idMember] : undefined;
    if (id === undefined) throw new Error(`${url} responded ${response.status}: ${text.slice(0, 200)}`);
    ids.push(String(id));
  }
  return ids;
}

async function measure(contestants: readonly Contestant[]): Promise<(Bars & { p99: readonly string[] })[]> {
  const generator = findLoadGenerator();
  const failures: string[] = [];
  const run = (name: string, load: Load) => async (seconds: number) =>
    runLoad(generator, load, { connections: CONNECTIONS, seconds }).catch((error: Error) => {
      failures.push(`${name}: ${error.message}`);
      return undefined;
    });
  const pace = options.quick ? QUICK : PACE;
  const results = [];
  for (const kind of ['read', 'create'] as const)
    results.push(
      await alternate(
        contestants.map((each) => run(each.name, each[kind])),
        pace,
      ),
    );
  const [read, created] = results;
  for (const failure of new Set(failures)) console.error(failure);
  return contestants.map(({ name, keeps }, index) => {
    const both = [created![index]!, read![index]!];
    return { label: name, note: keeps, values: both.map(perSecond), p99: both.map(p99) };
  });
}

/** Undefined when a round failed, because a figure of the other rounds alone would be too good. */
function perSecond(rounds: readonly (LoadResult | undefined)[]): number | undefined {
  const whole = rounds.filter((round) => round !== undefined);
  return whole.length < rounds.length ? undefined : median(whole.map((round) => round.perSecond));
}

function p99(rounds: readonly (LoadResult | undefined)[]): string {
  const whole = rounds.filter((round) => round !== undefined);
  return whole.length < rounds.length ? '' : `${median(whole.map((round) => round.p99Ms)).toFixed(1)} ms`;
}

function table(rows: readonly (Bars & { p99: readonly string[] })[]): string {
  const head = ['', 'What it keeps', 'Creations a second', 'p99', 'Reads a second', 'p99'];
  const count = (value: number | undefined) =>
    value === undefined ? 'failed' : Math.round(value).toLocaleString('en');
  const body = rows.map(({ label, note, values, p99: [create, read] }) => [
    label,
    note,
    count(values[0]),
    create!,
    count(values[1]),
    read!,
  ]);
  return aligned([head, head.map(() => ''), ...body]);
}
