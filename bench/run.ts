import { statfsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { startServices } from '../test/support/services/services.ts';
import { checkBench } from './check.ts';
import { enginesOf, readCommandLine } from './command-line.ts';
import { measureDeliveries } from './deliveries.ts';
import { LINES, type Scenario } from './goals.ts';
import { findLoadGenerator, type LoadGenerator } from './load/run-load.ts';
import { type Measurement, markdownReport, ratioText } from './report.ts';
import { measureStart } from './start-up.ts';
import { measureThroughput } from './throughput.ts';

const SCENARIOS = Object.keys(LINES) as Scenario[];
const PARTS = ['start', 'throughput', 'deliveries'] as const;
const USAGE = `npm run bench -- [--quick] [--json] [--only PART,…] [--engine sqlite|postgres] [--generator wrk|autocannon]
                 [--against FOLDER] [--check]

Measures the gateway against the goals of bench/goals.ts: its start, requests a second against a bare server and pgbench, and
webhook deliveries. PostgreSQL is TEST_DATABASE_URL or, where it is installed, a server of the bench's own.

  --quick    three rounds of a second instead of five of two
  --only     ${PARTS.join(', ')}, or one of ${SCENARIOS.join(', ')}
  --against  the folder of another checkout with its packages: its gateway takes turns with this one's
  --check    the short form: whether everything can be measured, and no ratio fell below half its goal

bench/README.md says what each figure means.
`;
const FULL = {
  rounds: 5,
  seconds: 2,
  warmUpSeconds: 2,
  starts: 5,
  idleSeconds: 60,
  backlog: 20_000,
  idlePayments: 500,
  loadSeconds: 5,
};
const QUICK = {
  rounds: 3,
  seconds: 1,
  warmUpSeconds: 1,
  starts: 1,
  idleSeconds: 60,
  backlog: 5_000,
  idlePayments: 200,
  loadSeconds: 2,
};
const TMPFS = 0x01021994;

const options = readOptions();
const services = await startServices((line) => console.error(line), true);
Object.assign(process.env, services.env);
try {
  const { measurements, tooLow } = await measure();
  if (options.json)
    console.log(JSON.stringify({ machine: machine(), generator: options.generator, measurements }, null, 2));
  else console.log(`${machine()}, load by ${options.generator}\n\n${markdownReport(measurements)}`);
  for (const line of tooLow)
    console.error(
      `too low: ${line.engine}, ${line.operation}: ${ratioText(line.ratio!)}, the goal is ${line.goal!.atLeast}`,
    );
  if (tooLow.length > 0) process.exitCode = 1;
} finally {
  await services.stop();
}

async function measure(): Promise<{ measurements: Measurement[]; tooLow: Measurement[] }> {
  const { generator, against } = options;
  const pace = options.quick ? QUICK : FULL;
  const measurements: Measurement[] = [];
  const tooLow: Measurement[] = [];
  for (const engine of options.engines) {
    if (engine === 'postgres' && !process.env.TEST_DATABASE_URL) {
      console.error('PostgreSQL was not measured: it is not installed, and TEST_DATABASE_URL is not set');
    } else if (options.check) {
      const checked = await checkBench(engine, generator);
      measurements.push(...checked.measurements);
      tooLow.push(...checked.tooLow);
    } else {
      if (options.has('start')) measurements.push(...(await measureStart(engine, pace)));
      const scenarios = SCENARIOS.filter((name) => options.has('throughput') || options.has(name));
      if (scenarios.length > 0)
        measurements.push(...(await measureThroughput(engine, { generator, pace, scenarios, isWhole: true, against })));
      if (options.has('deliveries')) measurements.push(...(await measureDeliveries(engine, pace)));
    }
  }
  return { measurements, tooLow };
}

function readOptions() {
  const options = {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: PARTS.join() },
    engine: { type: 'string' },
    generator: { type: 'string', default: findLoadGenerator() },
    against: { type: 'string' },
  } as const;
  return readCommandLine(USAGE, options, (values) => {
    const engines = enginesOf(values.engine);
    const only = values.only.split(',');
    const unknown = only.find((name) => ![...PARTS, ...SCENARIOS].some((known) => known === name));
    const against = values.against === undefined ? undefined : resolve(values.against);
    if (unknown !== undefined) throw new Error(`no part is called ${unknown}`);
    if (!['wrk', 'autocannon'].includes(values.generator))
      throw new Error(`no generator is called ${values.generator}`);
    const has = (name: (typeof PARTS)[number] | Scenario) => only.includes(name);
    return { ...values, engines, has, against, generator: values.generator as LoadGenerator };
  });
}

/** Describes the machine, its other load, and the place of the stores, without which the figures have no meaning. */
function machine(): string {
  const load = loadavg()[0]?.toFixed(1);
  const place = statfsSync(tmpdir()).type === TMPFS ? 'in memory' : 'on disk';
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load average ${load}, stores ${place}`;
}
