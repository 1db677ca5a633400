import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startServices } from '../test/support/services/services.ts';
import { measureDeliveries } from './deliveries.ts';
import { findLoadGenerator, type LoadGenerator } from './load/run-load.ts';
import { type Measurement, markdownTable } from './report.ts';
import { measureScale } from './scale.ts';
import { measureStart } from './start-up.ts';
import { measureThroughput } from './throughput.ts';

const USAGE = `npm run bench -- [--quick] [--json] [--only start|throughput|deliveries] [--engine sqlite|postgres] [--generator wrk|autocannon] [--scale PAYMENTS]

Measures the gateway, with its log on and its limits off: its start, requests a second against a bare server and pgbench, and
webhook deliveries; with --scale, the queries behind lists, feed and lookups in a store of that many payments against one
of 10,000. PostgreSQL is TEST_DATABASE_URL or, where it is
installed, a server of the bench's own.
`;
const FULL = { rounds: 5, seconds: 2, warmUpSeconds: 2, starts: 5, backlog: 20_000, idlePayments: 500, loadSeconds: 5 };
const QUICK = { rounds: 3, seconds: 1, warmUpSeconds: 1, starts: 1, backlog: 5_000, idlePayments: 200, loadSeconds: 2 };
const PARTS = ['start', 'throughput', 'deliveries'] as const;

const options = readOptions();
const services = await startServices((line) => console.error(line));
Object.assign(process.env, services.env);
try {
  const measurements = await measure();
  if (options.json)
    console.log(JSON.stringify({ machine: machine(), generator: options.generator, measurements }, null, 2));
  else console.log(`${machine()}, load by ${options.generator}\n\n${markdownTable(measurements)}`);
} finally {
  await services.stop();
}

async function measure(): Promise<Measurement[]> {
  const pace = options.quick ? QUICK : FULL;
  const all: Measurement[] = [];
  for (const engine of options.engines) {
    if (engine === 'postgres' && !process.env.TEST_DATABASE_URL) {
      console.error('PostgreSQL was not measured: it is not installed, and TEST_DATABASE_URL is not set');
    } else if (options.scale !== undefined) {
      all.push(...(await measureScale(engine, options.scale, options.quick ? 100 : undefined)));
    } else {
      if (options.parts.includes('start')) all.push(...(await measureStart(engine, pace.starts)));
      if (options.parts.includes('throughput')) all.push(...(await measureThroughput(engine, options.generator, pace)));
      if (options.parts.includes('deliveries')) all.push(...(await measureDeliveries(engine, pace)));
    }
  }
  return all;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        engine: { type: 'string' },
        generator: { type: 'string', default: findLoadGenerator() },
        scale: { type: 'string' },
      },
    });
    const engines = (['sqlite', 'postgres'] as const).filter((name) => !values.engine || values.engine === name);
    const parts = PARTS.filter((name) => !values.only || values.only === name);
    const scale = values.scale === undefined ? undefined : Number(values.scale);
    if (engines.length === 0) throw new Error(`no engine is called ${values.engine}`);
    if (parts.length === 0) throw new Error(`no part is called ${values.only}`);
    if (!['wrk', 'autocannon'].includes(values.generator))
      throw new Error(`no generator is called ${values.generator}`);
    if (scale !== undefined && !(Number.isSafeInteger(scale) && scale >= 10_000))
      throw new Error('--scale takes a whole number from 10000');
    return { ...values, engines, parts, scale, generator: values.generator as LoadGenerator };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

/** Figures mean nothing without the machine they are from, and how busy it was with other things. */
function machine(): string {
  const load = loadavg()[0]?.toFixed(1);
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load average ${load}`;
}
