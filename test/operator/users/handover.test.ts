import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { pageUsers } from '../../../src/features/users/store/page-users.ts';
import { userVerbs } from '../../../src/features/users/user-verbs.ts';
import type { Mail } from '../../../src/platform/mail/mailer.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { assertRefused } from '../operator-store.ts';
import { BROWSER, openPeople, PASSWORD, type People, type Person } from './people.ts';

onOneEngineByDay('an account that a merchant invited', (engine) => {
  let people: People;
  let [mine, foreign] = ['', ''];
  let number = 0;
  before(async () => {
    people = await openPeople(engine);
    [mine, foreign] = [await people.newWebsite(), await people.newWebsite()];
  });
  after(() => people?.close());
  const newEmail = () => `marie${number++}@bqz.example`;
  const signIn = ({ user }: Pick<Person, 'user'>) =>
    people.users.signIn({ email: user.email, password: PASSWORD, ...BROWSER }, people.limits);
  /** The verbs of a gateway that sends e-mails, and the e-mails that it sent. */
  const mailing = () => {
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail), check: async () => {} };
    return { sent, users: userVerbs({ ...people.parts, mail: { mailer, from: 'peye@pay.example' } }) };
  };
  const actorOf = (person: Person, name = 'Attacker') =>
    ({ kind: 'user', id: person.user.id, name, address: null }) as const;

  it("does not give its inviter access to another merchant's website, or to the operator's team", async () => {
    const boss = await people.withTotp('merchant_owner', [mine]);
    for (const wanted of [
      { role: 'merchant_owner', websiteIds: [mine, foreign] },
      { role: 'merchant_viewer', websiteIds: [foreign] },
      { role: 'support', websiteIds: [] },
    ]) {
      const invited = await people.users
        .as(actorOf(boss))
        .inviteUser(await people.manager(boss), { email: newEmail(), role: 'merchant_owner', websiteIds: [mine] });
      // The inviter opens the link, and chooses the password and the factor.
      const used = await people.users.useLink({ token: invited.link.token, name: 'M', password: PASSWORD, ...BROWSER });
      assert.ok('token' in used);
      const { secret } = await people.users.beginTotp(await people.who(used));
      const added = await people.users.addTotp(await people.who(used), { name: 'P', code: people.code(secret) });
      const { user, made } = await people.users.changeUser(null, { id: invited.user.id, version: null }, wanted);
      assert.equal(await people.users.readSession(added.token), undefined, 'the session ended');
      assert.deepEqual(await signIn({ user }), { outcome: 'wrong' });
      assert.ok(made);
      const again = await people.users.useLink({ token: made.link.token, password: PASSWORD, ...BROWSER });
      assert.equal(again.outcome, 'signed_in', 'the previous factor does not count');
      assert.ok('token' in again);
      assert.equal((await people.who(again)).hasFactor, false);
    }
  });

  it('stays signed in if its own merchant gives it more websites, or the operator gives it nothing new', async () => {
    const other = await people.newWebsite();
    const boss = await people.withTotp('merchant_owner', [mine, other]);
    const person = await people.withTotp('merchant_viewer', [mine]);
    const target = { id: person.user.id, version: null };
    const asBoss = await people.manager(boss);
    await people.users.changeUser(asBoss, target, { role: 'merchant_viewer', websiteIds: [mine, other] });
    assert.ok(await people.users.readSession(person.token));
    await people.users.changeUser(null, target, { role: 'merchant_viewer', websiteIds: [mine] });
    assert.ok(await people.users.readSession(person.token));
  });

  it('does not give its inviter access to a website that a merchant with more websites adds', async () => {
    const [other, third] = [await people.newWebsite(), await people.newWebsite()];
    const small = await people.withTotp('merchant_owner', [mine]);
    const large = await people.withTotp('merchant_owner', [mine, other, third]);
    const asLarge = people.users.as(actorOf(large, 'Large'));
    const invite = (by: Person, role: string, websiteIds: readonly string[]) =>
      people
        .manager(by)
        .then((manager) => people.users.as(actorOf(by)).inviteUser(manager, { email: newEmail(), role, websiteIds }));
    const take = async ({ token }: { token: string }) => {
      const used = await people.users.useLink({ token, name: 'M', password: PASSWORD, ...BROWSER });
      assert.ok('token' in used);
      return used;
    };
    const invited = await invite(small, 'merchant_owner', [mine]);
    // The inviter opens the link.
    const session = await take(invited.link);
    const target = { id: invited.user.id, version: null };
    const wanted = { role: 'merchant_owner', websiteIds: [mine, other] };
    const { user, made } = await asLarge.changeUser(await people.manager(large), target, wanted);
    assert.equal(await people.users.readSession(session.token), undefined, 'the session ended');
    assert.deepEqual(await signIn({ user }), { outcome: 'wrong' });
    assert.ok(made);
    const again = await take(made.link);
    // The password that the inviter chose has been removed, so adding a third website requires no new link.
    const more = { role: 'merchant_owner', websiteIds: [mine, other, third] };
    assert.equal((await asLarge.changeUser(await people.manager(large), target, more)).made, null);
    assert.ok(await people.users.readSession(again.token));
    // Links that were shown to users of the added website, or to the operator, end no session.
    for (const own of [
      await invite(large, 'merchant_viewer', [mine]),
      await people.users.inviteUser(null, { email: newEmail(), role: 'merchant_viewer', websiteIds: [mine] }),
    ]) {
      const kept = await take(own.link);
      const changed = await asLarge.changeUser(
        await people.manager(large),
        { id: own.user.id, version: null },
        { role: 'merchant_viewer', websiteIds: [mine, other] },
      );
      assert.equal(changed.made, null);
      assert.ok(await people.users.readSession(kept.token));
    }
    // Nor do links that were only sent by e-mail.
    const { users } = mailing();
    const proved = await users
      .as(actorOf(small))
      .inviteUser(await people.manager(small), { email: newEmail(), role: 'merchant_viewer', websiteIds: [mine] });
    const kept = await take(proved.link);
    const asMailed = users.as(actorOf(large, 'Large'));
    const both = { role: 'merchant_viewer', websiteIds: [mine, other] };
    const { made: none } = await asMailed.changeUser(
      await people.manager(large),
      { id: proved.user.id, version: null },
      both,
    );
    assert.equal(none, null);
    assert.ok(await people.users.readSession(kept.token));
  });

  it('gets the links of a merchant only by e-mail, if the gateway sends e-mails', async () => {
    const { sent, users } = mailing();
    const boss = await people.withTotp('merchant_owner', [mine]);
    const asBoss = users.as(actorOf(boss));
    const invitation = { email: newEmail(), role: 'merchant_viewer', websiteIds: [mine] };
    const { user, isShown, link } = await asBoss.inviteUser(await people.manager(boss), invitation);
    assert.equal(isShown, false);
    assert.ok(sent[0]?.text.includes(link.url));
    assert.deepEqual(await users.listShownLinks(user.id), [], 'the merchant saw no link');
    const target = { id: user.id, version: null };
    const reset = await asBoss.resetUser(await people.manager(boss), target, { removesFactors: true });
    assert.equal(reset.isShown, false);
    assert.equal((await users.resetUser(null, target, { removesFactors: false })).isShown, true, 'the operator');
    assert.equal(
      (await people.users.as(actorOf(boss)).resetUser(await people.manager(boss), target, { removesFactors: true }))
        .isShown,
      true,
    );
    assert.deepEqual(
      (await users.listShownLinks(user.id)).map(({ kind, to }) => [kind, to.name]),
      [
        ['reset', 'Attacker'],
        ['reset', 'tests'],
      ],
    );
    await asBoss.resetUser(await people.manager(boss), target, { removesFactors: false });
    assert.equal((await users.listShownLinks(user.id)).length, 2, 'the factor may belong to a user who saw the link');
    await asBoss.resetUser(await people.manager(boss), target, { removesFactors: true });
    assert.deepEqual(await users.listShownLinks(user.id), []);
  });

  it('looks the same to a merchant whether the invited person has an account elsewhere or not', async () => {
    const elsewhere = [
      await people.accepted('merchant_owner', [foreign]),
      await people.accepted('owner'),
      { user: (await people.users.inviteUser(null, { email: newEmail(), role: 'support' })).user },
    ];
    for (const { users, sent } of [mailing(), { ...mailing(), users: people.users }]) {
      const websiteId = await people.newWebsite();
      const manager = await people.manager(await people.withTotp('merchant_owner', [websiteId]));
      const seen = [];
      for (const email of [newEmail(), ...elsewhere.map(({ user }) => user.email)]) {
        const made = await users.inviteUser(manager, {
          email,
          role: 'merchant_viewer',
          websiteIds: [websiteId],
          name: 'Marie',
        });
        const { id } = made.user;
        const target = { id, version: null };
        const again = users.inviteUser(manager, { email, role: 'merchant_viewer', websiteIds: [websiteId] });
        await assertRefused(again, 'conflict', 'email', /already invited/);
        const read = await users.readLink(made.link.token);
        const reset = await users.resetUser(manager, target, { removesFactors: false });
        const changed = await users.changeUser(manager, target, {
          role: 'merchant_developer',
          websiteIds: [websiteId],
        });
        const listed = (await users.listUsers(manager)).find((each) => each.id === id);
        const texts = [email, 'usr_', id, id.toLowerCase(), 'Marie'].map(async (text) =>
          (await users.pageUsers(manager, { text, limit: 100 })).some((each) => each.id === id),
        );
        const { user } = await users.setUserActive(manager, target, false).then((off) => ({ user: off }));
        const of = ({
          id: _,
          email: given,
          createdAtUs,
          deactivatedAtUs,
          isPlaceholder,
          ...rest
        }: typeof made.user) => ({
          ...rest,
          isSame: given === email,
        });
        seen.push(
          JSON.stringify([
            of(made.user),
            made.isShown,
            made.mailed,
            read.link.kind,
            reset.mailed,
            reset.link.kind,
            of(changed.user),
            listed && of(listed),
            await Promise.all(texts),
            of(user),
          ]),
        );
      }
      assert.equal(new Set(seen).size, 1, seen.join('\n'));
      // An address that has an account gets an e-mail without a link, and the account does not change.
      for (const { user } of elsewhere) {
        for (const { text, to } of sent.filter((mail) => mail.to === user.email)) {
          assert.ok(!text.includes('/invitations/') && /account/.test(text), `${to}: ${text}`);
        }
      }
      await people.users.setUserActive(null, { id: elsewhere[2]?.user.id ?? '', version: null }, true);
    }
    const [owner] = elsewhere as [Person];
    assert.equal((await people.who(owner)).user.version, 1);
    assert.equal((await signIn(owner)).outcome, 'signed_in');
  });

  it('cannot be accepted while it is a placeholder, which the operator sees', async () => {
    const boss = await people.withTotp('merchant_owner', [mine]);
    const owner = await people.accepted('merchant_owner', [foreign]);
    const { email } = owner.user;
    const invitation = { email, role: 'merchant_owner', websiteIds: [mine] };
    const { user, link } = await people.users.inviteUser(await people.manager(boss), invitation);
    const use = people.users.useLink({ token: link.token, name: 'M', password: PASSWORD, ...BROWSER });
    await assertRefused(use, 'conflict', 'link', /Contact the operator/);
    assert.equal((await people.users.requireUser(null, user.id)).isPlaceholder, true);
    await assertRefused(people.users.inviteUser(null, invitation), 'conflict', 'email');
    // Two merchants invite the same address at the same moment.
    const third = await people.newWebsite();
    const others = await Promise.all(
      [third, await people.newWebsite()].map(async (websiteId) => {
        const manager = await people.manager(await people.withTotp('merchant_owner', [websiteId]));
        return people.users.inviteUser(manager, { email, role: 'merchant_viewer', websiteIds: [websiteId] });
      }),
    );
    assert.ok(others.every((each) => each.user.isPlaceholder && each.user.email === email));
    const found = await pageUsers(people.db, {
      roles: ['merchant_owner', 'merchant_viewer'],
      websiteIds: null,
      text: email,
      limit: 9,
    });
    assert.equal(found.length, 4);
    assert.ok(found.every((each) => each.email === email));
  });
});
