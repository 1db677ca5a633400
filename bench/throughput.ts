import { availableParallelism } from 'node:os';
import type { Engine } from '../test/support/engines.ts';
import {
  bareContestant,
  type Contestant,
  countPayments,
  gatewayContestant,
  pgbenchContestant,
  type Round,
} from './contestants.ts';
import {
  CROWDED_GOALS,
  GOALS,
  type Goal,
  isCreation,
  LINES,
  MAIN_SCENARIOS,
  RATIO_GOALS,
  type Scenario,
} from './goals.ts';
import type { LoadGenerator } from './load/run-load.ts';
import { findPgbench } from './pgbench.ts';
import type { Measurement } from './report.ts';
import { alternate, median, spread } from './rounds.ts';
import { type FilledGateway, PREPARED_PAYMENTS, withPayments } from './scenarios.ts';
import { type BenchGatewayOptions, DEFAULTS, startBenchGateway, UNLIMITED } from './start-bench-gateway.ts';

/** The scenarios that are also measured with the log on and limits counted. */
const WITH_DEFAULTS: readonly Scenario[] = ['post', 'get', 'list', 'e404'];
const CONNECTIONS = 32;
/** The main scenarios are also measured with this number of connections. */
const MANY_CONNECTIONS = 128;

export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface ThroughputOptions {
  readonly generator: LoadGenerator;
  readonly pace: Pace;
  readonly scenarios: readonly Scenario[];
  /**
   * Whether the gateway is also compared with one that has the default log and limits and with one without a store, and measured with many
   * connections.
   */
  readonly isWhole: boolean;
  /** The folder of another checkout, whose gateway takes its turn as well. */
  readonly against?: string | undefined;
  /** Whether the ratios are good enough; when they are not, the scenario is measured again, at `pace`. */
  readonly secondTry?: { readonly isEnough: (line: Measurement) => boolean; readonly pace: Pace };
}

/** The gateways of one engine that take turns, each on its own store. */
interface Gateways {
  readonly plain: FilledGateway;
  /** Responds to all but one request a minute with 429. */
  readonly limited: FilledGateway | undefined;
  readonly defaults: FilledGateway | undefined;
  /** Without a store: the ceiling of what a faster store could reach. */
  readonly ceiling: FilledGateway | undefined;
  readonly other: FilledGateway | undefined;
}

/** A contestant that takes turns with the gateway in one scenario, and is compared with it. */
interface Line {
  readonly contestant: Contestant;
  readonly goal?: Goal | undefined;
  /** Whether the ratio is that of the contestant to the gateway. By default it is that of the gateway to the contestant. */
  readonly isRatioToGateway?: boolean;
}

/** Measures requests a second on one engine, scenario by scenario, and compares them with a server without a store. */
export async function measureThroughput(engine: Engine, options: ThroughputOptions): Promise<Measurement[]> {
  await using opened = new AsyncDisposableStack();
  const open = async (start: BenchGatewayOptions = {}) => {
    const gateway = await startBenchGateway(engine, start);
    opened.defer(gateway.stop);
    return gateway;
  };
  const filled = async (start?: BenchGatewayOptions) => withPayments(await open(start));
  const gateways: Gateways = {
    plain: await filled(),
    limited: options.scenarios.includes('e429')
      ? { ...(await open({ settings: { ...UNLIMITED, RATE_LIMIT_PER_MINUTE: '1' } })), ids: ['123456789012345'] }
      : undefined,
    defaults: options.isWhole ? await filled({ settings: DEFAULTS }) : undefined,
    ceiling: options.isWhole ? await filled({ storedPayments: PREPARED_PAYMENTS }) : undefined,
    other: options.against ? await filled({ checkout: options.against }) : undefined,
  };
  const { plain } = gateways;
  const before = { bytes: await plain.storeBytes(), payments: await countPayments(plain) };
  const lines: Measurement[] = [];
  for (const scenario of options.scenarios) {
    lines.push(...(await measureScenario(engine, { scenario, connections: CONNECTIONS }, gateways, options)));
    if (options.isWhole && MAIN_SCENARIOS.includes(scenario))
      lines.push(...(await measureScenario(engine, { scenario, connections: MANY_CONNECTIONS }, gateways, options)));
  }
  const created = (await countPayments(plain)) - before.payments;
  if (created > 0) {
    const each = ((await plain.storeBytes()) - before.bytes) / created;
    lines.push({
      operation: 'disk for a payment',
      engine,
      value: `${each.toFixed(0)} B`,
      baseline: `${created} payments`,
    });
  }
  lines.push({ operation: 'memory after the load', engine, value: `${plain.residentMb().toFixed(0)} MB` });
  return lines;
}

