import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../support/seeded-random.ts';
import { byTier } from '../support/tier.ts';
import { runSeeds, seedsFrom } from './run-seeds.ts';
import { SABOTAGES } from './sabotages.ts';
import type { Order, Outcome } from './worker-main.ts';
import { edited } from './world/stand-ins.ts';

/** Each run takes new seeds: as many as there is time for, and at most this many. */
const MOST_SEEDS = 300;
const SEEDS_MS = byTier({ day: 3_000, night: 20_000 });
/** Sabotages that one of five seeds finds, or more. Each run draws some of them; `npm run simulate -- --sabotage all` runs all sabotages. */
const QUICK_SABOTAGES = [
  'answer-before-the-commit',
  'keep-metadata-as-an-object',
  'skip-the-guard-of-final',
  'finish-and-tell-in-two-transactions',
  'fail-what-a-silent-provider-does-not-know',
  'never-ask-after-the-end',
  'call-a-claimed-delivery-delivered',
  'take-any-answer-for-a-delivery',
  'give-up-after-the-first-attempt',
  'create-the-body-again-at-each-attempt',
  'sign-something-else',
  'deliver-to-the-inner-network',
  'skip-one-between-two-pages-of-the-feed',
  'begin-the-next-page-of-the-feed-too-early',
  'skip-one-between-two-pages-of-the-list',
  'read-the-list-by-the-time-alone',
  'ask-the-provider-before-the-commit',
  'take-any-word-for-paid',
  'take-silence-for-a-failure',
  'count-the-end-of-a-payment-outside',
  'forget-deliveries-of-failures',
  'count-a-creation-twice',
  'log-the-key',
  'keep-a-transaction-open-after-a-failure',
  'expire-without-asking-the-provider',
  'plan-no-late-check',
  'never-do-the-late-checks',
  'check-late-once-only',
  'check-late-four-times-only',
  'check-late-without-asking',
  'count-failed-as-completed',
  'call-every-event-a-success',
  'call-every-failure-declined',
  'count-no-attempts',
  'count-the-month-twice',
  'never-store-the-provider-s-number',
  'send-another-timestamp-in-the-header',
  'send-every-webhook-twice',
  'stamp-a-webhook-with-the-creation',
  'store-no-attempts',
  'store-no-sums',
  'sum-up-no-failures',
  'sum-up-no-waits',
  'sum-up-no-website',
  'sum-up-on-the-wrong-day',
  'sum-up-under-the-wrong-hour',
  'take-counts-down-on-another-day',
  'take-the-wrong-status-down',
  'convert-at-the-rate-of-the-settings',
  'keep-the-rate-of-the-start',
  'store-no-rate',
  'sum-up-under-the-wrong-method',
  'charge-a-card-without-its-mark',
  'charge-another-amount',
  'charge-before-it-is-due',
  'charge-before-the-mark-is-stored',
  'raise-no-mark-beside-the-store',
  'round-a-conversion-down',
  'round-whole-gourdes-down',
  'add-failures-to-what-a-link-was-paid',
  'forget-the-former-payment-of-a-form',
  'make-a-form-s-payment-each-time',
  'never-release-a-place',
  'release-one-unit-of-several',
  'sell-by-a-link-at-another-price',
  'queue-no-receipt',
  'send-a-receipt-of-a-failed-payment',
  'send-a-receipt-twice',
  'send-receipts-of-every-website',
  'send-receipts-to-another',
  'tell-no-seller-of-a-sale',
];
const DRAWN_SABOTAGES = byTier({ day: 3, night: 8 });
const SABOTAGE_SEEDS = 30;

