import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { edited } from '../simulation/world/stand-ins.ts';
import { type Engine, onBothEngines } from '../support/engines.ts';
import { byTier } from '../support/tier.ts';
import type { Lived } from './histories/histories-worker.ts';
import { REFUND_SABOTAGES } from './histories/refund-sabotages.ts';
import { runHistories, seedsFrom } from './histories/run-histories.ts';

/** Histories on each engine. `npm run test:refunds` lives 10,000 on both together, and every sabotage. */
const PROOF = process.env.REFUND_HISTORIES;
const HISTORIES: Readonly<Record<Engine, number>> =
  PROOF === undefined
    ? { sqlite: byTier({ day: 40, night: 200 }), postgres: byTier({ day: 12, night: 200 }) }
    : { sqlite: Math.ceil(Number(PROOF) / 2), postgres: Math.ceil(Number(PROOF) / 2) };
/** Most sabotages are noticed by one of twenty histories, the rarest by one of several hundred. */
const SABOTAGE_SEEDS = 2_000;
/** Sabotages that most histories notice. */
const QUICK_SABOTAGES = ['freed-on-a-time-out', 'disputed-money-is-sent'];
/** What so many histories together have seen, or they prove nothing. */
const SEEN = new Map([
  [10, ['requests', 'executed', 'deaths', 'restores']],
  [40, ['refunded', 'disputed', 'by hand', 'succeeded', 'failed', 'reversed']],
  [200, ['proven']],
  [1_000, ['unknown', 'refund_pending', 'failed outside', 'dispute won', 'dispute lost']],
]);
const SHOWN = 5;

onBothEngines('random histories of refunds in two processes', (engine) => {
  // Contract: REFUND-2, REFUND-3
  it('never refund more than was paid, nor twice, and say only what is proven', async (context: TestContext) => {
    // By day the same histories each time, so that what turns them red is the change that is tested; by night others.
    const first = Number(process.env.TEST_SEED ?? byTier({ day: 1, night: randomInt(1, 1_000_000_000) }));
    const seen = new Map<string, number>();
    const red: string[] = [];
    let lived = 0;
    const onLived = ({ seed, violation, seen: own }: Lived) => {
      lived++;
      if (violation !== undefined) red.push(`TEST_SEED=${seed}: ${violation}`);
      for (const [what, count] of Object.entries(own)) seen.set(what, (seen.get(what) ?? 0) + count);
      return red.length >= SHOWN;
    };
    const processes = PROOF === undefined ? 1 : availableParallelism();
    await runHistories({ engine, seeds: seedsFrom(first, HISTORIES[engine]), processes, onLived });
    const counts = [...seen].map(([what, count]) => `${count} ${what}`).join(', ');
    const covered = `${lived} histories from ${first} on: ${counts}`;
    context.diagnostic(`covered: ${covered}`);
    if (PROOF !== undefined) console.log(`${engine}: ${covered}; ${red.length} of them red`);
    assert.deepEqual(red, []);
    assert.deepEqual(
      [...SEEN].flatMap(([least, what]) => (lived < least ? [] : what)).filter((what) => !seen.has(what)),
      [],
      `never seen from ${first} on`,
    );
  });

  const sabotages = REFUND_SABOTAGES.filter(
    (sabotage) =>
      (sabotage.engine ?? 'sqlite') === engine && (PROOF !== undefined || QUICK_SABOTAGES.includes(sabotage.name)),
  );
  for (const { name } of sabotages) {
    it(`notice the sabotage ${name}`, async (context: TestContext) => {
      const found = await firstRed(engine, name);
      const shown = `red   ${name}: history ${found?.nth}: ${found?.violation.split('\n')[0]}`;
      context.diagnostic(shown);
      if (PROOF !== undefined) console.log(found ? shown : `GREEN ${name}`);
      assert.ok(found, `none of ${SABOTAGE_SEEDS} histories has noticed it`);
    });
  }
});

describe('the sabotages of refunds', () => {
  it('have texts that are in the source exactly once', () => {
    assert.ok(REFUND_SABOTAGES.length >= 15);
    assert.equal(new Set(REFUND_SABOTAGES.map(({ name }) => name)).size, REFUND_SABOTAGES.length);
    for (const { name, edits } of REFUND_SABOTAGES) {
      for (const edit of edits) {
        const source = readFileSync(fileURLToPath(new URL(`../../src/${edit.file}`, import.meta.url)), 'utf8');
        assert.doesNotThrow(() => edited(source, edit), name);
      }
    }
  });
});

/** The first history that notices a sabotage, counted from 1. */
async function firstRed(engine: Engine, sabotage: string): Promise<{ nth: number; violation: string } | undefined> {
  let nth = 0;
  let found: { nth: number; violation: string } | undefined;
  const onLived = ({ violation }: Lived) => {
    nth++;
    if (violation !== undefined) found ??= { nth, violation };
    return found !== undefined;
  };
  const seeds = seedsFrom(randomInt(1, 1_000_000_000), SABOTAGE_SEEDS);
  await runHistories({ engine, seeds, processes: PROOF === undefined ? 1 : availableParallelism(), sabotage, onLived });
  return found;
}
