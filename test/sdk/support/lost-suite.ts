import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runProgram } from './run-program.ts';
import { type StubGateway, startStubGateway } from './stub-gateway.ts';

/** How to run the program `lost` of a language, which creates a payment for each of REFERENCES and prints the SDK's results. */
export interface LostProgram {
  readonly name: string;
  readonly skip: string | false;
  /** Called when the tests start. */
  run(): { command: readonly [string, ...string[]]; env: Record<string, string>; cwd?: string };
}

interface Result {
  readonly reference: string;
  readonly outcome: 'created' | 'found' | 'none' | 'unknown';
  readonly ms: number;
  readonly message: string;
}

/** By how many seconds the header `Date` is wrong, and by how many the gateway's time was set after the payment was created. */
const DATES = ['none', '-60', '0', '60'];
const STEPS = ['none', '-60', '-30', '-3', '0', '1', '3', '30', '60', '1200'];
const KEY = `tk_test_${'a'.repeat(32)}`;
/** The extra time that a call may take on a busy machine. */
const SLACK_MS = 8_000;
/** The extra time when the gateway hangs. It is less than a lookup takes if the remaining wait does not cut it short. */
const HANG_SLACK_MS = 2_500;

/** Tests what an SDK reports about a creation whose response was lost, whatever the clocks of a proxy, a node and a database show. */
export function testLostCreations({ name, skip, run }: LostProgram): void {
  describe(`the SDK for ${name} after a lost response`, { skip, concurrency: 3 }, () => {
    let stub: StubGateway;
    before(async () => {
      stub = await startStubGateway();
    });
    after(() => stub?.close());

    const create = async (
      references: readonly string[],
      { lookupWaitMs = 2_900, timeoutMs = 5_000, fault = 'reset' } = {},
    ): Promise<Result[]> => {
      const { command, env, cwd } = run();
      const settings = {
        PEYE_URL: stub.url,
        PEYE_KEY: KEY,
        REFERENCES: JSON.stringify(references),
        FAULT: fault,
        TIMEOUT_MS: String(timeoutMs),
        LOOKUP_WAIT_MS: String(lookupWaitMs),
      };
      const ran = await runProgram(command, { ...env, ...settings }, cwd === undefined ? {} : { cwd });
      assert.equal(ran.code, 0, `${ran.stdout}${ran.stderr}`);
      assert.equal(ran.stderr, '', 'a merchant sees no warning');
      return ran.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const one = async (...args: Parameters<typeof create>) => (await create(...args))[0]!;

    it('never reports that there is no payment, whatever the clocks show', async () => {
      const references = DATES.flatMap((date) => STEPS.map((step) => `clocks-${date}-${step}`));
      const results = await create(references);
      assert.deepEqual(
        results.map(({ reference }) => reference),
        references,
      );
      for (const { reference, outcome, message } of results) {
        const step = reference.split(/^clocks-(?:none|-?\d+)-/)[1]!;
        // The clock of the proxy makes no difference. If the gateway's time moved forward, a new payment looks older than the call.
        assert.notEqual(outcome, 'none', `${reference}: ${message}`);
        // The SDK allows 2 s before the start of the call, so with a step of 3 s either outcome is possible.
        if (step === '3') continue;
        const expected = step === 'none' || Number(step) > 2 ? 'unknown' : 'found';
        assert.equal(outcome, expected, `${reference}: ${message}`);
        if (outcome === 'unknown')
          assert.match(message, /915840412345678\. It is not known whether this call created that payment/);
      }
    });

    it('reports that there is no payment only 10 seconds after the loss', async () => {
      const early = await one(['never'], { lookupWaitMs: 9_900 });
      assert.equal(early.outcome, 'unknown', early.message);
      assert.match(early.message, /is not known yet/);
      const proven = await one(['never'], { lookupWaitMs: 15_000 });
      assert.equal(proven.outcome, 'none', proven.message);
      assert.ok(proven.ms >= 10_000 && proven.ms <= 15_000 + SLACK_MS, `${proven.ms} ms`);
    });

    it('reports that there is no payment if the newest payment is hours older', async () => {
      assert.equal((await one(['made-long-ago'])).outcome, 'unknown');
      assert.equal((await one(['made-long-ago'], { lookupWaitMs: 15_000 })).outcome, 'none');
    });

    it('reports an unknown outcome if the found payment is only minutes old and may be an earlier one', async () => {
      const result = await one(['made-just-before'], { lookupWaitMs: 15_000 });
      assert.equal(result.outcome, 'unknown', result.message);
      assert.match(result.message, /it did unless your order already has that transaction_id/);
    });

    it('finds a payment that appears later', async () => {
      assert.equal((await one(['made-later'], { lookupWaitMs: 8_000 })).outcome, 'found');
    });

    for (const [timeoutMs, lookupWaitMs] of [
      [700, 1_500],
      [1_000, 7_000],
    ] as const) {
      it(`ends within ${timeoutMs} + ${lookupWaitMs} ms when the gateway hangs`, async () => {
        const { outcome, ms } = await one(['hang'], { fault: 'hang', timeoutMs, lookupWaitMs });
        assert.equal(outcome, 'unknown');
        assert.ok(ms <= timeoutMs + lookupWaitMs + HANG_SLACK_MS, `${ms} ms`);
      });
    }

    it('treats a 201 without a transaction_id as a lost response', async () => {
      assert.equal((await one(['made-now'], { fault: 'created-without-id' })).outcome, 'found');
      assert.equal((await one(['never'], { fault: 'created-without-id' })).outcome, 'unknown');
    });

    it('treats an endless response, or a success without a payment, as a lost response', async () => {
      const { outcome, ms } = await one(['made-now'], { fault: 'endless', timeoutMs: 30_000 });
      assert.equal(outcome, 'found');
      assert.ok(ms < 20_000, `${ms} ms`);
      assert.equal((await one(['without-payment'])).outcome, 'unknown');
    });
  });
}
