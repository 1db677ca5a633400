import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../../../src/storage/database.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { FATES, startCuttingProxy } from './cutting-proxy.ts';
import type { Language } from './languages.ts';
import { runProgram } from './run-program.ts';

/** How many creations are made through the proxy. */
const CUTS = Number(process.env.CUTS ?? 240);
/** Programs wait more than they compute. */
const PROGRAMS = 16;
/** Longer than what the proxy holds back; what the SDK does after its ten seconds is tested elsewhere. */
const LOOKUP_WAIT_MS = '800';
const TIMEOUT_MS = '400';

/** What a program says of a creation. */
interface Told {
  readonly reference: string;
  readonly outcome: 'created' | 'lost' | 'nothing sent';
  readonly id?: string;
  /** Ids; null when the SDK does not know. */
  readonly found?: readonly string[] | null;
}

/** Holds what the SDK of a language says after lost answers against what the gateway has. */
export function testCuts({ name, skip, forms, command }: Language): void {
  describe(`the SDK for ${name} behind a proxy that cuts connections`, { skip }, () => {
    it(`makes no payment twice in ${CUTS} creations, and tells what became of each`, async (test) => {
      const random = seededRandom();
      test.diagnostic(`TEST_SEED=${random.seed}`);
      const gateway = await startTestGateway('sqlite');
      const proxy = await startCuttingProxy(Number(new URL(gateway.url).port), random);
      try {
        const share = Math.ceil(CUTS / PROGRAMS);
        const env = { ...forms[0]!.env, PEYE_URL: proxy.url, PEYE_KEY: gateway.testKey, LOOKUP_WAIT_MS, TIMEOUT_MS };
        const ran = await Promise.all(
          Array.from({ length: PROGRAMS }, (_, index) =>
            runProgram(
              command('cuts'),
              { ...env, FROM: String(index * share), TO: String(Math.min(CUTS, (index + 1) * share)) },
              { timeoutMs: 60_000 + share * 10_000 },
            ),
          ),
        );
        for (const { code, stdout, stderr } of ran) assert.equal(code, 0, `${stdout}${stderr}`);
        const told = ran.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean)).map((line) => JSON.parse(line));
        await proxy.idle();

        assert.equal(told.length, CUTS);
        assert.equal(proxy.references.length, CUTS, 'each creation was sent once');
        assert.equal(new Set(proxy.references).size, CUTS, 'each creation was sent once');
        if (CUTS >= 200) {
          for (const fate of FATES) assert.ok(proxy.creations[fate] > 0, `${fate} happened`);
        }
        const made = await madePayments(gateway.store.db);
        for (const one of told as Told[]) judge(one, made.get(one.reference) ?? []);
        const count = (is: (one: Told) => unknown) => (told as Told[]).filter(is).length;
        test.diagnostic(
          `${count(({ outcome }) => outcome === 'created')} answered, ${count(({ found }) => found?.length)} lost and found, ` +
            `${count(({ found }) => found?.length === 0)} lost and not made, ${count(({ found }) => found === null)} not known`,
        );
      } catch (error) {
        throw new Error(`TEST_SEED=${random.seed}`, { cause: error });
      } finally {
        await proxy.close();
        await gateway.stop();
      }
    });
  });
}

/** The ids of the payments of each reference. */
async function madePayments(db: Database): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: number | string; reference: string }>('SELECT id, reference FROM payments', []);
  const made = new Map<string, string[]>();
  for (const { id, reference } of rows) made.set(reference, [...(made.get(reference) ?? []), String(id)]);
  return made;
}

/** Whether what was told of a creation is so. */
function judge({ reference, outcome, id, found }: Told, made: readonly string[]): void {
  const said = `${reference}: ${outcome}, ${JSON.stringify(found)}; made: ${made}`;
  assert.ok(made.length <= 1, said);
  if (outcome === 'created') assert.deepEqual(made, [id], said);
  else if (outcome === 'nothing sent') assert.deepEqual(made, [], said);
  else if (found !== null) assert.deepEqual(made, found, said);
}
