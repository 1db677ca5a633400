import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { parseFacts } from '../../../src/features/audit/audit-rows.ts';
import { checkAuditLog } from '../../../src/features/audit/check-audit-log.ts';
import { listAuditChain } from '../../../src/features/audit/store/audit-log.ts';
import { FACT_TEXTS } from '../../../src/platform/messages/audit-facts/audit-facts-messages.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { BROWSER, openPeople, PASSWORD, type People } from './people.ts';

const NEW_PASSWORD = 'guava sunset bicycle 31';

onOneEngineByDay('actions of users are in the audit log', (engine) => {
  let people: People;
  before(async () => {
    people = await openPeople(engine);
  });
  after(() => people?.close());

  it('with the actor and the address, and without a secret', async () => {
    const { users, limits } = people;
    const start = (await listAuditChain(people.db, { after: 0, limit: 1000 })).length;
    const person = await people.withTotp('support');
    const secrets = [PASSWORD, NEW_PASSWORD, person.token, person.secret ?? '', ...(person.recoveryCodes ?? [])];
    const proof = { kind: 'recovery_code', code: person.recoveryCodes?.[0] ?? '' } as const;
    const half = await users.signIn({ email: person.user.email, password: PASSWORD, ...BROWSER }, limits);
    assert.ok('token' in half);
    const whole = await users.proveFactor(await people.who(half), proof, limits);
    assert.ok('token' in whole);
    // The same session, now used from another address.
    const elsewhere = await users.readSession(whole.token, '198.51.100.77');
    assert.ok(elsewhere);
    secrets.push(half.token, whole.token, ...(await users.renewRecoveryCodes(elsewhere)));
    await users.endSession(await people.who(whole), (await people.who(person)).session.id);
    assert.equal(await users.endOtherSessions(await people.who(whole)), 0);
    const change = { password: PASSWORD, newPassword: NEW_PASSWORD };
    const changed = await users.changePassword(await people.who(whole), change, limits);
    assert.ok('token' in changed);
    const second = await users.beginTotp(await people.who(changed));
    const added = await users.addTotp(await people.who(changed), { name: 'Tablet', code: people.code(second.secret) });
    await users.removeFactor(await people.who(added), added.factorId);
    await users.signOut(added.token, '198.51.100.77');
    await users.signOut(added.token);
    const target = { id: person.user.id, version: null };
    const boss = { kind: 'user', id: 'usr_boss', name: 'Boss', address: '198.51.100.4' } as const;
    const asBoss = users.as(boss);
    await asBoss.changeUser(null, target, { role: 'auditor', websiteIds: [] });
    await asBoss.changeUser(null, target, { role: 'auditor', websiteIds: [] });
    const { link } = await asBoss.resetUser(null, target, { removesFactors: true });
    const again = await users.useLink({ token: link.token, password: PASSWORD, ...BROWSER });
    assert.ok('token' in again);
    secrets.push(link.token, second.secret, changed.token, added.token, again.token);
    await asBoss.setUserActive(null, target, false);
    await asBoss.setUserActive(null, target, true);
    await users.signIn({ email: person.user.email, password: PASSWORD, ...BROWSER }, limits);
    await users.signIn({ email: person.user.email, password: 'wrong wrong wrong', ...BROWSER }, limits);

    const rows = await listAuditChain(people.db, { after: start, limit: 1000 });
    const lines = rows.map(
      ({ action, actor, after }) => `${action} ${actor.name} ${actor.address ?? '-'} ${after ?? '-'}`,
    );
    const recorded = rows.flatMap(({ before, after }) => Object.keys({ ...parseFacts(before), ...parseFacts(after) }));
    const unnamed = recorded.filter((name) => !Object.hasOwn(FACT_TEXTS.en, name));
    assert.deepEqual(unnamed, [], 'these facts have no name in src/platform/messages/audit-facts');
    const id = person.user.id;
    const me = `Marie Joseph ${BROWSER.address}`;
    const there = 'Marie Joseph 198.51.100.77';
    const theirs = 'Boss 198.51.100.4';
    const shown = lines.map((line) => line.replaceAll(/(ses|fac)_\w+/g, '$1'));
    const { email } = person.user;
    assert.deepEqual(shown, [
      `user.invite tests - {"email":"${email}","name":null,"role":"support","website_ids":[],"link_shown":true}`,
      `user.accept ${me} {"email":"${email}","name":"Marie Joseph","role":"support","language":"en"}`,
      `user.factor.add ${me} {"factor":"fac","kind":"totp","name":"Phone"}`,
      `user.recovery_codes ${me} {"left":9}`,
      `user.sign_in ${me} {"session":"ses","factor":"recovery_code"}`,
      `user.recovery_codes ${there} {"left":10}`,
      `session.end ${me} -`,
      `user.password ${me} -`,
      `user.factor.add ${me} {"factor":"fac","kind":"totp","name":"Tablet"}`,
      `user.factor.remove ${me} -`,
      `session.end ${there} -`,
      `user.role ${theirs} {"role":"auditor","website_ids":[]}`,
      `user.reset ${theirs} {"link":"reset","factors_removed":true,"link_shown":true}`,
      `user.password ${me} -`,
      `user.deactivate ${theirs} {"active":false}`,
      `user.activate ${theirs} {"active":true}`,
      `user.sign_in ${me} {"session":"ses","factor":null}`,
    ]);
    assert.equal(rows.find(({ action }) => action === 'user.recovery_codes')?.before, '{"left":10}');
    for (const { subject, actor } of rows) {
      assert.deepEqual(subject, { kind: 'user', id });
      assert.equal(actor.id, { cli: null, user: actor.name === 'Boss' ? 'usr_boss' : id, system: null }[actor.kind]);
    }
    const all = `${JSON.stringify(rows)}${people.logged()}`;
    for (const secret of secrets) assert.ok(secret !== '' && !all.includes(secret), secret);
    assert.doesNotMatch(all, /argon2|v2\./);
    assert.deepEqual((await checkAuditLog(people.db)).fault ?? null, null);
  });
});
