import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RunningCli, spawnPeye } from '../support/cli.ts';
import { consoleClient, PASSWORD } from '../support/console.ts';
import { type Engine, emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';

const HOW = /The console has no users yet\. Invite the first owner:\n\n.*peye users create --email \S+ --role owner\n/;
const LINK = /^http:\/\/127\.0\.0\.1:\d+\/console\/invitations\/[0-9A-Za-z]{43}$/m;

/** Runs `work`, which starts gateways one after the other on a store that is empty at first. */
async function onEmptyStore(
  engine: Engine,
  work: (start: (...args: string[]) => Promise<string>, more: Record<string, string>) => Promise<void>,
) {
  const store = await emptyStore(engine);
  const more: Record<string, string> = {};
  let running: RunningCli | undefined;
  const stop = async () => {
    running?.child.kill('SIGTERM');
    await running?.ended;
  };
  try {
    const settings = { ...store.settings, PORT: String(await freePort()) };
    await work(async (...args) => {
      await stop();
      const started = spawnPeye(['start', ...args], { settings: { ...settings, ...more } });
      running = started;
      await until('peye start is ready', () => {
        assert.equal(started.child.exitCode, null, started.stderr());
        return (args.includes('--json') ? /^\{.*\}\n$/ : /Peye(?:'s \w+)? is ready/).test(started.stdout());
      });
      return started.stdout();
    }, more);
  } finally {
    await stop();
    await store.drop();
  }
}

describe('the first owner, on an empty embedded store', () => {
  it('signs in by the link of the first start, once; until there is a user, later starts say how to get a link', async () => {
    await onEmptyStore('sqlite', async (start) => {
      const first = await start();
      const link = LINK.exec(first)?.[0] ?? '';
      assert.notEqual(link, '', first);
      assert.match(first, /works once, within 15 minutes/);
      const log = first.split('\n').filter((line) => line.startsWith('{'));
      assert.ok(!log.join().includes('invitations'), 'the link is on no log line');
      const path = new URL(link).pathname.slice('/console'.length);
      const { origin } = new URL(link);
      const browser = consoleClient(origin);
      const fields = { email: 'marie@shop.example', name: 'Marie', language: 'en', password: PASSWORD };
      const refused = await browser.submit(`${path}?lang=fr`, path, { ...fields, password: 'short' });
      assert.equal(refused.status, 422);
      const used = await browser.submit(path, path, fields);
      assert.deepEqual([used.status, used.location], [303, '/account/factors?needed=1&next=%2F']);
      assert.match((await browser.get('/account')).text, /Owner/);
      assert.equal((await browser.get('/people/invite')).location, '/account/factors?next=%2Fpeople%2Finvite&needed=1');
      assert.equal((await consoleClient(origin).get(path)).status, 410);
      const later = await start();
      assert.ok(!LINK.test(later) && !HOW.test(later), later);
      assert.match(later, /Console +http:\/\/127\.0\.0\.1:\d+\/console$/m);
    });
  });

  it('can still get in if the link is lost: later starts show the command; the JSON document has the link too', async () => {
    await onEmptyStore('sqlite', async (start) => {
      const document = JSON.parse(await start('--json'));
      assert.match(document.first_owner_link, LINK);
      assert.ok(Math.abs(Date.parse(document.first_owner_link_expires_at) - Date.now() - 15 * 60_000) < 60_000);
      const later = await start();
      assert.match(later, HOW);
      assert.ok(!LINK.test(later));
      assert.equal(JSON.parse(await start('--json')).first_owner_link, undefined);
    });
  });

  it('is not mentioned if no console is served', async () => {
    await onEmptyStore('sqlite', async (start, more) => {
      more.ROLES = 'api,worker';
      const text = await start();
      assert.ok(!LINK.test(text) && !HOW.test(text) && !/\/console/.test(text), text);
    });
  });
});

describe('the first owner, on PostgreSQL', () => {
  it('gets the command', async () => {
    await onEmptyStore('postgres', async (start) => {
      const text = await start();
      assert.match(text, HOW);
      assert.ok(!LINK.test(text));
    });
  });
});