async function measureScenario(
  engine: Engine,
  { scenario, connections }: { scenario: Scenario; connections: number },
  gateways: Gateways,
  options: ThroughputOptions,
): Promise<Measurement[]> {
  await using opened = new AsyncDisposableStack();
  const main = scenario === 'e429' ? gateways.limited! : gateways.plain;
  const at = { scenario, connections, generator: options.generator };
  const isCrowded = connections > CONNECTIONS;
  const goal = (isCrowded ? CROWDED_GOALS : RATIO_GOALS)[engine][scenario];
  const bare = async (name: string, mode?: 'serialise') => {
    const contestant = await bareContestant(name, main, at, mode);
    opened.defer(contestant.close);
    return contestant;
  };
  const isList = scenario === 'list';
  const lines: Line[] = [{ contestant: await bare('bare node:http', isList ? 'serialise' : undefined), goal }];
  if (isList) lines.push({ contestant: await bare('bare node:http, a constant text') });
  const pgbench = engine === 'postgres' && isCreation(scenario) ? findPgbench() : undefined;
  if (pgbench) lines.push({ contestant: await pgbenchContestant(pgbench, main, connections), goal: GOALS.pgbench });
  if (gateways.ceiling && MAIN_SCENARIOS.includes(scenario))
    lines.push({ contestant: gatewayContestant('gateway without a store', gateways.ceiling, at) });
  if (gateways.defaults && !isCrowded && WITH_DEFAULTS.includes(scenario)) {
    const contestant = gatewayContestant('log and limits on', gateways.defaults, at);
    lines.push({ contestant, goal: GOALS.defaults, isRatioToGateway: true });
  }
  if (gateways.other && scenario !== 'e429')
    lines.push({ contestant: gatewayContestant(`gateway of ${options.against}`, gateways.other, at) });

  const operation = isCrowded ? `${LINES[scenario]}, ${connections} connections` : LINES[scenario];
  const runs = [gatewayContestant('gateway', main, at), ...lines.map((line) => line.contestant)].map(
    (each) => each.run,
  );
  const measure = async (pace: Pace) => {
    const [own, ...others] = await alternate(runs, pace);
    return lines.map((line, index) => measurement(engine, operation, own!, others[index]!, line));
  };
  const measured = await measure(options.pace);
  const { secondTry } = options;
  if (!secondTry || measured.every(secondTry.isEnough)) return measured;
  // Awaited here, so that the servers run until the measurement is over.
  return await measure(secondTry.pace);
}

function measurement(
  engine: Engine,
  operation: string,
  own: readonly Round[],
  others: readonly Round[],
  { contestant, goal, isRatioToGateway }: Line,
): Measurement {
  const [measured, baseline] = isRatioToGateway ? [others, own] : [own, others];
  return {
    operation: isRatioToGateway ? `${operation}, ${contestant.name}` : operation,
    engine,
    value: `${perSecond(measured)}/s`,
    p50Ms: median(measured.map((round) => round.p50Ms)),
    p99Ms: median(measured.map((round) => round.p99Ms)),
    ...cpuOf(measured),
    baseline: `${isRatioToGateway ? 'without' : contestant.name}: ${perSecond(baseline)}/s${baselineText(baseline)}`,
    ratio: spread(measured.map((round, index) => round.perSecond / baseline[index]!.perSecond)),
    cpuRatio: median(baseline.map((round, index) => totalCpuUs(round) / totalCpuUs(measured[index]!))),
    ...(goal && { goal }),
    loadShare: median(measured.map(loadShare)),
  };
}

function perSecond(rounds: readonly Round[]): number {
  return Math.round(median(rounds.map((round) => round.perSecond)));
}

/** Processor time of the gateway and, after a plus, of PostgreSQL. */
function cpuOf(rounds: readonly Round[]): { cpuUs?: string } {
  const of = (pick: (round: Round) => number | undefined) => {
    const known = rounds.map(pick).filter((us) => us !== undefined);
    return known.length === 0 ? [] : [median(known).toFixed(0)];
  };
  const parts = [...of((round) => round.cpuUs), ...of((round) => round.databaseCpuUs)];
  return parts.length === 0 ? {} : { cpuUs: parts.join(' + ') };
}

function totalCpuUs({ cpuUs, databaseCpuUs = 0 }: Round): number {
  return cpuUs === undefined ? Number.NaN : cpuUs + databaseCpuUs;
}

function baselineText(rounds: readonly Round[]): string {
  const { cpuUs } = cpuOf(rounds);
  return `${cpuUs === undefined ? '' : `, ${cpuUs} µs`}, load ${(100 * median(rounds.map(loadShare))).toFixed(0)} %`;
}

/** The load generator's part of all processors. */
function loadShare({ generatorCpuUs, perSecond }: Round): number {
  return ((generatorCpuUs ?? 0) * perSecond) / 1e6 / availableParallelism();
}
