import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { linkMail } from '../../../src/features/users/send-link.ts';
import { userJson } from '../../../src/features/users/user-json.ts';
import { userVerbs } from '../../../src/features/users/user-verbs.ts';
import { MailFailure } from '../../../src/platform/mail/mailer.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { assertRefused } from '../operator-store.ts';
import { BROWSER, openPeople, PASSWORD, type People } from './people.ts';

const NAME = 'Jan Batis';
const HOUR = 3_600;

onOneEngineByDay('links that work once', (engine) => {
  let people: People;
  let number = 0;
  before(async () => {
    people = await openPeople(engine);
  });
  after(() => people?.close());
  const invite = (fields: object = {}) =>
    people.users.inviteUser(null, { email: `guest${number++}@shop.example`, role: 'auditor', ...fields });
  const use = (token: string, fields: object = {}) =>
    people.users.useLink({ token, name: NAME, password: PASSWORD, ...BROWSER, ...fields });
  const signIn = (email: string, password = PASSWORD) =>
    people.users.signIn({ email, password, ...BROWSER }, people.limits);

  // Contract: USER-1
  it('create the first owner of a store without users, once, within a quarter of an hour', async () => {
    const late = await people.users.firstOwnerLink();
    const link = await people.users.firstOwnerLink();
    assert.ok(link && late);
    assert.match(link.url, /^https:\/\/pay\.example\/console\/invitations\/[0-9A-Za-z]{43}$/);
    await assertRefused(use(late.token, { email: 'a@shop.example' }), 'not_found', 'link', /newer link/);
    people.pass(15 * 60);
    await assertRefused(use(link.token, { email: 'a@shop.example' }), 'conflict', 'link', /expired/);
    const newest = await people.users.firstOwnerLink();
    assert.ok(newest);
    await assertRefused(use(newest.token), 'invalid', 'email');
    await assertRefused(use(newest.token, { email: 'a@shop.example', name: undefined }), 'invalid', 'name');
    const results = await Promise.allSettled(
      ['a@shop.example', 'b@shop.example'].map((email) => use(newest.token, { email, language: 'ht' })),
    );
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const [owner, ...others] = await people.users.listUsers(null);
    assert.deepEqual([owner?.role, owner?.name, owner?.language, others], ['owner', NAME, 'ht', []]);
    assert.equal(await people.users.firstOwnerLink(), undefined);
  });

  it('let a new user choose a name, a language and a password', async () => {
    const { user, link, mailed } = await invite({ email: ' Guest@Shop.EXAMPLE', role: 'owner', language: 'fr' });
    assert.deepEqual([user.email, user.version, mailed], ['guest@shop.example', 1, 'off']);
    const { link: read, user: shown } = await people.users.readLink(link.token);
    assert.deepEqual([read.kind, shown?.email], ['invitation', user.email]);
    const json = userJson(user, { link, mailed });
    assert.deepEqual([json.link, json.accepted, json.active], [link.url, false, true]);
    for (const [password, message] of [
      ['short', /12 to 128/],
      ['password12345678', /easy to guess/],
      ['guest at the shop', /before the @/],
    ] as const) {
      await assertRefused(use(link.token, { password }), 'invalid', 'password', message);
    }
    await assertRefused(use(link.token, { name: ' ' }), 'invalid', 'name');
    const used = await use(link.token, { language: 'ht' });
    assert.ok(used.outcome === 'signed_in');
    const who = await people.who(used);
    assert.deepEqual([who.user.name, who.user.language, who.user.id], [NAME, 'ht', user.id]);
    assert.equal((await signIn(user.email)).outcome, 'signed_in');
    const stored = JSON.stringify([
      await people.db.query('SELECT * FROM users'),
      await people.db.query('SELECT * FROM one_time_links'),
      await people.db.query('SELECT * FROM sessions'),
    ]);
    for (const secret of [PASSWORD, link.token, used.token]) assert.ok(!stored.includes(secret));
  });

  // Contract: USER-1
  it('work once, even if two browsers use one at the same moment', async () => {
    const { link, user } = await invite();
    const results = await Promise.allSettled([use(link.token, { name: 'A' }), use(link.token, { name: 'B' })]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await assertRefused(use(link.token), 'conflict', 'link', /already used/);
    await assertRefused(people.users.readLink(link.token), 'conflict', 'link', /already used/);
    assert.equal((await people.db.query('SELECT id FROM sessions WHERE user_id = $1', [user.id])).length, 1);
  });

  // Contract: USER-1
  it('expire after 72 hours, and reset links after one hour', async () => {
    const { link, user } = await invite();
    people.pass(72 * HOUR - 1);
    await people.users.readLink(link.token);
    people.pass(1);
    await assertRefused(use(link.token), 'conflict', 'link', /expired/);
    const again = await people.users.resetUser(null, { id: user.id, version: null }, { removesFactors: false });
    assert.equal(again.link.kind, 'invitation');
    await assertRefused(people.users.readLink(link.token), 'not_found', 'link');
    await use(again.link.token);
    const reset = await people.users.resetUser(null, { id: user.id, version: null }, { removesFactors: false });
    people.pass(HOUR - 1);
    await people.users.readLink(reset.link.token);
    people.pass(1);
    await assertRefused(use(reset.link.token), 'conflict', 'link', /expired/);
    for (const none of ['', 'x'.repeat(43), again.link.token.slice(1)]) {
      await assertRefused(use(none), 'not_found', 'link');
    }
  });

  // Contract: USER-8
  it('that reset a user end the sessions and the password at once, and do not replace the factor', async () => {
    const person = await people.withTotp('owner');
    const { link } = await people.users.resetUser(
      null,
      { id: person.user.id, version: null },
      { removesFactors: false },
    );
    assert.equal(await people.users.readSession(person.token), undefined);
    assert.equal((await signIn(person.user.email)).outcome, 'wrong');
    const used = await use(link.token, { name: undefined, password: 'guava sunset bicycle 31' });
    assert.equal(used.outcome, 'factor_awaited');
    const gone = await people.users.resetUser(null, { id: person.user.id, version: null }, { removesFactors: true });
    const bare = await use(gone.link.token, { name: undefined });
    assert.ok(bare.outcome === 'signed_in');
    const { user, hasFactor } = await people.who(bare);
    assert.deepEqual([user.name, hasFactor], ['Marie Joseph', false]);
  });

  it('no longer work for a deactivated user', async () => {
    const { link, user } = await invite();
    await people.users.setUserActive(null, { id: user.id, version: null }, false);
    await assertRefused(use(link.token), 'not_found', 'link');
    const reset = people.users.resetUser(null, { id: user.id, version: null }, { removesFactors: false });
    await assertRefused(reset, 'conflict', 'user_id', /Activate the user first/);
  });

  it('are created only for a valid, new e-mail address, and a role with its websites', async () => {
    const websiteId = await people.newWebsite();
    await invite({ email: 'twice@shop.example' });
    await assertRefused(invite({ email: 'Twice@shop.example' }), 'conflict', 'email');
    const before = (await people.users.listUsers(null)).length;
    for (const email of ['', 'nobody', 'a@b@c', 'a b@c.example', `${'x'.repeat(250)}@c.example`]) {
      await assertRefused(invite({ email }), 'invalid', 'email');
    }
    await assertRefused(invite({ role: 'admin' }), 'invalid', 'role', /Choose a role: owner, operator/);
    await assertRefused(invite({ role: 'constructor' }), 'invalid', 'role');
    await assertRefused(invite({ websiteIds: [websiteId] }), 'invalid', 'website_id', /Do not choose any/);
    await assertRefused(invite({ role: 'merchant_viewer' }), 'invalid', 'website_id', /at least one/);
    await assertRefused(invite({ role: 'merchant_viewer', websiteIds: ['web_none'] }), 'not_found', 'website_id');
    await assertRefused(invite({ name: 'x'.repeat(256) }), 'invalid', 'name');
    assert.equal((await people.users.listUsers(null)).length, before);
    const { user } = await invite({ role: 'merchant_viewer', websiteIds: [websiteId, websiteId] });
    assert.deepEqual(user.websiteIds, [websiteId]);
  });

  it('are sent by e-mail, and can be used even if sending fails', async () => {
    const sent: { to: string; text: string }[] = [];
    const send = async (mail: { to: string; text: string }) => {
      if (mail.to.startsWith('lost')) throw new MailFailure('EENVELOPE 550', true);
      sent.push(mail);
    };
    const mail = { mailer: { send, check: async () => {} }, from: 'peye@pay.example' };
    const users = userVerbs({ ...people.parts, mail });
    const good = await users.inviteUser(null, { email: 'good@shop.example', role: 'auditor', language: 'ht' });
    const lost = await users.inviteUser(null, { email: 'lost@shop.example', role: 'auditor' });
    assert.deepEqual([good.mailed, lost.mailed], ['sent', 'failed']);
    assert.equal(sent.length, 1);
    assert.ok(sent[0]?.text.includes(good.link.url) && sent[0].text.startsWith('Bonjou,\n'));
    assert.match(people.logged(), /"reason":"EENVELOPE 550","msg":"a link could not be sent by e-mail"/);
    assert.ok(!people.logged().includes(lost.link.token));
    await use(lost.link.token);
    assert.ok(!linkMail(good.user, good.link, 'peye@pay.example').messageId.includes(good.link.token));
  });

  it('are sent by e-mail without any text that the inviter chose', async () => {
    const phishing = 'Peye support. Your account is locked: sign in at https://evil.example/console within 1 hour';
    const email = 'locked.visit.evil.example@shop.example';
    const { user, link } = await invite({ email, name: phishing });
    for (const kind of ['invitation', 'reset'] as const) {
      for (const language of ['en', 'fr', 'ht'] as const) {
        const { subject, text, ...mail } = linkMail({ ...user, language }, { ...link, kind }, 'peye@pay.example');
        const html = mail.html.toString();
        for (const part of [subject, text, html]) assert.ok(!/evil|locked|support/i.test(part), part);
        assert.ok(text.includes(link.url) && html.includes(link.url));
      }
    }
  });
});
