import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Lived } from '../refunds/histories/histories-worker.ts';
import { type HistoriesRun, runHistories, seedsFrom } from '../refunds/histories/run-histories.ts';
import { edited } from '../simulation/world/stand-ins.ts';
import { type Engine, onBothEngines } from '../support/engines.ts';
import { byTier } from '../support/tier.ts';
import { CHECKOUT_SABOTAGES } from './histories/checkout-sabotages.ts';

/** Histories on both engines together. `npm run test:checkout` lives 10,000, and every sabotage. */
const PROOF = process.env.CHECKOUT_HISTORIES;
const HISTORIES = PROOF === undefined ? byTier({ day: 20, night: 150 }) : Math.ceil(Number(PROOF) / 2);
const SABOTAGE_SEEDS = 1_000;
/** Sabotages that most histories notice. */
const QUICK_SABOTAGES = ['a-second-payment-completes'];
/** What so many histories together have seen, or they prove nothing. */
const SEEN = [
  'paid',
  'paid late',
  'payment',
  'unsure',
  'deaths',
  'refused',
  'over: paid',
  'over: expired',
  'end: paid',
];
const SHOWN = 5;
const WORKER = new URL('histories/histories-worker.ts', import.meta.url);

function run(engine: Engine, given: Pick<HistoriesRun, 'seeds' | 'onLived'> & { sabotage?: string }): Promise<void> {
  return runHistories({
    ...given,
    engine,
    worker: WORKER,
    processes: PROOF === undefined ? 1 : availableParallelism(),
  });
}

onBothEngines('random histories of checkout sessions', (engine) => {
  // Contract: CHECKOUT-5, CHECKOUT-6, CHECKOUT-7
  it('are paid at most once, and no money is nowhere', async (context: TestContext) => {
    const first = Number(process.env.TEST_SEED ?? randomInt(1, 900_000_000));
    const seen = new Map<string, number>();
    const red: string[] = [];
    let lived = 0;
    const onLived = ({ seed, violation, seen: own }: Lived) => {
      lived++;
      if (violation !== undefined) red.push(`TEST_SEED=${seed}: ${violation}`);
      for (const [what, count] of Object.entries(own)) seen.set(what, (seen.get(what) ?? 0) + count);
      return red.length >= SHOWN;
    };
    await run(engine, { seeds: seedsFrom(first, HISTORIES), onLived });
    const counts = [...seen].map(([what, count]) => `${count} ${what}`).join(', ');
    const covered = `${lived} histories from ${first} on: ${counts}`;
    context.diagnostic(`covered: ${covered}`);
    if (PROOF !== undefined) console.log(`${engine}: ${covered}; ${red.length} of them red`);
    assert.deepEqual(red, []);
    const missing = lived < 100 ? [] : SEEN.filter((what) => !seen.has(what));
    assert.deepEqual(missing, [], `never seen from ${first} on`);
  });
});

describe('the sabotages of checkout sessions', () => {
  it('have texts that are in the source exactly once', () => {
    for (const { name, edits } of CHECKOUT_SABOTAGES) {
      for (const edit of edits) {
        const source = readFileSync(fileURLToPath(new URL(`../../src/${edit.file}`, import.meta.url)), 'utf8');
        assert.doesNotThrow(() => edited(source, edit), name);
      }
    }
  });

  for (const { name } of CHECKOUT_SABOTAGES) {
    if (PROOF === undefined && !QUICK_SABOTAGES.includes(name)) continue;
    it(`are noticed: ${name}`, async (context: TestContext) => {
      let nth = 0;
      let found: string | undefined;
      const onLived = ({ violation }: Lived) => {
        nth++;
        if (violation !== undefined) found ??= `history ${nth}: ${violation.split('\n')[0]}`;
        return found !== undefined;
      };
      await run('sqlite', { seeds: seedsFrom(randomInt(1, 900_000_000), SABOTAGE_SEEDS), sabotage: name, onLived });
      context.diagnostic(`red   ${name}: ${found}`);
      if (PROOF !== undefined) console.log(found ? `red   ${name}: ${found}` : `GREEN ${name}`);
      assert.ok(found, `none of ${SABOTAGE_SEEDS} histories has noticed it`);
    });
  }
});
