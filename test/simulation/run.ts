import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { positive, readCommandLine } from '../../bench/command-line.ts';
import { runSeeds, seedsFrom } from './run-seeds.ts';
import { SABOTAGES } from './sabotages.ts';
import type { Outcome } from './worker-main.ts';

// `npm run simulate -- --seeds N`: test/simulation/README.md.

const USAGE = `npm run simulate -- [--seeds N] [--from SEED] [--processes N]   N seeds, new ones unless SEED is given
npm run simulate -- --seed SEED [--keep FILE]                   one seed, twice; its history in FILE
npm run simulate -- --sabotage all|NAME [--seeds N]             each sabotage, until N seeds have not found it
npm run simulate -- --sabotage list
`;
const NEW_SEEDS = 1_000_000_000;
const SHOWN_VIOLATIONS = 8;

const options = {
  seeds: { type: 'string', default: '200' },
  from: { type: 'string' },
  seed: { type: 'string' },
  keep: { type: 'string' },
  sabotage: { type: 'string' },
  processes: { type: 'string', default: String(availableParallelism()) },
} as const;
const { count, processes, from, seed, keep, sabotage } = readCommandLine(USAGE, options, (values) => {
  const { seeds, processes } = positive(values, ['seeds', 'processes']);
  // A seed that is not given is drawn at random. Given numbers must be positive, because a run without seeds would find nothing.
  const { from, seed } = positive({ from: values.from ?? '1', seed: values.seed ?? '1' }, ['from', 'seed']);
  const { keep, sabotage } = values;
  if (sabotage !== undefined && !['all', 'list', ...SABOTAGES.map(({ name }) => name)].includes(sabotage)) {
    throw new Error(`no sabotage is called ${sabotage}`);
  }
  return {
    count: seeds,
    processes,
    keep,
    sabotage,
    from: values.from === undefined ? randomInt(1, NEW_SEEDS) : from,
    seed: values.seed && seed,
  };
});

if (seed) process.exitCode = (await runTwice(seed, keep)) ? 0 : 1;
else if (sabotage === 'list') for (const { name, breaks } of SABOTAGES) console.log(`${breaks} ${name}`);
else if (sabotage !== undefined) process.exitCode = (await runSabotages(sabotage)) ? 0 : 1;
else process.exitCode = (await runMany(from)) ? 0 : 1;

/** Simulates many seeds. Returns whether all were green. */
async function runMany(first: number): Promise<boolean> {
  console.log(`${count} seeds from ${first} on, in ${processes} processes`);
  const startedAt = performance.now();
  let [done, red, virtualSeconds, realMs, cpuMs, events] = [0, 0, 0, 0, 0, 0];
  const onOutcome = (outcome: Outcome) => {
    done++;
    virtualSeconds += outcome.virtualSeconds;
    realMs += outcome.realMs;
    cpuMs += outcome.cpuMs;
    events += outcome.events;
    if (outcome.violations.length > 0) {
      red++;
      show(outcome);
    }
    if (done % 500 === 0) console.log(`${done} seeds after ${seconds(performance.now() - startedAt)}`);
    return false;
  };
  await runSeeds({ seeds: seedsFrom(first, count), processes, onOutcome });
  const wholeMs = performance.now() - startedAt;
  console.log(
    `${done} seeds in ${seconds(wholeMs)}, ${((done / wholeMs) * 1000).toFixed(1)} a second; ${red} of them red\n` +
      `${Math.round(virtualSeconds / 3600)} hours of virtual time: ${Math.round((virtualSeconds * 1000) / realMs)} times as fast as a ` +
      `clock in each process, ${Math.round((virtualSeconds * 1000) / wholeMs)} times together; ${Math.round(events / done)} events and ${Math.round(cpuMs / done)} ms of a processor a seed`,
  );
  return red === 0;
}

/** Simulates one seed twice. Returns whether both runs were the same, and green. */
async function runTwice(seed: number, keepIn?: string): Promise<boolean> {
  const outcomes: Outcome[] = [];
  const orders = [{ seed, ...(keepIn !== undefined && { keepIn }) }, { seed }];
  for (const order of orders) {
    const onOutcome = (outcome: Outcome) => outcomes.push(outcome) < 0;
    await runSeeds({ seeds: [order].values(), processes: 1, onOutcome });
  }
  const [one, other] = outcomes as [Outcome, Outcome];
  for (const { hash, events, virtualSeconds, realMs } of outcomes)
    console.log(`seed ${seed}: trace ${hash}, ${events} events, ${Math.round(virtualSeconds)} s in ${seconds(realMs)}`);
  if (one.hash !== other.hash) console.log('The same seed was not the same run.');
  if (one.violations.length > 0) show(one);
  return one.hash === other.hash && one.violations.length === 0;
}

/** Simulates seeds under each chosen sabotage, until the checker finds it. Returns whether each was found. */
async function runSabotages(which: string): Promise<boolean> {
  const chosen = SABOTAGES.filter(({ name }) => which === 'all' || name === which);
  console.log(`each sabotage, with up to ${count} seeds from ${from} on`);
  const survivors: string[] = [];
  for (const { name, breaks } of chosen) {
    let tried = 0;
    let found: Outcome | undefined;
    const startedAt = performance.now();
    const onOutcome = (outcome: Outcome) => {
      tried++;
      if (outcome.violations.length === 0) return false;
      found = outcome;
      return true;
    };
    await runSeeds({ seeds: seedsFrom(from, count), processes, sabotage: name, onOutcome });
    const took = seconds(performance.now() - startedAt);
    const violation = found?.violations[0];
    if (!violation) survivors.push(name);
    console.log(
      violation
        ? `red   ${name} (${breaks}): seed ${tried} of them, ${took}: ${violation.invariant} ${violation.message.replaceAll(/\s+/g, ' ').slice(0, 110)}`
        : `GREEN ${name} (${breaks}): ${tried} seeds have not found it, ${took}`,
    );
  }
  console.log(`${chosen.length - survivors.length} of ${chosen.length} sabotages were found`);
  return survivors.length === 0;
}

function show({ seed, violations, file, lastLines }: Outcome): void {
  console.log(`\nseed ${seed} is red: npm run simulate -- --seed ${seed} --keep ${file}`);
  for (const { invariant, message } of violations.slice(0, SHOWN_VIOLATIONS)) console.log(`  ${invariant}: ${message}`);
  if (violations.length > SHOWN_VIOLATIONS) console.log(`  and ${violations.length - SHOWN_VIOLATIONS} more`);
  console.log(`the end of its history, which is in ${file}:\n  ${lastLines?.join('\n  ')}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
