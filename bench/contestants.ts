import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../test/support/gateway.ts';
import { isCreation, type Scenario } from './goals.ts';
import { type Load, type LoadGenerator, type LoadResult, runLoad } from './load/run-load.ts';
import { runPgbench } from './pgbench.ts';
import { endedChildrenCpuUs } from './processes/cpu-time.ts';
import { FOLDER, startProcess } from './processes/start-process.ts';
import { type FilledGateway, loadOf, sampleOf } from './scenarios.ts';

/** The load of a contestant: the requests of a scenario, sent by a generator on a number of connections. */
export interface ScenarioLoad {
  readonly scenario: Scenario;
  readonly generator: LoadGenerator;
  readonly connections: number;
}

/** One round of one contestant. */
export interface Round extends LoadResult {
  /** Processor time of the measured server, and of PostgreSQL, for a request, microseconds; undefined where it is not known. */
  readonly cpuUs: number | undefined;
  readonly databaseCpuUs: number | undefined;
}

/** A server or program that is measured in turn with others, round by round. */
export interface Contestant {
  readonly name: string;
  run(seconds: number): Promise<Round>;
}

type Meter = () => number | undefined;
const unknown: Meter = () => undefined;

/**
 * A gateway under the load of a scenario. Creations are also counted in its store, unless it has none: a response without a stored payment
 * must not count.
 */
export function gatewayContestant(name: string, gateway: FilledGateway, load: ScenarioLoad): Contestant {
  const run = metered(load, loadOf(load.scenario, gateway), gateway.cpuUs, gateway.databaseCpuUs);
  if (gateway.isWithoutStore || !isCreation(load.scenario)) return { name, run };
  return {
    name,
    async run(seconds) {
      const before = await countPayments(gateway);
      const result = await run(seconds);
      const stored = (await countPayments(gateway)) - before;
      // Requests in flight at the end of the round were stored, but their responses were not read.
      if (stored < result.requests || stored > result.requests + load.connections)
        throw new Error(`${result.requests} creations got a response, but ${stored} payments were stored`);
      return result;
    },
  };
}

/**
 * A bare server that sends the gateway's own responses under the same load; `close` ends it.
 *
 * @param mode with `serialise` it builds its response text for each request
 */
export async function bareContestant(
  name: string,
  gateway: FilledGateway,
  load: ScenarioLoad,
  mode?: 'serialise',
): Promise<Contestant & { close(): Promise<void> }> {
  const { scenario } = load;
  const sample = await sampleOf(scenario, gateway);
  const file = join(gateway.folder, `sample-${scenario}.json`);
  writeFileSync(file, JSON.stringify(sample));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = [process.execPath, join(FOLDER, 'bare-server.ts'), String(port), file] as const;
  const server = await startProcess([...script, ...(mode ? [mode] : [])], {
    readyUrl: url,
    logFile: join(gateway.folder, 'bare.log'),
  });
  const same = await sampleOf(scenario, gateway, url);
  if (same.body !== sample.body || Object.keys(same.headers).join() !== Object.keys(sample.headers).join())
    throw new Error(`${scenario}: the bare server gives other bytes`);
  return { name, run: metered(load, loadOf(scenario, gateway, url), server.cpuUs), close: server.stop };
}

/** pgbench, which inserts one of the gateway's own rows into the gateway's table again and again. */
export async function pgbenchContestant(program: string, gateway: FilledGateway, clients: number): Promise<Contestant> {
  const [row] = await gateway.query(`SELECT * FROM payments WHERE id = ${gateway.ids[0]}`);
  return {
    name: `pgbench, ${clients} clients`,
    async run(seconds) {
      // pgbench is the load generator and the client in one.
      const before = { client: endedChildrenCpuUs(), database: gateway.databaseCpuUs() };
      const databaseUrl = gateway.settings.DATABASE_URL!;
      const perSecond = await runPgbench(program, {
        databaseUrl,
        row: row!,
        clients,
        seconds,
        folder: gateway.folder,
      });
      const requests = perSecond * seconds;
      return {
        requests,
        perSecond,
        p50Ms: 0,
        p99Ms: 0,
        refused: 0,
        cpuUs: each(requests, before.client, endedChildrenCpuUs()),
        databaseCpuUs: each(requests, before.database, gateway.databaseCpuUs()),
        generatorCpuUs: each(requests, before.client, endedChildrenCpuUs()),
      };
    },
  };
}

/** The number of payments in the store, read directly and not through the gateway. */
export async function countPayments({ query }: Pick<FilledGateway, 'query'>): Promise<number> {
  return Number((await query('SELECT count(*) AS n FROM payments'))[0]!.n);
}

function metered(
  { generator, connections }: ScenarioLoad,
  load: Load,
  cpu: Meter,
  database: Meter = unknown,
): Contestant['run'] {
  return async (seconds) => {
    const before = { cpu: cpu(), database: database() };
    const result = await runLoad(generator, load, { connections, seconds });
    return {
      ...result,
      cpuUs: each(result.requests, before.cpu, cpu()),
      databaseCpuUs: each(result.requests, before.database, database()),
    };
  };
}

function each(requests: number, before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : (after - before) / requests;
}
