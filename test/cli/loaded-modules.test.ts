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

/** Packages that are loaded only by a command, or by a start whose settings need them. */
const ASKED_FOR = [
  'age-encryption',
  'dejavu-fonts-ttf',
  'ioredis',
  'papaparse',
  'pg',
  'pg-copy-streams',
  'rate-limiter-flexible',
  'stripe',
];

/**
 * The most modules that a start and a command may load. Every module costs a fifth of a millisecond, and memory. A start needs:
 * - of the console: its routes, what is written when a payment becomes final (history, sums, search terms), the audit log of changes,
 *   the link of the first owner, the query of many websites in one statement, and the claiming of due work;
 * - of payment links: what is written when a payment becomes final, and the address to which its customer returns;
 * - of fees, payouts and statements: the step that posts a fee, and what finds due work, such as payouts whose payments are counted;
 * - of checkout sessions: the schemas of their routes, the step that lets one payment complete, and their retention; of disputes and refunds: what stores them;
 * - of the request log: the schemas of its route, what collects its lines, and what deletes old ones;
 * - of the metrics: the counters, because they must include what happens before the first scrape.
 *
 * A command needs the lists of all commands and of the operator's functions, each in a few files by subject.
 */
const MOST_OF_A_START = 600;
const MOST_OF_A_COMMAND = 145;

describe('the modules that are loaded', () => {
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

  it('by a start are only those that it needs', async () => {
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
      // The rest of the metrics is loaded with the first scrape.
      /\/src\/metrics\/(gauges|metrics-reader|metrics-server|process-meters|prom-client)\.ts/,
      // The hosted pages and the console are loaded with their first request.
      /\/src\/pages\/(?!(guard-pages|pages)\.ts)/,
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
    // An `import` of node:http would load undici for its WebSocket client: 5 MB.
    assert.deepEqual(having(builtin, /deps\/undici/), []);
    assert.ok(files.length <= MOST_OF_A_START, tooMany('a start', files.length, MOST_OF_A_START));
  });

  it('by a command are that command and the store', async () => {
    const { code, stderr } = await peye(['websites', 'list'], { settings: settings('list') });
    assert.equal(code, 0, stderr);
    const { files } = modulesOf('list');
    assert.deepEqual(having(files, /\/node_modules\/(fastify|ajv|undici)\//), []);
    assert.ok(files.length <= MOST_OF_A_COMMAND, tooMany('a command', files.length, MOST_OF_A_COMMAND));
  });

  it('later belong to packages whose installation a start checks', () => {
    requireLaterPackages();
    assert.throws(() => requireLaterPackages(['no-such-package']), /no-such-package is not installed. Run: npm ci/);
  });

  it('by a start include every package, except those that are listed as loaded later or only when needed', () => {
    const { files } = modulesOf('start');
    const undecided = Object.keys(dependencies).filter(
      (name) =>
        ![...LATER_PACKAGES, ...ASKED_FOR].includes(name) &&
        having(files, new RegExp(`/node_modules/${name}/`)).length === 0,
    );
    assert.deepEqual(undecided, []);
  });
});

function tooMany(what: string, found: number, most: number): string {
  return `${what} loads ${found} modules, more than ${most}: load what it does not need with import(), or raise the number and list the code above it`;
}
