import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

/** Each test uses its own IPv6 /64, so that no other test counts towards its limits. */
let line = 0;
const newLine = () => `2001:db8:${(++line).toString(16)}:7`;

onOneEngineByDay('addresses of browsers', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { TRUST_PROXY: '127.0.0.1,::1', HOST: '::' } });
  });
  after(() => gateway.stop());
  const signInFrom = async (forwarded: string | undefined, email: string, password = PASSWORD, url = gateway.url) => {
    const client = consoleClient(url);
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return { client, ...(await client.post('/sign-in', { email, password }, headers)) };
  };
  const failFrom = async (address: (at: number) => string, times: number) => {
    for (let at = 0; at < times; at++) {
      const { status } = await signInFrom(address(at), `guess${line}-${at}@console.example`, 'wrong');
      assert.equal(status, 422);
    }
  };

  it('in one IPv6 /64 share a limit of failed sign-ins, so that other clients are not locked out', async () => {
    const { user } = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const [attacker, other] = [newLine(), newLine()];
    await failFrom((at) => `${attacker}::${at + 1}`, 20);
    assert.equal((await signInFrom(`${attacker}:ffff::1`, user.email)).status, 429, 'the same /64');
    for (const address of [`${other}::1`, `[${other}::2]:4711`, '203.0.113.77:4711']) {
      assert.equal((await signInFrom(address, user.email)).status, 303, address);
    }
  });

  it('are recorded for a client that connects by IPv6 without a proxy', async () => {
    const { user } = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const url = `http://[::1]:${gateway.settings.PORT}`;
    assert.equal((await signInFrom(undefined, user.email, PASSWORD, url)).status, 303);
    const [row] = await listAuditRows(gateway.store.db, { subjectId: user.id, limit: 1 });
    assert.equal(row?.actor.address, '::1');
  });

  it('are shown in full in the audit log and the list of sessions', async () => {
    const { user } = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const address = `${newLine()}:aaaa:bbbb:cccc:dddd`;
    const { client } = await signInFrom(`[${address}]:4711`, user.email);
    const headers = { 'x-forwarded-for': address };
    assert.ok((await client.get('/account', headers)).text.includes(address));
    await client.post(
      '/account/profile',
      { form_token: await client.formToken(), name: 'Marie', language: 'en' },
      headers,
    );
    const rows = await listAuditRows(gateway.store.db, { subjectId: user.id, limit: 10 });
    assert.deepEqual(
      rows.map(({ action, actor }) => [action, actor.address]),
      [
        ['user.profile', address],
        ['user.sign_in', address],
      ],
    );
  });

  it("are recorded as unknown when the proxy does not name them: not as the proxy's address, or the address at sign-in", async () => {
    const { user } = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const { client, status } = await signInFrom('unknown', user.email);
    assert.equal(status, 303);
    await client.post('/account/profile', { name: 'Marie', language: 'en' }, { 'x-forwarded-for': '' });
    const rows = await listAuditRows(gateway.store.db, { subjectId: user.id, limit: 10 });
    assert.deepEqual(
      rows.map(({ actor }) => actor.address),
      [null, null],
    );
  });
});
