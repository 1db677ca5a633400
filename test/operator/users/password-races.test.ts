import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { makeLink } from '../../../src/features/users/one-time-link.ts';
import type { Passwords } from '../../../src/features/users/passwords.ts';
import { SignedOut } from '../../../src/features/users/session-rules.ts';
import { type UserVerbs, userVerbs } from '../../../src/features/users/user-verbs.ts';
import { onBothEngines } from '../../support/engines.ts';
import { assertRefused } from '../operator-store.ts';
import { BROWSER, openPeople, PASSWORD, type People, type Person } from './people.ts';

const NEW_PASSWORD = 'guava sunset bicycle 31';
const OTHER_PASSWORD = 'papaya window ladder 77';

onBothEngines('a password that changes in two ways at once', (engine) => {
  let people: People;
  before(async () => {
    people = await openPeople(engine);
  });
  after(() => people?.close());

  /** Verbs that run `rival` once, after the passwords were compared and before the result is stored. */
  const withRival = (rival: () => Promise<unknown>): UserVerbs => {
    const { passwords } = people.parts;
    const interrupted: Passwords = {
      inTurn: async (work, lane) => {
        const result = await passwords.inTurn(work, lane);
        await rival();
        return result;
      },
    };
    return userVerbs({ ...people.parts, passwords: interrupted });
  };
  const reset = ({ user }: Person) =>
    people.users.resetUser(null, { id: user.id, version: null }, { removesFactors: false });
  const signIn = ({ user }: Person, { password = PASSWORD, users = people.users } = {}) =>
    users.signIn({ email: user.email, password, ...BROWSER }, people.limits);
  const change = async (person: Person, users: UserVerbs = people.users, newPassword = NEW_PASSWORD) =>
    users.changePassword(await people.who(person), { password: PASSWORD, newPassword }, people.limits);
  const stored = async ({ user }: Person) => {
    const [row] = await people.db.query<{ password_hash: string | null; sessions: number }>(
      `SELECT password_hash, (SELECT COUNT(*) FROM sessions WHERE user_id = u.id) AS sessions FROM users u WHERE id = $1`,
      [user.id],
    );
    return { ...row };
  };

  // Contract: USER-6
  it('a link to set a password does not outlive a change of the password', async () => {
    const person = await people.accepted('auditor');
    const { link } = await people.db.transaction(async (tx) => {
      const made = { kind: 'reset', userId: person.user.id, nowUs: people.parts.clock(), publicUrl: '' } as const;
      return { link: await makeLink(tx, made) };
    });
    assert.equal((await people.users.readLink(link.token)).user?.id, person.user.id);
    assert.equal((await change(person)).outcome, 'changed');
    await assertRefused(people.users.readLink(link.token), 'not_found', 'link');
    await assertRefused(
      people.users.useLink({ token: link.token, password: OTHER_PASSWORD, ...BROWSER }),
      'not_found',
      'link',
    );
    assert.equal((await signIn(person, { password: NEW_PASSWORD })).outcome, 'signed_in');
  });

  // Contract: USER-7
  it('a password change fails if a reset was stored while the change compared the passwords', async () => {
    const person = await people.accepted('auditor');
    let token = '';
    const users = withRival(async () => {
      token = (await reset(person)).link.token;
    });
    await assert.rejects(change(person, users), SignedOut);
    assert.deepEqual(await stored(person), { password_hash: null, sessions: 0 });
    const used = await people.users.useLink({ token, password: OTHER_PASSWORD, ...BROWSER });
    assert.equal(used.outcome, 'signed_in', 'the link of the reset still works');
    assert.equal((await signIn(person, { password: NEW_PASSWORD })).outcome, 'wrong');
  });

  // Contract: USER-7
  it('a password change fails if another password was stored while it compared, even if its session has not ended', async () => {
    const person = await people.accepted('auditor');
    const another = await people.accepted('auditor');
    const { password_hash: hash = null } = await stored(another);
    const users = withRival(() =>
      people.db.transaction((tx) =>
        tx.query('UPDATE users SET password_hash = $2 WHERE id = $1', [person.user.id, hash]),
      ),
    );
    await assert.rejects(change(person, users), SignedOut);
    assert.equal((await stored(person)).password_hash, hash);
  });

  for (const [rival, run] of [
    ['a reset', reset],
    ['a change', change],
    ['a deactivation', ({ user }: Person) => people.users.setUserActive(null, { id: user.id, version: null }, false)],
  ] as const) {
    // Contract: USER-7
    it(`a sign-in opens no session if ${rival} was stored while it compared the passwords`, async () => {
      const person = await people.accepted('auditor');
      const users = withRival(() => run(person));
      assert.deepEqual(await signIn(person, { users }), { outcome: 'wrong' });
      assert.equal((await stored(person)).sessions, rival === 'a change' ? 1 : 0);
    });
  }

  // Contract: USER-7
  it('only the newer one of two links sets a password', async () => {
    const person = await people.accepted('auditor');
    const first = await reset(person);
    let second = '';
    const users = withRival(async () => {
      second = (await reset(person)).link.token;
    });
    await assertRefused(
      users.useLink({ token: first.link.token, password: NEW_PASSWORD, ...BROWSER }),
      'conflict',
      'link',
    );
    assert.equal((await stored(person)).password_hash, null);
    assert.equal(
      (await people.users.useLink({ token: second, password: OTHER_PASSWORD, ...BROWSER })).outcome,
      'signed_in',
    );
  });
});
