import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Engine, onOneEngineByDay } from '../support/engines.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { assertSound } from '../support/soundness.ts';
import { byTier } from '../support/tier.ts';
import { kindOf } from './judge.ts';
import { openOrdersStage } from './orders-stage.ts';
import { type Played, playOrder } from './play-order.ts';
import type { PageView } from './visit.ts';

/** How many orders are played on both engines together. `npm run test:orders` plays 10,000. */
const ORDERS = Number(process.env.ORDERS ?? byTier({ day: 100, night: 400 }));
/** After this many orders a new stage is opened, because the clock of a stage moves far from today. */
const ORDERS_OF_A_STAGE = 100;
const MOST_FAULTS_SHOWN = 10;
/** States that even a short run must have seen, or it proves nothing. Each is seen in at least one order of twelve. */
const ALWAYS_SEEN = ['form', 'waiting', 'paid', 'declined', 'expired', 'returned', 'opening'];
/** States that a long run must have seen. The rarest is seen in one order of 240. */
const SEEN_IN_TIME = [
  'code',
  'elsewhere',
  'cancelled',
  'challenge',
  'time_is_over',
  'paid_late',
  'amount_mismatch',
  'insufficient_balance',
  'closed',
];
const ENOUGH = 100;
const MANY = 2_000;

onOneEngineByDay('the pages of a payment, whatever happens to it in any order', (engine) => {
  test('show nothing that is not true', async () => {
    const { seed } = seededRandom();
    // ORDER is the seed of one order that failed. Then only that one is played.
    const only = process.env.ORDER === undefined ? undefined : Number(process.env.ORDER);
    const seeds = only === undefined ? seedsOf(engine, seed) : [only];
    if (process.env.ORDERS !== undefined) console.log(`${seeds.length} orders on ${engine}, TEST_SEED=${seed}`);
    const { faults, headings, states } = await playAll(engine, seeds);
    assert.equal(faults.join('\n'), '');
    assert.deepEqual(ambiguous(headings), [], 'the same heading is on pages that mean different things');
    if (seeds.length < ENOUGH) return;
    const wanted = [...ALWAYS_SEEN, ...(seeds.length >= MANY ? SEEN_IN_TIME : [])];
    assert.deepEqual(
      wanted.filter((state) => !states.has(state)),
      [],
      `never seen, TEST_SEED=${seed}`,
    );
  });
});

/** The two engines play different orders. */
function seedsOf(engine: Engine, seed: number): number[] {
  const random = seededRandom(engine === 'sqlite' ? seed : seed ^ 0x5eed);
  return Array.from({ length: Math.ceil(ORDERS / 2) }, () => random.between(0, 2 ** 31 - 1));
}

interface Observations {
  readonly faults: string[];
  readonly states: Set<string>;
  /** For each heading in each language, the kinds of pages that had it. */
  readonly headings: Map<string, Set<string>>;
}

async function playAll(engine: Engine, seeds: readonly number[]): Promise<Observations> {
  const seen: Observations = { faults: [], states: new Set(), headings: new Map() };
  for (let from = 0; from < seeds.length && seen.faults.length < MOST_FAULTS_SHOWN; from += ORDERS_OF_A_STAGE) {
    const stage = await openOrdersStage(engine);
    try {
      for (const seed of seeds.slice(from, from + ORDERS_OF_A_STAGE)) {
        const { faults, shown, events } = await playOrder(stage, seed).catch(unplayed);
        for (const one of shown) note(seen, one);
        if (faults.length > 0) seen.faults.push(`ORDER=${seed}: ${events.join(', ')}\n  ${faults.join('\n  ')}`);
        if (seen.faults.length >= MOST_FAULTS_SHOWN) break;
      }
      await assertSound(stage.gateway().store.db);
    } finally {
      await stage.close();
    }
  }
  return seen;
}

function unplayed(error: Error): Played {
  return { events: ['broken off'], faults: [error.stack ?? error.message], shown: [] };
}

function note({ states, headings }: Observations, { state, language, heading }: PageView): void {
  states.add(state);
  const kind = kindOf(state);
  if (kind === undefined) return;
  const name = `${language}: ${heading}`;
  headings.set(name, (headings.get(name) ?? new Set()).add(kind));
}

function ambiguous(headings: Observations['headings']): string[] {
  return [...headings]
    .filter(([, kinds]) => kinds.size > 1)
    .map(([name, kinds]) => `${name}: ${[...kinds].join(', ')}`);
}
