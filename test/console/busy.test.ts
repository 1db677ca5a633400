import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { newStore } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startTcpSwitch } from '../support/tcp-switch.ts';

describe('two hundred who sign in at once', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite', { settings: { TRUST_PROXY: '127.0.0.1,::1', ROLES: 'api,console' } });
  });
  after(() => gateway.stop());

  it('are signed in or see that they must try again in a moment, while the API responds and memory stays bounded', async () => {
    const people = await Promise.all(
      Array.from({ length: 200 }, () => consolePerson(gateway, 'merchant_viewer', { standing: 'none' })),
    );
    const form_token = await consoleClient(gateway.url).formToken();
    const signIn = async (at: number) => {
      const client = consoleClient(gateway.url);
      const fields = { form_token, email: people[at]?.user.email ?? '', password: PASSWORD };
      const { status, headers } = await client.post('/sign-in', fields, { 'x-forwarded-for': `198.51.100.${at}` });
      return { status, wait: headers.get('retry-after') };
    };
    const flood = { isOver: false };
    const before = process.memoryUsage.rss();
    const pollApi = async () => {
      let [responses, most] = [0, before];
      for (; !flood.isOver; responses++) {
        assert.equal((await gateway.api.get('/payments')).status, 200);
        most = Math.max(most, process.memoryUsage.rss());
      }
      return { responses, grownMib: (most - before) / 2 ** 20 };
    };
    const others = pollApi();
    const all = await Promise.all(people.map((_, at) => signIn(at))).finally(() => {
      flood.isOver = true;
    });
    const { responses, grownMib } = await others;
    assert.ok(responses >= 20, `${responses} requests of the API got a response during the flood`);
    // Two hashes take 38 MiB, two hundred 3,800.
    assert.ok(grownMib < 500, `${grownMib} MiB`);
    const statuses = all.map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].sort(), [303, 503]);
    assert.ok(statuses.filter((status) => status === 303).length >= 100);
    assert.ok(all.every(({ status, wait }) => status === 303 || wait === '5'));
    assert.equal((await signIn(statuses.indexOf(503))).status, 303);
  });
});

describe('a console whose database is unavailable', {
  skip: process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL',
}, () => {
  it('reports it on every page that needs the database, and ends no session', async () => {
    const store = await newStore('postgres');
    const database = new URL(store.settings.DATABASE_URL ?? '');
    const line = await startTcpSwitch(Number(database.port || '5432'));
    database.host = `127.0.0.1:${line.port}`;
    const settings = { ...store.settings, DATABASE_URL: database.href };
    const gateway = await startTestGateway('postgres', {
      sharedStore: { ...store, settings },
      settings: { ROLES: 'api,console' },
    });
    try {
      const person = await consolePerson(gateway, 'owner');
      assert.equal((await person.get('/account')).status, 200);
      const form_token = await person.formToken();
      await line.close();
      for (const response of [await person.get('/account'), await person.post('/account/password', { form_token })]) {
        assert.equal(response.status, 503);
        assert.equal(response.headers.get('retry-after'), '5');
        assert.match(response.text, /<title>Pa disponib pou yon ti moman/);
        assert.equal(response.headers.get('set-cookie'), null, 'no user is signed out');
      }
      const signedOut = consoleClient(gateway.url);
      assert.equal((await signedOut.get('/sign-in')).status, 200, 'a page that needs no database is served');
    } finally {
      await gateway.stop().finally(() => store.drop());
      await line.close();
    }
  });
});
