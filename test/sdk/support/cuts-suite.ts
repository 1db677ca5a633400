import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestGateway } from '../../support/gateway.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type Creation, creationsOf, judgeCreations, paymentsByReference } from '../judge-creations.ts';
import type { Language } from './languages.ts';
import { FAULTS, startLossyProxy } from './lossy-proxy.ts';
import { runProgram } from './run-program.ts';

/** How many payments are created through the proxy. */
const CUTS = Number(process.env.CUTS ?? 200);
/** The number of programs that run at once: many, because they wait more than they compute. */
const PROGRAMS = 20;
/** Longer than the proxy delays a request. Other tests check how the SDK behaves after its ten seconds. */
const LOOKUP_WAIT_MS = '2000';
const TIMEOUT_MS = '600';

/** Compares what the SDK of a language reports after lost responses with the payments of the gateway. */
export function testCuts({ name, skip, forms, command }: Language): void {
  describe(`the SDK for ${name} behind a proxy with all kinds of faults`, { skip }, () => {
    it(`creates no payment twice in ${CUTS} creations, and reports the outcome of each`, async (test) => {
      const random = seededRandom();
      test.diagnostic(`TEST_SEED=${random.seed}`);
      const gateway = await startTestGateway('sqlite');
      const proxy = await startLossyProxy(Number(new URL(gateway.url).port), random);
      try {
        const share = Math.ceil(CUTS / PROGRAMS);
        const env = { ...forms[0]!.env, PEYE_URL: proxy.url, PEYE_KEY: gateway.testKey, LOOKUP_WAIT_MS, TIMEOUT_MS };
        const ran = await Promise.all(
          Array.from({ length: PROGRAMS }, (_, index) =>
            runProgram(
              command('cuts'),
              { ...env, FROM: String(Math.min(CUTS, index * share)), TO: String(Math.min(CUTS, (index + 1) * share)) },
              { timeoutMs: 60_000 + share * 10_000 },
            ),
          ),
        );
        for (const { code, stdout, stderr } of ran) assert.equal(code, 0, `${stdout}${stderr}`);
        const creations = ran.flatMap(({ stdout }) => creationsOf(stdout));
        await proxy.idle();

        assert.equal(creations.length, CUTS);
        assert.equal(proxy.references.length, CUTS, 'each creation was sent once');
        assert.equal(new Set(proxy.references).size, CUTS, 'each creation was sent once');
        if (CUTS >= 200) {
          for (const fault of FAULTS) assert.ok(proxy.creations[fault] > 0, `${fault} happened`);
        }
        judgeCreations(creations, await paymentsByReference(gateway.api), `TEST_SEED=${random.seed}`);
        const outcomes = ['created', 'found', 'none', 'unknown', 'refused'] as const;
        const count = (outcome: Creation['outcome']) => creations.filter((one) => one.outcome === outcome).length;
        test.diagnostic(outcomes.map((outcome) => `${count(outcome)} ${outcome}`).join(', '));
      } catch (error) {
        throw new Error(`TEST_SEED=${random.seed}`, { cause: error });
      } finally {
        await proxy.close();
        await gateway.stop();
      }
    });
  });
}
