import type { Engine } from '../../test/support/engines.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { gatewayContestant, type Round } from '../contestants.ts';
import { findLoadGenerator } from '../load/run-load.ts';
import { onEachEngine } from '../on-each-engine.ts';
import { alternate, median, spread } from '../rounds.ts';
import { type FilledGateway, withPayments } from '../scenarios.ts';
import { startBenchGateway } from '../start-bench-gateway.ts';

const USAGE = `npm run bench:metrics -- [--rounds N] [--seconds N] [--every N] [--engine sqlite|postgres] [--against FOLDER]

What metrics cost: a gateway that is scraped takes turns with one that is not, and with that of another checkout.

  --rounds   how many (8)
  --seconds  of each round (10)
  --every    seconds between two scrapes (5)
  --against  the folder of another checkout with its packages, one that counts nothing for example
`;

const WARM_UP_SECONDS = 5;
const CONNECTIONS = 32;

const options = readCommandLine(
  USAGE,
  {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    every: { type: 'string', default: '5' },
    engine: { type: 'string' },
    against: { type: 'string' },
  },
  (values) => ({
    ...positive(values, ['rounds', 'seconds', 'every']),
    engines: enginesOf(values.engine),
    against: values.against,
  }),
);
await onEachEngine(options.engines, measure);

/** Prints the processor time of a request in each gateway. */
async function measure(engine: Engine): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const open = async (checkout?: string): Promise<FilledGateway> => {
    const gateway = await startBenchGateway(engine, checkout === undefined ? {} : { checkout });
    opened.defer(gateway.stop);
    return withPayments(gateway);
  };
  const scraped = await open();
  const others = [{ name: 'not scraped', gateway: await open() }];
  if (options.against !== undefined) others.push({ name: options.against, gateway: await open(options.against) });
  const generator = findLoadGenerator();
  for (const scenario of ['get', 'post'] as const) {
    const contestant = (name: string, gateway: FilledGateway) =>
      gatewayContestant(name, gateway, { scenario, generator, connections: CONNECTIONS }).run;
    const runs = [
      whileScraped(scraped, contestant('scraped', scraped)),
      ...others.map(({ name, gateway }) => contestant(name, gateway)),
    ];
    const [own = [], ...baseline] = await alternate(runs, { ...options, warmUpSeconds: WARM_UP_SECONDS });
    for (const [index, { name }] of others.entries()) report(`${engine} ${scenario}`, name, own, baseline[index] ?? []);
  }
  const text = await scrape(scraped);
  console.log(`${engine}: a text of ${(text.length / 1000).toFixed(0)} kB, ${text.split('\n').length} lines`);
}

/** A round during which the gateway is scraped, at its start and every few seconds. */
function whileScraped(gateway: FilledGateway, run: (seconds: number) => Promise<Round>) {
  return async (seconds: number): Promise<Round> => {
    const first = scrape(gateway);
    const timer = setInterval(() => void scrape(gateway), options.every * 1000);
    try {
      return await run(seconds);
    } finally {
      clearInterval(timer);
      await first;
    }
  };
}

async function scrape({ url }: FilledGateway): Promise<string> {
  const response = await fetch(new URL('/metrics', url));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`a scrape got ${response.status}: ${text}`);
  return text;
}

function report(what: string, name: string, own: readonly Round[], baseline: readonly Round[]): void {
  const cpu = (rounds: readonly Round[]) => rounds.map(({ cpuUs }) => cpuUs ?? Number.NaN);
  const ratio = spread(cpu(own).map((us, round) => us / cpu(baseline)[round]!));
  const speed = spread(own.map(({ perSecond }, round) => perSecond / baseline[round]!.perSecond));
  const times = ({ median: middle, min, max }: typeof ratio) =>
    `${middle.toFixed(3)} (${min.toFixed(3)}–${max.toFixed(3)})`;
  console.log(
    `${what}: scraped ${median(cpu(own)).toFixed(1)} µs, ${name} ${median(cpu(baseline)).toFixed(1)} µs, processor ${times(ratio)} times, requests/s ${times(speed)} times`,
  );
}
