import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startCuttingProxy } from '../cutting-proxy.ts';
import { type Creation, creationsOf, judgeCreations, paymentsByReference } from '../judge-creations.ts';
import { installSdk } from './installed-sdk.ts';
import { runtimes } from './runtimes.ts';

/** The minimum number of cuts in all runtimes together. CUTS=10000 runs more. */
const CUTS = Number(process.env.CUTS ?? 600);
/** One runtime for each HTTP client: two versions of Node, and two runtimes with their own clients. */
const RUNTIMES = ['Node 18', 'Node 24', 'Deno', 'Bun'];
const PAYMENTS_AT_A_TIME = 200;
const AT_ONCE = 40;
/** Long enough, because on this machine a payment that reached the gateway is stored much sooner. */
const LOOKUP_WAIT_MS = 2_000;
const LIMIT_MS = 240_000;

describe('sqlite: connections that are cut at any byte', { concurrency: true }, () => {
  const sdk = installSdk();
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    copyFileSync(new URL('create-many.mjs', import.meta.url), join(sdk.folder, 'create-many.mjs'));
  });
  after(async () => {
    await gateway?.stop();
    sdk.remove();
  });

  for (const name of RUNTIMES) {
    it(`cause no second payment in ${name}, and the SDK reports each outcome truly`, async (context) => {
      const { program, args } = runtimes()[name]!;
      const { testKey } = await gateway.newWebsite(name);
      const proxy = await startCuttingProxy(gateway.url);
      context.after(() => proxy.close());
      const creations: Creation[] = [];
      for (let round = 0; proxy.cuts() < CUTS / RUNTIMES.length; round++) {
        const settings = {
          baseUrl: proxy.url,
          apiKey: testKey,
          prefix: `${name} ${round}`,
          payments: PAYMENTS_AT_A_TIME,
          atOnce: AT_ONCE,
          lookupWaitMs: LOOKUP_WAIT_MS,
        };
        const { stdout } = await promisify(execFile)(program, [...args, 'create-many.mjs', JSON.stringify(settings)], {
          cwd: sdk.folder,
          timeout: LIMIT_MS,
          maxBuffer: 64 * 1024 * 1024,
          env: { PATH: process.env.PATH, HOME: sdk.folder, DENO_NO_UPDATE_CHECK: '1' },
        });
        creations.push(...creationsOf(stdout));
      }
      const payments = await paymentsByReference(gateway.client(testKey));
      judgeCreations(creations, payments, `TEST_SEED=${proxy.seed}`);
      const counts = countBy(creations);
      context.diagnostic(`${proxy.cuts()} cuts, ${creations.length} creations: ${JSON.stringify(counts)}`);
      // Each outcome must have occurred, or the cuts have missed their purpose.
      for (const outcome of ['created', 'found', 'unknown'] as const)
        assert.ok((counts[outcome] ?? 0) > 0, `none was ${outcome}`);
    });
  }
});

function countBy(creations: readonly Creation[]): Partial<Record<Creation['outcome'], number>> {
  const counts: Partial<Record<Creation['outcome'], number>> = {};
  for (const { outcome } of creations) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
