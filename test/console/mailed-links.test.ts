import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { consoleClient, consolePerson } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

onOneEngineByDay('links of a gateway that sends e-mails', (engine) => {
  let gateway: TestGateway;
  let server: MailServer;
  before(async () => {
    server = await startMailServer();
    const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: 'peye@op.example' };
    gateway = await startTestGateway(engine, { settings });
  });
  after(async () => {
    await gateway?.stop();
    await server?.close();
  });
  const withoutIds = (text: string, email: string) =>
    text
      .replaceAll(email, 'EMAIL')
      .replaceAll(/usr_\w+/g, 'ID')
      .replaceAll(/<time .*?<\/time>/g, 'TIME')
      .replaceAll(/name="form_token" value="[^"]+"|data-(?:token|seconds)="[^"]+"/g, '');

  it('are never shown to a merchant, whose pages are the same whether or not the invited person already has an account', async () => {
    const boss = await consolePerson(gateway, 'merchant_owner');
    const owner = await consolePerson(gateway, 'owner');
    const pages = [];
    for (const email of ['nobody@x.example', owner.user.email]) {
      const fields = { email, name: 'Marie', role: 'merchant_viewer', website_id: gateway.website.id, language: 'en' };
      const made = await boss.post('/people/invite', fields);
      const id = /\/people\/(usr_\w+)"/.exec(made.text)?.[1] ?? '';
      const list = await boss.get('/people');
      const reset = await boss.submit(`/people/${id}/change`, '/reset');
      const texts = [made.text, (await boss.get(`/people/${id}`)).text, reset.text];
      for (const text of texts) assert.ok(!text.includes('/invitations/'), text);
      assert.ok(list.text.includes(id));
      pages.push([made.status, reset.status, ...texts.map((text) => withoutIds(text, email))]);
    }
    assert.deepEqual(pages[0], pages[1]);
    assert.match(String(pages[0]?.[2]), /A link was sent to <bdi>EMAIL/);
    const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));
    assert.deepEqual([mailsTo('nobody@x.example').length, mailsTo(owner.user.email).length], [2, 2]);
    for (const { content } of mailsTo('nobody@x.example')) assert.match(content, /\/console\/invitations\/\w{43}/);
    for (const { content } of mailsTo(owner.user.email))
      assert.doesNotMatch(content, /invitations|Marie|share the link/);
    server.behaviour = 'unknown_recipient';
    const fields = { email: 'lost@x.example', name: '', role: 'merchant_viewer', website_id: gateway.website.id };
    const lost = await boss.post('/people/invite', { ...fields, language: 'en' });
    server.behaviour = 'takes';
    assert.match(lost.text, /The link could not be sent to/);
    assert.ok(!lost.text.includes('/invitations/'));
  });

  /** The path of the link in the newest e-mail to an address, once this many have arrived. */
  const mailedLink = async (email: string, count: number) => {
    const mails = () => server.mails.filter(({ to }) => to.includes(email));
    await until(`${email} has ${count} e-mails`, () => mails().length >= count);
    assert.equal(mails().length, count);
    return mails().map(({ content }) => /\/console(\/invitations\/\w{43})/.exec(content)?.[1] ?? '');
  };
  const rowsOf = (subjectId: string) => listAuditRows(gateway.store.db, { subjectId, limit: 10 });
  const request = (email: string) => consoleClient(gateway.url).post('/sign-in/lost-password', { email });
  const choose = (link: string | undefined) => {
    assert.ok(link);
    const client = consoleClient(gateway.url);
    return { client, used: client.post(link, { password: 'lantern mango river 77' }) };
  };

  it('let a user who has lost the password set a new one, with two-factor authentication', async () => {
    const user = await consolePerson(gateway, 'merchant_owner', { language: 'fr' });
    const sent = await request(` ${user.user.email.toUpperCase()} `);
    assert.equal(sent.location, '/sign-in/lost-password?done=sent');
    const [link] = await mailedLink(user.user.email, 1);
    const mail = server.mails.at(-1);
    assert.match(String(mail?.content), /mot de passe/);
    assert.equal((await user.get('/account')).status, 200, 'the session continues until the link is used');
    const { client, used } = choose(link);
    assert.equal((await used).location, '/sign-in/factor');
    assert.equal((await client.get('/account')).location, '/sign-in/factor?next=%2Faccount');
    const proved = await client.post('/sign-in/factor', { code: user.code() });
    assert.equal(proved.status, 303);
    assert.equal((await client.get('/account')).status, 200);
    assert.match((await user.get('/account')).location ?? '', /^\/sign-in/, 'other sessions have ended');
    assert.equal((await choose(link).used).status, 410, 'a link works once');
    const rows = await rowsOf(user.user.id);
    assert.deepEqual(
      rows.map(({ action, actor }) => [action, actor.kind]),
      [
        ['user.sign_in', 'user'],
        ['user.password', 'user'],
        ['user.lost_password', 'system'],
      ],
    );
    assert.ok(!JSON.stringify(rows).includes(String(link).slice(-43)));
  });

  it('do not reveal who has an account, and are not sent to users who may not sign in', async () => {
    const active = await consolePerson(gateway, 'support');
    const off = await consolePerson(gateway, 'support', { deactivatedAtUs: gateway.store.clock() });
    const invited = await consolePerson(gateway, 'support', { acceptedAtUs: null, passwordHash: null });
    const given = [active.user.email, off.user.email, invited.user.email, 'nobody@y.example', '', 'x', "' OR 1=1 --"];
    const results = [];
    for (const email of [...given, `${'x'.repeat(3_000)}@y.example`]) {
      const { status, location, text } = await request(email);
      results.push([status, location, text]);
    }
    for (const result of results) assert.deepEqual(result, [303, '/sign-in/lost-password?done=sent', '']);
    await mailedLink(active.user.email, 1);
    for (const { user } of [off, invited]) {
      assert.deepEqual((await rowsOf(user.id)).length, 0);
      await mailedLink(user.email, 0);
    }
    const twice = await consoleClient(gateway.url).post('/sign-in/lost-password', {
      email: ['a@y.example', 'b@y.example'],
    });
    assert.equal(twice.status, 400);
    const foreign = { email: active.user.email };
    const strange = await consoleClient(gateway.url).post('/sign-in/lost-password', foreign, {
      'sec-fetch-site': 'cross-site',
    });
    assert.equal(strange.status, 403, "another site's page cannot request a link");
  });

  it('are limited for each account, and only the last of two that were requested at once works', async () => {
    const { user } = await consolePerson(gateway, 'support', { standing: 'none' });
    await Promise.all([request(user.email), request(user.email)]);
    const links = await mailedLink(user.email, 2);
    const statuses = [];
    for (const link of links) statuses.push((await consoleClient(gateway.url).get(link)).status);
    assert.deepEqual(statuses.sort(), [200, 410]);
    await request(user.email);
    const all = await mailedLink(user.email, 3);
    for (const link of links) assert.equal((await choose(link).used).status, 410, 'an earlier link is replaced');
    assert.equal((await request(user.email)).location, '/sign-in/lost-password?done=sent');
    assert.equal((await choose(all.find((link) => !links.includes(link))).used).status, 303);
    await mailedLink(user.email, 3);
    let status = 303;
    for (let more = 0; more < 30 && status === 303; more++) ({ status } = await request(`nobody${more}@y.example`));
    assert.equal(status, 429, 'an address cannot request any number of links');
  });

  it('are offered only where the gateway sends e-mails', async () => {
    assert.match((await consoleClient(gateway.url).get('/sign-in')).text, /href="\/console\/sign-in\/lost-password"/);
    const silent = await startTestGateway(engine);
    try {
      const client = consoleClient(silent.url);
      assert.doesNotMatch((await client.get('/sign-in')).text, /lost-password/i);
      assert.equal((await client.get('/sign-in/lost-password')).location, '/sign-in');
      assert.equal((await client.post('/sign-in/lost-password', { email: 'a@y.example' })).location, '/sign-in');
    } finally {
      await silent.stop();
    }
  });
});
