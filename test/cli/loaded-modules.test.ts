import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LATER_PACKAGES, requireLaterPackages } from '../../src/cli/later-packages.ts';
import { peye, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';

const READY_TIMEOUT_MS = 30_000;
const NOTE_MODULES = new URL('../support/note-modules.ts', import.meta.url).href;
const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Loaded by a start whose settings need it, or by a command. */
const ASKED_FOR = [
  'age-encryption',
  'ioredis',
  'papaparse',
  'pg',
  'pg-copy-streams',
  'rate-limiter-flexible',
  'stripe',
];

/**
 * What each costs all that start: a module takes a fifth of a millisecond, and what is not loaded takes no memory. Of the console a start needs
 * its routes, what a payment's end writes (history, sums, search terms), what records changes, the link of the first owner, how one statement
 * queries many websites, how what is due is claimed; of payment links what a payment's end writes, and where its customer goes
 * back to; of the metrics what counts, because what happens before the first scrape has to be in it.
 */
const MOST_OF_A_START = 595;
const MOST_OF_A_COMMAND = 142;

describe('what is loaded', () => {
  let store: EmptyStore;
  before(async () => {
    store = await emptyStore('sqlite');
  });
  after(() => store.drop());

  const settings = (name: string) => ({
    ...store.settings,
    MODULES_FILE: join(store.folder, `${name}.json`),
    NODE_OPTIONS: `--import ${NOTE_MODULES}`,
  });
  const modulesOf = (name: string) => {
    const { loaded, builtin } = JSON.parse(readFileSync(join(store.folder, `${name}.json`), 'utf8')) as {
      loaded: string[];
      builtin: string[];
    };
    return { files: loaded.filter((url) => url.startsWith('file:') && url !== NOTE_MODULES), builtin };
  };
  const having = (files: readonly string[], part: RegExp) => files.filter((file) => part.test(file));

  it('by a start are the ones that it needs, and no others', async () => {
    const started = spawnPeye(['start', '--json'], {
      settings: { ...settings('start'), PORT: String(await freePort()) },
    });
    await until(
      'peye start is ready',
      () => {
        assert.equal(started.child.exitCode, null, started.stderr());
        return /^\{.*\}\n$/.test(started.stdout());
      },
      READY_TIMEOUT_MS,
    );
    started.child.kill('SIGTERM');
    assert.equal(await started.ended, 0, started.stderr());
    const { files, builtin } = modulesOf('start');
    assert.ok(files.length > 300, `the modules were noted: ${files.length}`);
    const unwanted = [...LATER_PACKAGES, ...ASKED_FOR].map((name) => new RegExp(`/node_modules/${name}/`));
    for (const part of [
      ...unwanted,
      /\/simulators\//,
      /\/database\/postgres\//,
      /\/openapi\/describe-api/,
      /\/ajv\/dist\/(ajv|compile)\b/,
      /\/docs-site\/docs-site/,
      // What else there is of metrics is loaded with the first scrape.
      /\/src\/metrics\/(gauges|metrics-reader|metrics-server|process-meters|prom-client)\.ts/,
      // The console is loaded with its first request.
      /\/src\/console\/(?!console-(path|routes)\.ts)/,
      /\/features\/users\/user-verbs/,
    ]) {
      assert.deepEqual(having(files, part), []);
    }
    const commands = having(
      files,
      /\/src\/cli\/(websites|keys|payments|deliveries|doctor|listen|subscriptions|rehearsal)\.ts/,
    );
    assert.deepEqual(commands, []);
    // What an `import` of node:http loads for a WebSocket: 5 MB.
    assert.deepEqual(having(builtin, /deps\/undici/), []);
    assert.ok(files.length <= MOST_OF_A_START, `a start loads ${files.length} modules`);
  });

  it('by a command is that command and the store', async () => {
    const { code, stderr } = await peye(['websites', 'list'], { settings: settings('list') });
    assert.equal(code, 0, stderr);
    const { files } = modulesOf('list');
    assert.deepEqual(having(files, /\/node_modules\/(fastify|ajv|undici)\//), []);
    assert.ok(files.length <= MOST_OF_A_COMMAND, `a command loads ${files.length} modules`);
  });

  it('later is looked for by a start', () => {
    requireLaterPackages();
    assert.throws(() => requireLaterPackages(['no-such-package']), /no-such-package is not installed. Run: npm ci/);
  });

  it('is decided for every package', () => {
    const { files } = modulesOf('start');
    const undecided = Object.keys(dependencies).filter(
      (name) =>
        ![...LATER_PACKAGES, ...ASKED_FOR].includes(name) &&
        having(files, new RegExp(`/node_modules/${name}/`)).length === 0,
    );
    assert.deepEqual(undecided, []);
  });
});
