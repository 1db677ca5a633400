import { spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Engine } from '../../test/support/engines.ts';
import { startServices } from '../../test/support/services/services.ts';
import { enginesOf, readCommandLine } from '../command-line.ts';
import { ROOT } from '../processes/start-process.ts';
import { median } from '../rounds.ts';
import { type DiskUse, measureDisk } from './disk-use.ts';
import { dropFilledStore, type FilledStore, openFilledStore } from './filled-store.ts';
import { growthChart } from './growth-chart.ts';
import { growthOf, markdownGrowth, type SingleFigure } from './growth-report.ts';
import { type GrowthLine, measureGrowth } from './measure-growth.ts';
import { measureMigration } from './measure-migration.ts';
import { type MeasuredStore, serveStore } from './measured-store.ts';

const USAGE = `npm run bench:growth -- [--sizes N,…] [--engine sqlite|postgres] [--keep FOLDER] [--samples N] [--only WORDS]
                        [--doctor] [--fill] [--drop] [--json] [--charts FOLDER]

Fills stores of 10,000, 1,000,000 and 10,000,000 payments, and measures every endpoint, page and operator query on each in turn.
PostgreSQL is TEST_DATABASE_URL or, where it is installed, a server of the bench's own.

  --sizes    other sizes, the smallest first: the others are compared with it
  --keep     where filled stores stay (of PostgreSQL in databases of TEST_DATABASE_URL, called peye_growth_…) and found
             again; an interrupted filling resumes. Without it they are deleted
  --samples  how often each operation is measured at each size
  --only     the operations whose names match this regular expression
  --doctor   times "peye doctor" too, which reads every page of an embedded store: on a slow disk that takes minutes
  --fill     fills the stores and measures nothing
  --drop     deletes the stores of these sizes from earlier runs, and does nothing else
  --charts   writes growth-sqlite.svg and growth-postgres.svg there

At 910 bytes per payment, ten million take 9 GB on SQLite and 13 GB on PostgreSQL, and the filling of each about twenty minutes
on two cores.
`;
const STARTS = 5;

const options = readOptions();
const isServerGiven = Boolean(process.env.TEST_DATABASE_URL);
const services = options.engines.includes('postgres') ? await startServices(say, true) : undefined;
Object.assign(process.env, services?.env);
try {
  if (options.keep !== undefined && services && !isServerGiven)
    say(
      'PostgreSQL is a server of this run: what is filled there is deleted at the end. Set TEST_DATABASE_URL to keep it.',
    );
  await run();
} finally {
  await services?.stop();
}

async function run(): Promise<void> {
  const lines: GrowthLine[] = [];
  const disk: DiskUse[] = [];
  const figures: SingleFigure[] = [];
  for (const engine of options.engines) {
    if (engine === 'postgres' && !process.env.TEST_DATABASE_URL) {
      say('PostgreSQL was not measured: it is not installed, and TEST_DATABASE_URL is not set');
      continue;
    }
    if (options.drop) {
      for (const size of options.sizes)
        await dropFilledStore(engine, { payments: size, copies: copiesOf(size) }, options.keep!);
      continue;
    }
    const measured = await measureEngine(engine);
    lines.push(...measured.lines);
    disk.push(...measured.disk);
    figures.push(...measured.figures);
    if (options.charts === undefined || measured.lines.length === 0) continue;
    mkdirSync(options.charts, { recursive: true });
    writeFileSync(join(options.charts, `growth-${engine}.svg`), growthChart(engine, measured.lines));
  }
  if (lines.length === 0) return;
  const report = { machine: machine(), lines, disk, figures };
  console.log(options.json ? JSON.stringify(report, null, 2) : markdownGrowth(report));
  const over = lines.filter((line) => !growthOf(line).isMet);
  say(over.length === 0 ? 'every operation is within its goals' : `over a goal: ${over.map(nameOf).join('; ')}`);
}

/** Large stores are mostly copies: copies are written several times as fast. */
function copiesOf(size: number): number {
  return size >= 1_000_000 ? 9 : 0;
}

async function measureEngine(engine: Engine) {
  const filled: FilledStore[] = [];
  const serving: MeasuredStore[] = [];
  const disk: DiskUse[] = [];
  const figures: SingleFigure[] = [];
  let lines: GrowthLine[] = [];
  try {
    for (const size of options.sizes) {
      const store = await openFilledStore(engine, size, { keep: options.keep, copies: copiesOf(size), say });
      filled.push(store);
      const note = (what: string, value: string) => figures.push({ engine, payments: size, what, value });
      if (store.fillSeconds !== undefined) note('filling', `${store.fillSeconds.toFixed(0)} s`);
      if (options.fill) continue;
      disk.push(...(await measureDisk(store)));
      const { name, ms } = await measureMigration(store);
      note(`migration ${name}`, `${(ms / 1000).toFixed(2)} s`);
      if (options.doctor) note('doctor', `${(measureDoctor(store) / 1000).toFixed(2)} s`);
      await warm(store);
      const served = await serveStore(store, STARTS);
      serving.push(served);
      note('start to ready', `${median(served.readyMs).toFixed(0)} ms`);
    }
    if (!options.fill) lines = await measureGrowth(serving, { samples: options.samples, only: options.only, say });
  } finally {
    for (const store of serving) await store.stop();
    for (const store of filled.slice(serving.length)) await store.close();
  }
  return { lines, disk, figures };
}

/** Reads an embedded store once from its beginning to its end, so that the operating system has as much of it in memory as fits. */
async function warm({ engine, folder }: FilledStore): Promise<void> {
  if (engine !== 'sqlite') return;
  await finished(createReadStream(join(folder, 'peye.db'), { highWaterMark: 2 ** 20 }).resume());
}

/** How long `peye doctor` takes, milliseconds. It reads every page of an embedded store, so its time grows with the store. */
function measureDoctor({ settings, folder }: FilledStore): number {
  const startedAt = performance.now();
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings };
  const { stdout } = spawnSync(join(ROOT, 'bin/peye'), ['doctor', '--json'], { cwd: folder, env, encoding: 'utf8' });
  if (!stdout.includes('"checks"')) throw new Error('the doctor printed nothing');
  return performance.now() - startedAt;
}

function readOptions() {
  const options = {
    sizes: { type: 'string', default: '10000,1000000,10000000' },
    engine: { type: 'string' },
    keep: { type: 'string' },
    samples: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    doctor: { type: 'boolean', default: false },
    fill: { type: 'boolean', default: false },
    drop: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    charts: { type: 'string' },
  } as const;
  return readCommandLine(USAGE, options, (values) => {
    const engines = enginesOf(values.engine);
    const sizes = values.sizes.split(',').map(Number);
    const samples = Number(values.samples);
    if (!sizes.every((size, index) => Number.isSafeInteger(size) && size >= 1_000 && size > (sizes[index - 1] ?? 0)))
      throw new Error('--sizes takes whole numbers from 1000, the smallest first');
    if (!(Number.isSafeInteger(samples) && samples > 0)) throw new Error('--samples takes a whole number from 1');
    if (values.drop && values.keep === undefined) throw new Error('--drop needs the folder of --keep');
    const keep = values.keep === undefined ? undefined : resolve(values.keep);
    return { ...values, engines, sizes, samples, keep, only: new RegExp(values.only) };
  });
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

function nameOf({ engine, operation }: GrowthLine): string {
  return `${engine}, ${operation}`;
}

/** Describes the machine and its other load, without which the figures have no meaning. */
function machine(): string {
  const load = loadavg()[0]?.toFixed(1);
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load average ${load}`;
}
