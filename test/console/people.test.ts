import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ROLES, type Role } from '../../src/core/roles.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { findUser } from '../../src/features/users/store/users.ts';
import { consoleClient, consolePerson, PASSWORD, valuesOf } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { formsOf, linksOf } from '../support/html-forms.ts';

const HOSTILE = '<script>alert(1)</script>';

onOneEngineByDay('the pages of people', (engine) => {
  let gateway: TestGateway;
  let foreign: string;
  before(async () => {
    gateway = await startTestGateway(engine);
    foreign = (await gateway.newWebsite('Other shop')).website.id;
  });
  after(() => gateway.stop());
  const userOf = async (id: string) => findUser(gateway.store.db, id);
  let number = 0;
  const newEmail = () => `new${number++}@shop.example`;
  const linkIn = (text: string) => /<code id="secret">([^<]+)<\/code>/.exec(text)?.[1] ?? '';

  it('invites a user by a link that is shown once, and works once', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const email = newEmail();
    const made = await owner.submit('/people/invite', '/people/invite', {
      email: email.toUpperCase(),
      name: HOSTILE,
      role: 'merchant_developer',
      website_id: gateway.website.id,
      language: 'fr',
    });
    assert.equal(made.status, 200, made.text);
    const link = linkIn(made.text);
    assert.match(link, new RegExp(`^${gateway.url}/console/invitations/[0-9A-Za-z]{43}$`));
    assert.match(made.text, /does not send e-mails/);
    const path = link.slice(`${gateway.url}/console`.length);
    const id = /\/people\/(usr_\w+)"/.exec(made.text)?.[1] ?? '';
    const page = await owner.get(`/people/${id}`);
    assert.ok(
      !page.text.includes(link) && !page.text.includes(HOSTILE),
      'the link is not shown again, and the entered name is escaped',
    );
    assert.match(page.text, /&#60;script&#62;/);
    const [row] = await listAuditRows(gateway.store.db, { subjectId: id, limit: 10 });
    assert.deepEqual([row?.action, row?.actor.id, row?.actor.address], ['user.invite', owner.user.id, '127.0.0.1']);

    const browser = consoleClient(gateway.url);
    const shown = await browser.get(`${path}?lang=en`);
    assert.match(shown.text, new RegExp(`You are invited as ${email}`));
    // A password manager needs to know to which account the password belongs.
    assert.match(shown.text, new RegExp(`value="${email}" autocomplete="username"`));
    const used = await browser.submit(path, path, { name: 'Jan', language: 'fr', password: PASSWORD });
    assert.equal(used.location, '/account/factors?needed=1&next=%2F');
    const again = await consoleClient(gateway.url).get(`${path}?lang=fr`);
    assert.equal(again.status, 410);
    assert.match(again.text, /Ce lien a déjà été utilisé/);
    assert.equal((await userOf(id))?.language, 'fr');
  });

  it('shows each error next to its field, in the language of the page, and keeps the entered values', async () => {
    const owner = await consolePerson(gateway, 'owner', { language: 'fr' });
    const wrong = await owner.submit('/people/invite', '/people/invite', { email: 'no address', role: 'operator' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="e-email">Saisissez une adresse e-mail valide\./);
    assert.match(wrong.text, /value="no address"/);
    assert.match(wrong.text, /value="operator" checked/);
    const unbound = await owner.submit('/people/invite', '/people/invite', {
      email: newEmail(),
      role: 'merchant_viewer',
    });
    assert.match(
      unbound.text,
      /id="e-website_id">Choisissez au moins un site pour le rôle «\u00a0Marchand\u00a0: lecture seule\u00a0»/,
    );
    const nothing = await owner.submit('/people/invite', '/people/invite', { email: newEmail() });
    assert.match(nothing.text, /id="e-role">/);
    const twice = await owner.submit('/people/invite', '/people/invite', { email: owner.user.email, role: 'support' });
    assert.equal(twice.status, 422);
    assert.match(twice.text, /Un utilisateur a déjà été invité/);
  });

  it('creates at most thirty links an hour for one website, for all of its team together', async () => {
    const website_id = (await gateway.newWebsite('Inviting shop')).website.id;
    const boss = await consolePerson(gateway, 'merchant_owner', { websiteIds: [website_id] });
    const role = { name: '', role: 'merchant_viewer', website_id, language: 'en' };
    const ask = async (email: string) => (await boss.post('/people/invite', { email, ...role })).status;
    for (let each = 0; each < 15; each++) {
      assert.equal(await ask(newEmail()), 200);
      assert.equal(await ask(boss.user.email), 422);
    }
    assert.equal(await ask(newEmail()), 429);
    // Another owner of the website cannot exceed the limit, nor can a form that names another website or none.
    const invitee = await consolePerson(gateway, 'merchant_owner', { websiteIds: [website_id] });
    assert.equal((await boss.submit(`/people/${invitee.user.id}/change`, '/reset')).status, 429);
    for (const named of [website_id, foreign, '']) {
      const fields = { email: newEmail(), ...role, website_id: named };
      assert.equal((await invitee.post('/people/invite', fields)).status, 429);
    }
    const other = await consolePerson(gateway, 'merchant_owner');
    const theirs = { ...role, website_id: gateway.website.id };
    assert.equal(
      (await other.post('/people/invite', { email: newEmail(), ...theirs })).status,
      200,
      'each website has its limit',
    );
  });

  it('shows each role only the users that it may see, at every address', async () => {
    const people: Record<string, string> = {};
    for (const role of ROLES) people[role] = (await consolePerson(gateway, role)).user.id;
    people.outsider = (await consolePerson(gateway, 'merchant_viewer', { websiteIds: [foreign] })).user.id;
    const seen: Record<Role, string[] | 'nothing'> = {
      owner: [...ROLES, 'outsider'],
      auditor: [...ROLES, 'outsider'],
      operator: ['merchant_owner', 'merchant_developer', 'merchant_viewer', 'outsider'],
      merchant_owner: ['merchant_owner', 'merchant_developer', 'merchant_viewer'],
      support: 'nothing',
      merchant_developer: 'nothing',
      merchant_viewer: 'nothing',
    };
    for (const role of ROLES) {
      const visitor = await consolePerson(gateway, role);
      const list = await visitor.get('/people');
      const expected = seen[role];
      assert.equal(list.status, expected === 'nothing' ? 404 : 200, role);
      for (const [name, id] of Object.entries(people)) {
        const isSeen = expected !== 'nothing' && expected.includes(name);
        assert.equal(list.text.includes(id), isSeen, `${role} lists ${name}`);
        assert.equal((await visitor.get(`/people/${id}`)).status, isSeen ? 200 : 404, `${role} opens ${name}`);
      }
      assert.equal((await visitor.get('/people/usr_none')).status, 404);
    }
  });

  it("refuses a merchant's change to a user of another merchant, at every address and by every field", async () => {
    const boss = await consolePerson(gateway, 'merchant_owner');
    const outsider = await consolePerson(gateway, 'merchant_viewer', { websiteIds: [foreign] });
    const support = await consolePerson(gateway, 'support');
    for (const { user } of [outsider, support]) {
      for (const [path, fields] of [
        ['change', { version: '1', role: 'merchant_viewer', website_id: gateway.website.id }],
        ['reset', { version: '1', remove_factors: '1' }],
        ['active', { version: '1', active: '0' }],
      ] as const) {
        assert.equal((await boss.post(`/people/${user.id}/${path}`, fields)).status, 404, path);
      }
      assert.equal((await boss.get(`/people/${user.id}/change`)).status, 404);
      assert.equal((await userOf(user.id))?.version, 1);
    }
    assert.equal((await outsider.get('/account')).status, 200, 'their sessions continue');
    const withHigherRole = await boss.post('/people/invite', {
      email: newEmail(),
      name: '',
      role: 'owner',
      language: 'en',
    });
    assert.equal(withHigherRole.status, 422);
    const toForeignWebsite = await boss.post('/people/invite', {
      email: newEmail(),
      name: '',
      role: 'merchant_viewer',
      language: 'en',
      website_id: foreign,
    });
    assert.equal(toForeignWebsite.status, 422);
    assert.match(toForeignWebsite.text, /id="e-website_id">There is no website/);
    assert.ok(!(await boss.get('/people/invite')).text.includes(foreign));
  });

  it('changes role and websites, and shows the second of two users the change of the first', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const target = await consolePerson(gateway, 'merchant_viewer');
    const page = `/people/${target.user.id}/change`;
    const both = [gateway.website.id, foreign];
    const first = await owner.submit(page, '/change', { role: 'merchant_developer', website_id: both });
    assert.match(linkIn(first.text), /\/console\/invitations\/\w{43}$/, 'another website requires a new link');
    const shown = await owner.get(`/people/${target.user.id}`);
    assert.match(shown.text, /Merchant: developer[\s\S]*Other shop/);
    assert.match(
      shown.text,
      /This user has not proved that they own this e-mail address[\s\S]*reset, shown to <bdi>Person \d+<\/bdi>/,
    );
    const fewer = await owner.submit(page, '/change', { role: 'merchant_developer', website_id: foreign });
    assert.equal(fewer.location, `/people/${target.user.id}?done=changed`);
    assert.match((await owner.get(fewer.location ?? '')).text, /Saved\./);
    assert.equal((await target.get('/account')).status, 303, 'a change of role ends the sessions');
    const second = await owner.post(page, { version: '1', role: 'merchant_owner', website_id: foreign });
    assert.equal(second.status, 422);
    assert.match(second.text, /Someone else changed this user[\s\S]*changes were not saved/);
    assert.match(second.text, /value="merchant_developer" checked/);
    assert.equal((await userOf(target.user.id))?.role, 'merchant_developer');
    const none = await owner.post(page, { role: 'merchant_owner', website_id: foreign });
    assert.equal(none.status, 400, 'the form of the page always sends a version');
  });

  it('resets, with or without factors, deactivates and activates', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const target = await consolePerson(gateway, 'support');
    const page = `/people/${target.user.id}/change`;
    const reset = await owner.submit(page, '/reset');
    assert.match(linkIn(reset.text), /\/console\/invitations\/\w{43}$/);
    assert.match((await owner.get(`/people/${target.user.id}`)).text, /Authenticator app · 2 recovery codes left/);
    assert.equal((await target.get('/account')).status, 303);
    await owner.submit(page, '/reset', { remove_factors: '1' });
    assert.match(
      (await owner.get(`/people/${target.user.id}`)).text,
      /<dt>Two-factor authentication<\/dt><dd>none<\/dd>/,
    );
    const off = await owner.submit(page, '/active');
    assert.equal(off.location, `/people/${target.user.id}?done=deactivated`);
    assert.ok((await userOf(target.user.id))?.deactivatedAtUs);
    const oldLink = await consoleClient(gateway.url).get(new URL(linkIn(reset.text)).pathname.slice('/console'.length));
    assert.equal(oldLink.status, 410);
    assert.ok(!(await owner.get(page)).text.includes('/reset"'), 'a deactivated user must be activated before a reset');
    assert.equal((await owner.submit(page, '/active')).location, `/people/${target.user.id}?done=activated`);
    assert.equal((await userOf(target.user.id))?.deactivatedAtUs, null);
  });

  it('invites a user again who has not accepted the invitation', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const made = await owner.submit('/people/invite', '/people/invite', { email: newEmail(), role: 'auditor' });
    const id = /\/people\/(usr_\w+)"/.exec(made.text)?.[1] ?? '';
    const again = await owner.submit(`/people/${id}/change`, '/reset');
    const path = (text: string) => new URL(linkIn(text)).pathname.slice('/console'.length);
    assert.equal(
      (await consoleClient(gateway.url).get(path(made.text))).status,
      410,
      'the previous link no longer works',
    );
    assert.equal((await consoleClient(gateway.url).get(path(again.text))).status, 200);
  });

  it('keeps the last owner', async () => {
    const alone = await startTestGateway(engine);
    try {
      const owner = await consolePerson(alone, 'owner');
      const page = `/people/${owner.user.id}/change`;
      const demoted = await owner.submit(page, '/change', { role: 'operator' });
      assert.deepEqual([demoted.status, /This is the last owner/.test(demoted.text)], [422, true]);
      const off = await owner.submit(page, '/active');
      assert.deepEqual([off.status, /This is the last owner/.test(off.text)], [422, true]);
      assert.equal((await owner.get('/people')).status, 200);
    } finally {
      await alone.stop();
    }
  });

  it('requires two-factor authentication again, and continues to the requested page', async () => {
    const owner = await consolePerson(gateway, 'owner', { standing: 'old' });
    const requested = await owner.get('/people/invite');
    assert.equal(requested.location, '/step-up?next=%2Fpeople%2Finvite');
    const proved = await owner.submit(requested.location ?? '', '/step-up', { code: owner.code() });
    assert.equal(proved.location, '/people/invite');
    assert.equal((await owner.get('/people/invite')).status, 200);
  });

  it('filters the list, and pages through it without missing or repeating a user', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const ids = new Set<string>();
    for (let each = 0; each < 60; each++) {
      ids.add(
        (await consolePerson(gateway, 'support', { email: `many${each}@paged.example`, standing: 'none' })).user.id,
      );
    }
    const found: string[] = [];
    let path: string | undefined = '/people?text=%40PAGED.example&role=support&state=active';
    let pages = 0;
    for (; path !== undefined && pages < 5; pages++) {
      const { text } = await owner.get(path);
      found.push(...[...text.matchAll(/\/people\/(usr_\w+)"/g)].map(([, id = '']) => id));
      path = linksOf(text)
        .find((link) => link.includes('before='))
        ?.slice('/console'.length);
    }
    assert.equal(pages, 2);
    assert.deepEqual([found.length, new Set(found)], [60, ids]);
    assert.match((await owner.get('/people?text=100%25_')).text, /No users match/);
  });

  it('allows every user to change their own name and language', async () => {
    const person = await consolePerson(gateway, 'merchant_viewer', { standing: 'none' });
    const empty = await person.submit('/account', '/account/profile', { name: ' ', language: 'fr' });
    assert.deepEqual([empty.status, /id="e-name">Enter 1 to 255/.test(empty.text)], [422, true]);
    const done = await person.submit('/account', '/account/profile', { name: 'Ti Jan', language: 'ht' });
    assert.equal(done.location, '/account?done=saved');
    assert.match((await person.get('/account')).text, /<html lang="ht">[\s\S]*Ti Jan/);
    assert.equal((await userOf(person.user.id))?.role, 'merchant_viewer');
    const [row] = await listAuditRows(gateway.store.db, { subjectId: person.user.id, limit: 1 });
    assert.deepEqual([row?.action, row?.after], ['user.profile', '{"name":"Ti Jan","language":"ht"}']);
  });

  it('shows the same secret after a wrong code, and the choice of methods after a passkey that was not requested', async () => {
    const person = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const page = await person.submit('/account/factors', '/account/factors/totp');
    const form = formsOf(page.text).find(({ action }) => action.endsWith('/confirm'));
    assert.ok(form);
    const shown = valuesOf(form);
    const wrong = await person.post('/account/factors/totp/confirm', { ...shown, name: 'Phone', code: 'none' });
    assert.deepEqual([wrong.status, /id="e-code">This code is not correct/.test(wrong.text)], [422, true]);
    const again = formsOf(wrong.text).find(({ action }) => action.endsWith('/confirm'));
    assert.ok(shown.secret && again);
    assert.equal(valuesOf(again).secret, shown.secret);
    const passkey = await person.post('/account/factors/passkey', { name: 'Key', passkey: 'none' });
    assert.equal(passkey.status, 422);
    assert.match(
      passkey.text,
      /This request expired or was started elsewhere\. Start again\.[\s\S]*action="[^"]*\/account\/factors\/totp"/,
    );
  });
});
