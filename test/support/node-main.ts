/**
 * A gateway in its own process, for tests that kill it. Its settings are its environment. With PEYE_TEST_SEED it first creates a website
 * with a test key and a live key. With PEYE_TEST_CLOCK_AHEAD_SECONDS its clock is ahead, so that tests need not wait for a lease to
 * expire. With PEYE_TEST_CLOCK=machine it uses the machine's clock and checks it, as in production. Prints one line of JSON when it serves.
 */
import { openStore } from '../../src/app/open-store.ts';
import { startGateway } from '../../src/app/start-gateway.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createWebsite } from './websites.ts';

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const clock = systemClock();
const aheadUs = Number(process.env.PEYE_TEST_CLOCK_AHEAD_SECONDS ?? 0) * 1_000_000;
const ahead = process.env.PEYE_TEST_CLOCK === 'machine' ? undefined : () => clock() + aheadUs;
const store = await openStore(config, log, { migrate: true }, ahead);

const seed = async () => {
  const { website, webhookSecret } = await createWebsite(store, { name: 'Test shop' });
  const key = async (mode: 'test' | 'live') =>
    (await store.operator.createApiKey({ websiteId: website.id, mode })).text;
  return { testKey: await key('test'), liveKey: await key('live'), webhookSecret, websiteId: website.id };
};
const seeded = process.env.PEYE_TEST_SEED ? await seed() : {};
const gateway = await startGateway(config, store, log);
process.once('SIGTERM', async () => {
  await gateway.stop();
  process.exit(0);
});
process.stdout.write(`${JSON.stringify({ ready: true, ...seeded })}\n`);
