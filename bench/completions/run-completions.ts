import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Engine } from '../../test/support/engines.ts';
import { API } from '../../test/support/gateway.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { onEachEngine } from '../on-each-engine.ts';
import { paymentBody } from '../payment-bodies.ts';
import { ROOT } from '../processes/start-process.ts';
import { alternate, median, spread } from '../rounds.ts';
import { type BenchGateway, startBenchGateway } from '../start-bench-gateway.ts';

const USAGE = `npm run bench:completions -- [--rounds N] [--payments N] [--engine sqlite|postgres] [--against FOLDER]

What the completion of a payment costs: a gateway with a fee rule takes turns with one without, and with that of another checkout, which gets
the same rule if it has fees.

  --rounds    how many (8)
  --payments  completed in each round (1500)
  --against   the folder of another checkout with its packages, an earlier one for example
`;
const AT_ONCE = 32;
const agent = new Agent({ keepAlive: true });

/** What one completion took in a round, microseconds of time and of the processor. */
interface Round {
  readonly us: number;
  readonly cpuUs: number;
  readonly databaseCpuUs: number;
}

const options = readCommandLine(
  USAGE,
  {
    rounds: { type: 'string', default: '8' },
    payments: { type: 'string', default: '1500' },
    engine: { type: 'string' },
    against: { type: 'string' },
  },
  (values) => ({
    ...positive(values, ['rounds', 'payments']),
    engines: enginesOf(values.engine),
    against: values.against,
  }),
);
await onEachEngine(options.engines, measure);

/** Prints the time and the processor time of a completion in each gateway. */
async function measure(engine: Engine): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const open = async (checkout = ROOT): Promise<BenchGateway> => {
    const gateway = await startBenchGateway(engine, { checkout });
    opened.defer(gateway.stop);
    // Otherwise payments would be added up only five minutes after the first start.
    await change(engine, gateway, 'UPDATE payment_sums_state SET begins_at_us = 1, next_id = NULL');
    return gateway;
  };
  const charged = await open();
  await setFee(engine, charged);
  const others = [{ name: 'without a rule', gateway: await open() }];
  if (options.against !== undefined) {
    const gateway = await open(options.against);
    const hasFees = await setFee(engine, gateway, options.against).then(
      () => true,
      () => false,
    );
    others.push({ name: `${options.against}${hasFees ? ' with a fee' : ', which has no fees'}`, gateway });
  }
  const runs = [charged, ...others.map(({ gateway }) => gateway)].map((gateway) => () => completeMany(gateway));
  const [own = [], ...baselines] = await alternate(runs, { rounds: options.rounds, seconds: 0, warmUpSeconds: 1 });
  const [fees] = await charged.query("SELECT COUNT(*) AS n FROM postings WHERE entry LIKE 'fee:%' AND line = 1");
  if (Number(fees?.n) < options.rounds * options.payments) throw new Error(`only ${fees?.n} fees were posted`);
  for (const [at, { name }] of others.entries()) report(engine, name, own, baselines[at] ?? []);
}

/** Sets a fee rule that counts at once: otherwise it would in three minutes. */
async function setFee(engine: Engine, gateway: BenchGateway, checkout = ROOT): Promise<void> {
  const { settings, folder, query } = gateway;
  const [website] = await query('SELECT id FROM websites');
  const scope = ['--website', String(website?.id), '--mode', 'test', '--method', 'moncash', '--currency', 'HTG'];
  const rule = ['fees', 'set', ...scope, '--percent', '2.9', '--fixed', '5'];
  await promisify(execFile)(join(checkout, 'bin/peye'), rule, {
    env: { PATH: process.env.PATH, ...settings },
    cwd: folder,
  });
  await change(engine, gateway, 'UPDATE fee_rules SET valid_from_us = 1, set_at_us = 0');
}

async function change(engine: Engine, { folder, query }: BenchGateway, sql: string): Promise<void> {
  if (engine === 'postgres') await query(sql);
  else new DatabaseSync(join(folder, 'peye.db'), { timeout: 5_000 }).exec(sql);
}

/** Creates payments, which is not measured, and completes them. */
async function completeMany(gateway: BenchGateway): Promise<Round> {
  const { api, cpuUs, databaseCpuUs } = gateway;
  const ids = await many(
    Array.from({ length: options.payments }, (_, at) => at),
    async (at) => {
      const { json, text } = await api.post('/payments', paymentBody(at));
      if (!json?.transaction_id) throw new Error(`a creation failed: ${text}`);
      return json.transaction_id as string;
    },
  );
  const startedAt = performance.now();
  const [cpu, database] = [cpuUs() ?? 0, databaseCpuUs() ?? 0];
  await many(ids, (id) => complete(gateway, id));
  return {
    us: ((performance.now() - startedAt) * 1_000) / ids.length,
    cpuUs: ((cpuUs() ?? 0) - cpu) / ids.length,
    databaseCpuUs: ((databaseCpuUs() ?? 0) - database) / ids.length,
  };
}

/** Completes a payment. `fetch` would take more processor time than the gateway, and the completions would not run together. */
function complete({ url, key }: BenchGateway, id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = `${url}${API}/test_helpers/payments/${id}/complete`;
    const sent = request(path, { agent, method: 'POST', headers: { 'x-api-key': key } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`a completion got ${response.statusCode}`));
      });
    });
    sent.on('error', reject).end();
  });
}

async function many<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const workOn = async () => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
  return results;
}

function report(engine: Engine, name: string, own: readonly Round[], baseline: readonly Round[]): void {
  const cpu = ({ cpuUs, databaseCpuUs }: Round) => cpuUs + databaseCpuUs;
  const ratio = (of: (round: Round) => number) => {
    const { median: middle, min, max } = spread(own.map((round, at) => of(round) / of(baseline[at]!)));
    return `${middle.toFixed(3)} (${min.toFixed(3)}–${max.toFixed(3)})`;
  };
  const text = (rounds: readonly Round[]) =>
    `${Math.round(1e6 / median(rounds.map(({ us }) => us)))}/s, ${median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(0)} + ${median(rounds.map((round) => round.databaseCpuUs)).toFixed(0)} µs`;
  console.log(
    `${engine}: completions with a fee ${text(own)}; ${name} ${text(baseline)}; processor ${ratio(cpu)} times, time ${ratio(({ us }) => us)} times`,
  );
}
