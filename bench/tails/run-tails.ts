import { resolve } from 'node:path';
import type { Engine } from '../../test/support/engines.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { onEachEngine } from '../on-each-engine.ts';
import { findPeak, startOpenLoop } from '../overload/open-loop.ts';
import { aligned } from '../report.ts';
import { percentile } from '../rounds.ts';
import { type BenchGateway, DEFAULTS, startBenchGateway } from '../start-bench-gateway.ts';

const USAGE = `npm run bench:tails -- [--engine sqlite|postgres] [--rounds N] [--seconds N] [--part N] [--against FOLDER]

The latencies of creations at a part of the peak, with the default log and limits: a histogram and percentiles. Requests are sent at
a constant rate, whether or not responses arrive. The gateway of another checkout takes turns at the same rate.

  --rounds   how many (5)
  --seconds  of each round (4)
  --part     of the peak (0.5)
  --against  the folder of another checkout with its packages
`;
const CONNECTIONS = 256;
/** The upper ends of the histogram's bars, milliseconds. */
const ENDS_MS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100, 200, Number.POSITIVE_INFINITY];
const PERCENTS = [50, 90, 99, 99.9];

interface Contestant {
  readonly name: string;
  readonly gateway: BenchGateway;
  readonly ms: number[];
  /** Requests that were due, but not sent because no connection was free. */
  unsent: number;
  refused: number;
  failed: number;
}

const options = readOptions();
await onEachEngine(options.engines, measure);

async function measure(engine: Engine): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const contestants: Contestant[] = [];
  for (const checkout of options.against === undefined ? [undefined] : [undefined, options.against]) {
    const gateway = await startBenchGateway(engine, { settings: DEFAULTS, ...(checkout && { checkout }) });
    opened.defer(gateway.stop);
    contestants.push({ name: checkout ?? 'this checkout', gateway, ms: [], unsent: 0, refused: 0, failed: 0 });
  }
  const peak = await findPeak(contestants[0]!.gateway);
  const rate = Math.round(peak * options.part);
  for (let round = 0; round < options.rounds; round++) {
    for (const contestant of contestants) await runRound(contestant, rate);
  }
  console.log(`${engine}: at its peak ${Math.round(peak)} creations a second; ${rate} were sent\n`);
  const rows = ENDS_MS.map((end, index) => {
    const from = ENDS_MS[index - 1] ?? 0;
    const range = end === Number.POSITIVE_INFINITY ? `${from} ms or more` : `${from} to ${end} ms`;
    return [range, ...contestants.map(({ ms }) => shareText(ms, from, end))];
  });
  const percents = PERCENTS.map((percent) => [
    `p${percent}`,
    ...contestants.map(({ ms }) => `${percentile(ms, percent).toFixed(1)} ms`),
  ]);
  const counts = [
    ['no free connection', ...contestants.map(({ unsent }) => String(unsent))],
    ['refused', ...contestants.map(({ refused }) => String(refused))],
    ['failed', ...contestants.map(({ failed }) => String(failed))],
  ];
  const head = ['', ...contestants.map(({ name }) => name)];
  console.log(`${aligned([head, head.map(() => ''), ...rows, ...percents, ...counts])}\n`);
}

/** Adds the latencies of one round to those of the contestant. Requests that were not sent or failed are counted separately. */
async function runRound(contestant: Contestant, rate: number): Promise<void> {
  const load = await startOpenLoop(contestant.gateway, { rate, connections: CONNECTIONS });
  await new Promise((done) => setTimeout(done, options.seconds * 1_000));
  load.end();
  while (load.waiting() > 0) await new Promise((done) => setTimeout(done, 10));
  const { acceptedMs, refusedMs, errors, unsent } = load.take();
  load.close();
  contestant.ms.push(...acceptedMs);
  contestant.unsent += unsent;
  contestant.refused += refusedMs.length;
  contestant.failed += errors.length;
}

function shareText(ms: readonly number[], from: number, end: number): string {
  const count = ms.filter((each) => each >= from && each < end).length;
  return `${((100 * count) / ms.length).toFixed(2)} %`;
}

function readOptions() {
  const known = {
    engine: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    part: { type: 'string', default: '0.5' },
    against: { type: 'string' },
  } as const;
  return readCommandLine(USAGE, known, (values) => ({
    engines: enginesOf(values.engine),
    against: values.against === undefined ? undefined : resolve(values.against),
    ...positive(values, ['rounds', 'seconds', 'part']),
  }));
}
