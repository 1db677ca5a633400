import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Role } from '../../../src/core/roles.ts';
import type { Manager } from '../../../src/features/users/manager.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { assertRefused } from '../operator-store.ts';
import { openPeople, type People, type Person } from './people.ts';

onOneEngineByDay('the users that a role manages', (engine) => {
  let people: People;
  let mine: string;
  let foreign: string;
  before(async () => {
    people = await openPeople(engine);
    mine = await people.newWebsite();
    foreign = await people.newWebsite();
  });
  after(() => people?.close());
  const at = ({ user }: Person, version: number | null = null) => ({ id: user.id, version });
  const change = (manager: Manager, person: Person, role: Role, websiteIds: string[] = []) =>
    people.users.changeUser(manager, at(person), { role, websiteIds });
  const stateOf = async ({ user }: Person) => people.users.requireUser(null, user.id);
  const isOpen = async ({ token }: Person) => (await people.users.readSession(token)) !== undefined;
  let number = 0;
  const invitation = (role: Role, websiteIds: string[] = []) => ({
    email: `new${number++}@shop.example`,
    role,
    websiteIds,
  });

  // Contract: USER-11
  it('a merchant reaches only the users of its websites, whatever id or field it sends', async () => {
    const boss = await people.accepted('merchant_owner', [mine]);
    const colleague = await people.accepted('merchant_viewer', [mine]);
    const outsider = await people.accepted('merchant_viewer', [foreign]);
    const both = await people.accepted('merchant_developer', [mine, foreign]);
    const support = await people.accepted('support');
    const manager = await people.manager(boss);
    const ids = (await people.users.listUsers(manager)).map(({ id }) => id).sort();
    assert.deepEqual(ids, [boss, colleague, both].map(({ user }) => user.id).sort());
    const listed = await people.users.listUsers(manager);
    assert.ok(!JSON.stringify(listed).includes(foreign), 'no other website of these users is listed');
    assert.deepEqual((await people.users.requireUser(manager, both.user.id)).websiteIds, [mine]);
    const paged = async (websiteId?: string) =>
      (await people.users.pageUsers(manager, { websiteId, limit: 100 })).map(({ id }) => id).sort();
    assert.deepEqual(await paged(), ids);
    assert.deepEqual(await paged(mine), ids);
    assert.deepEqual(await paged(foreign), []);

    const before = JSON.stringify(await people.users.listUsers(null));
    for (const { user } of [outsider, support, { user: { id: 'usr_none' } }]) {
      const target = { id: user.id, version: null };
      const whatever = { role: 'merchant_viewer', websiteIds: [mine] };
      await assertRefused(people.users.requireUser(manager, user.id), 'not_found', 'user_id');
      await assertRefused(people.users.changeUser(manager, target, whatever), 'not_found', 'user_id');
      await assertRefused(people.users.setUserActive(manager, target, false), 'not_found', 'user_id');
      await assertRefused(people.users.resetUser(manager, target, { removesFactors: true }), 'not_found', 'user_id');
    }
    await assertRefused(change(manager, both, 'merchant_viewer', [mine]), 'conflict', 'user_id', /Only the operator/);
    await assertRefused(change(manager, colleague, 'owner'), 'invalid', 'role', /Choose a role: merchant_owner/);
    await assertRefused(change(manager, colleague, 'merchant_viewer', [mine, foreign]), 'not_found', 'website_id');
    await assertRefused(
      people.users.inviteUser(manager, invitation('merchant_viewer', [foreign])),
      'not_found',
      'website_id',
    );
    await assertRefused(people.users.inviteUser(manager, invitation('support')), 'invalid', 'role');
    assert.equal(JSON.stringify(await people.users.listUsers(null)), before);
    assert.ok((await isOpen(outsider)) && (await isOpen(support)));
    assert.equal((await change(manager, colleague, 'merchant_developer', [mine])).user.role, 'merchant_developer');
    const { user } = await people.users.inviteUser(manager, invitation('merchant_viewer', [mine]));
    assert.deepEqual(user.websiteIds, [mine]);
  });

  it("an owner manages all users, an operator merchants' users, a merchant owner those of its websites, all others none", async () => {
    const target = await people.accepted('merchant_viewer', [mine]);
    const colleague = await people.accepted('support');
    const byRole = async (role: Role, of: Person) => {
      const manager = await people.manager(await people.accepted(role, role.startsWith('merchant') ? [mine] : []));
      const wanted = { role: of.user.role, websiteIds: of.user.websiteIds };
      return people.users.changeUser(manager, at(of), wanted).then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      );
    };
    const table = [];
    const roles = [
      'owner',
      'operator',
      'support',
      'auditor',
      'merchant_owner',
      'merchant_developer',
      'merchant_viewer',
    ] as const;
    for (const role of roles) table.push([role, await byRole(role, target), await byRole(role, colleague)]);
    assert.deepEqual(table, [
      ['owner', 'allowed', 'allowed'],
      ['operator', 'allowed', 'not_found'],
      ['support', 'not_found', 'not_found'],
      ['auditor', 'conflict', 'conflict'],
      ['merchant_owner', 'allowed', 'not_found'],
      ['merchant_developer', 'not_found', 'not_found'],
      ['merchant_viewer', 'not_found', 'not_found'],
    ]);
  });

  it('a new role ends the sessions of a user, the loss of a website does not, and a change to the same values has no effect', async () => {
    const person = await people.accepted('merchant_viewer', [mine, foreign]);
    const { user: same } = await change(null, person, 'merchant_viewer', [mine, foreign]);
    assert.equal(same.version, 1);
    const { user: moved, made } = await change(null, person, 'merchant_viewer', [foreign]);
    assert.deepEqual([moved.version, moved.websiteIds, made], [2, [foreign], null]);
    assert.deepEqual((await people.who(person)).websiteIds, [foreign]);
    const { user: raised } = await change(null, person, 'operator');
    assert.deepEqual([raised.version, raised.websiteIds], [3, []]);
    assert.ok(!(await isOpen(person)));
  });

  it('a new role or website ends the earlier links of a user: their creators have seen them', async () => {
    const owner = await people.withTotp('merchant_owner', [mine]);
    const boss = await people.manager(owner);
    const invited = await people.users.inviteUser(boss, invitation('merchant_developer', [mine]));
    const person = await people.accepted('merchant_viewer', [mine]);
    const reset = await people.users.resetUser(boss, at(person), { removesFactors: true });
    const opens = ({ link }: typeof reset) =>
      people.users.readLink(link.token).then(
        () => true,
        () => false,
      );
    const same = { role: 'merchant_developer', websiteIds: [mine] } as const;
    await people.users.changeUser(null, { id: invited.user.id, version: null }, same);
    assert.ok(await opens(invited), 'a change to the same values leaves the link valid');
    await people.users.changeUser(null, { id: invited.user.id, version: null }, { role: 'operator', websiteIds: [] });
    await change(null, person, 'merchant_viewer', [mine, foreign]);
    assert.deepEqual([await opens(invited), await opens(reset)], [false, false]);
    // When a user is deactivated, the links that this user created end too.
    const actor = { kind: 'user', id: owner.user.id, name: 'Boss', address: null } as const;
    const kept = await people.users.as(actor).inviteUser(boss, invitation('merchant_owner', [mine]));
    assert.ok(await opens(kept));
    await people.users.setUserActive(null, at(owner), false);
    assert.ok(!(await opens(kept)));
  });

  it('a deactivated user has no session, and can sign in again after activation', async () => {
    const person = await people.accepted('support');
    const off = await people.users.setUserActive(null, at(person), false);
    assert.ok(off.deactivatedAtUs !== null && !(await isOpen(person)));
    assert.deepEqual(await people.users.setUserActive(null, at(person), false), off);
    const on = await people.users.setUserActive(null, at(person), true);
    assert.deepEqual([on.deactivatedAtUs, on.version], [null, 3]);
    assert.ok(!(await isOpen(person)), 'the session stays ended');
  });

  it('of concurrent changes of one user, the first succeeds, and the others get an error', async () => {
    const person = await people.accepted('support');
    const seen = (await stateOf(person)).version;
    const results = await Promise.allSettled([
      people.users.changeUser(null, at(person, seen), { role: 'auditor', websiteIds: [] }),
      people.users.changeUser(null, at(person, seen), { role: 'operator', websiteIds: [] }),
      people.users.setUserActive(null, at(person, seen), false),
      people.users.resetUser(null, at(person, seen), { removesFactors: true }),
    ]);
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 3);
    for (const { reason } of refused) assert.deepEqual([reason.code, reason.field], ['conflict', 'version']);
    assert.equal((await stateOf(person)).version, seen + 1);
  });

  // Contract: USER-12
  it('the last owner stays an owner, even when owners are changed concurrently', { timeout: 60_000 }, async () => {
    await people.accepted('owner');
    for (const each of await people.users.listUsers(null)) {
      if (each.role !== 'owner' || each.deactivatedAtUs !== null) continue;
      await people.users.setUserActive(null, { id: each.id, version: null }, false).catch(() => {});
    }
    const left = (await people.users.listUsers(null)).filter(
      (user) => user.role === 'owner' && user.deactivatedAtUs === null,
    );
    assert.equal(left.length, 1);
    const [last] = left;
    assert.ok(last);
    // An invited owner who has not accepted does not count as an owner yet.
    const { user: invited } = await people.users.inviteUser(null, invitation('owner'));
    const target = { id: last.id, version: null };
    await assertRefused(people.users.setUserActive(null, target, false), 'conflict', 'user_id', /last owner/);
    await assertRefused(
      people.users.changeUser(null, target, { role: 'operator', websiteIds: [] }),
      'conflict',
      'user_id',
      /last owner/,
    );
    await people.users.setUserActive(null, { id: invited.id, version: null }, false);

    const other = await people.accepted('owner');
    for (let round = 0; round < 5; round++) {
      const results = await Promise.allSettled([
        people.users.changeUser(null, target, { role: 'operator', websiteIds: [] }),
        people.users.setUserActive(null, at(other), false),
      ]);
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], `round ${round}`);
      await people.users.changeUser(null, target, { role: 'owner', websiteIds: [] });
      await people.users.setUserActive(null, at(other), true);
    }
  });
});
