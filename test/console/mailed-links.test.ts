import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { consolePerson } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
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
      .replaceAll(/name="form_token" value="[^"]+"/g, '');

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
});