describe('the simulation', () => {
  it('finds nothing wrong with new seeds', async (context: TestContext) => {
    const first = Number(process.env.TEST_SEED ?? randomInt(1, 1_000_000_000));
    const seeds = inTime(seedsFrom(first, MOST_SEEDS));
    const outcomes: Outcome[] = [];
    const onOutcome = (outcome: Outcome) => outcomes.push(outcome) < 0;
    await runSeeds({ seeds, processes: availableParallelism(), onOutcome });
    context.diagnostic(`covered: ${outcomes.length} simulated seeds, from ${first} on`);
    assert.ok(outcomes.length > 0);
    const red = outcomes.filter(({ violations }) => violations.length > 0);
    assert.deepEqual(red.map(describeRed), []);
  });

  it('is the same run with the same seed, in another process and after other seeds', async (context: TestContext) => {
    const seed = randomInt(1, 1_000_000_000);
    context.diagnostic(`seed ${seed}`);
    const hashes: string[] = [];
    const onOutcome = (outcome: Outcome) => {
      if (outcome.seed === seed) hashes.push(`${outcome.hash} after ${outcome.events} events`);
      return false;
    };
    const orders = byTier<Order[][]>({
      day: [[{ seed: seed + 1 }, { seed }], [{ seed }]],
      night: [
        [{ seed }, { seed: seed + 1 }, { seed }],
        [{ seed: seed + 2 }, { seed }],
      ],
    });
    for (const seeds of orders) await runSeeds({ seeds: seeds.values(), processes: 1, onOutcome });
    assert.equal(hashes.length, byTier({ day: 2, night: 3 }));
    assert.equal(new Set(hashes).size, 1, hashes.join(', '));
  });

  const random = seededRandom();
  const left = [...QUICK_SABOTAGES];
  for (const name of Array.from({ length: DRAWN_SABOTAGES }, () =>
    left.splice(random.between(0, left.length - 1), 1),
  ).flat()) {
    it(`is red with the sabotage ${name}`, async (context: TestContext) => {
      const first = random.between(1, 1_000_000_000);
      let tried = 0;
      let found: Outcome | undefined;
      const onOutcome = (outcome: Outcome) => {
        tried++;
        if (outcome.violations.length > 0) found = outcome;
        return found !== undefined;
      };
      await runSeeds({ seeds: seedsFrom(first, SABOTAGE_SEEDS), processes: 1, sabotage: name, onOutcome });
      context.diagnostic(`red after ${tried} seeds from ${first} on`);
      assert.ok(found, `none of ${tried} seeds from ${first} on has found it: TEST_SEED=${random.seed}`);
    });
  }

  it('has sabotages whose texts are in the source exactly once', () => {
    assert.ok(SABOTAGES.length >= 60);
    const names = new Set(SABOTAGES.map(({ name }) => name));
    assert.equal(names.size, SABOTAGES.length);
    assert.deepEqual(
      QUICK_SABOTAGES.filter((name) => !names.has(name)),
      [],
    );
    for (const { name, edits } of SABOTAGES) {
      for (const edit of edits) {
        const source = readFileSync(fileURLToPath(new URL(`../../src/${edit.file}`, import.meta.url)), 'utf8');
        assert.doesNotThrow(() => edited(source, edit), name);
      }
    }
  });

  it('has a checker that imports nothing from the source', () => {
    const folder = fileURLToPath(new URL('checker', import.meta.url));
    const files = globSync('*.ts', { cwd: folder });
    assert.ok(files.length > 5);
    for (const file of files) {
      const imports = [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/from '([^']+)'/g)].map(
        ([, from]) => from!,
      );
      const foreign = imports.filter((from) => !/^\.\/[\w-]+\.ts$/.test(from) && !from.startsWith('node:'));
      assert.deepEqual(foreign, [], file);
    }
  });
});

/** The seeds that fit into the time. It starts when the first process requests a seed, because until then processes only load. */
function* inTime<T>(seeds: Iterable<T>): Generator<T> {
  const until = performance.now() + SEEDS_MS;
  for (const seed of seeds) {
    yield seed;
    if (performance.now() > until) return;
  }
}

/** The command that repeats a red seed, its violations, and the end of its history. */
function describeRed({ seed, violations, lastLines }: Outcome): string {
  const found = violations.slice(0, 5).map(({ invariant, message }) => `${invariant}: ${message}`);
  return [`npm run simulate -- --seed ${seed}`, ...found, 'the end of its history:', ...(lastLines ?? [])].join('\n');
}
