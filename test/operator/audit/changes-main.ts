/**
 * Creates keys of a website, several at a time, until it is killed. Prints the id of each key once it exists. Its settings are its
 * environment; PEYE_TEST_WEBSITE is the website, PEYE_TEST_ACTOR the actor.
 */
import { openStore } from '../../../src/app/open-store.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/platform/log/log.ts';

const AT_ONCE = 4;

const { PEYE_TEST_WEBSITE: websiteId = '', PEYE_TEST_ACTOR: name = '' } = process.env;
const actor = { kind: 'cli', id: null, name, address: null } as const;
const { operator } = await openStore(readConfig(process.env), createLog('silent'), { migrate: false, actor });

async function makeKeys(): Promise<never> {
  for (;;) {
    const { apiKey } = await operator.createApiKey({ websiteId, mode: 'test' });
    process.stdout.write(`${apiKey.id}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, makeKeys));
