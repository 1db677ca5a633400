import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { permissionFor, SignedOut } from '../../../src/features/users/session-rules.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { assertRefused } from '../operator-store.ts';
import { BROWSER, openPeople, PASSWORD, type People, type Person } from './people.ts';

const MINUTE = 60;
const HOUR = 3_600;
const NEW_PASSWORD = 'guava sunset bicycle 31';

onOneEngineByDay('sessions', (engine) => {
  let people: People;
  before(async () => {
    people = await openPeople(engine);
  });
  after(() => people?.close());
  const isOpen = async ({ token }: Pick<Person, 'token'>) => (await people.users.readSession(token)) !== undefined;
  const again = async ({ user }: Person): Promise<Pick<Person, 'token'>> => {
    const result = await people.users.signIn({ email: user.email, password: PASSWORD, ...BROWSER }, people.limits);
    assert.ok('token' in result);
    return { token: result.token };
  };
  const withFactor = async (person: Person) => {
    const half = await again(person);
    people.pass(30);
    const proof = { kind: 'totp', code: people.code(person.secret ?? '') } as const;
    const proved = await people.users.proveFactor(await people.who(half), proof, people.limits);
    assert.ok('token' in proved, JSON.stringify(proved));
    return { token: proved.token };
  };

  // Contract: USER-9
  it('of users who may change data end after half an hour without use, and after twelve hours in any case', async () => {
    const owner = await people.accepted('owner');
    people.pass(30 * MINUTE - 1);
    assert.ok(await isOpen(owner));
    for (let half = 0; half < 23; half++) {
      people.pass(29 * MINUTE);
      assert.ok(await isOpen(owner), `after ${half} times 29 minutes`);
    }
    people.pass(29 * MINUTE);
    assert.ok(!(await isOpen(owner)), 'twelve hours are over');
    const idle = await people.accepted('owner');
    people.pass(30 * MINUTE + 1);
    assert.ok(!(await isOpen(idle)));
  });

  // Contract: USER-9
  it('of users who can only read end only after twelve hours', async () => {
    const auditor = await people.accepted('auditor');
    people.pass(12 * HOUR - 1);
    assert.ok(await isOpen(auditor));
    people.pass(1);
    assert.ok(!(await isOpen(auditor)));
  });

  it('have their last use recorded once a minute at most', async () => {
    const person = await people.accepted('auditor');
    const seen = async () =>
      (await people.db.query('SELECT last_seen_at_us FROM sessions ORDER BY created_at_us DESC LIMIT 1'))[0];
    const first = await seen();
    people.pass(59);
    await people.who(person);
    assert.deepEqual(await seen(), first);
    people.pass(1);
    await people.who(person);
    assert.notDeepEqual(await seen(), first);
  });

  it('end when the clock jumps ahead, and do not last longer when it is set back', async () => {
    const person = await people.accepted('owner');
    people.pass(-4 * MINUTE);
    assert.ok(await isOpen(person), 'a small step back ends no session');
    people.pass(-2 * MINUTE);
    assert.ok(!(await isOpen(person)));
    people.pass(6 * MINUTE);
    assert.ok(await isOpen(person));
    people.pass(365 * 24 * HOUR);
    assert.ok(!(await isOpen(person)));
    people.pass(-365 * 24 * HOUR);
  });

  it('allow nothing after signing out, not even with a copy of the token', async () => {
    const person = await people.accepted('auditor');
    const thief = await people.who(person);
    await people.users.signOut(person.token);
    assert.ok(!(await isOpen(person)));
    await assert.rejects(people.users.endOtherSessions(thief), SignedOut);
    await assert.rejects(people.users.beginTotp(thief), SignedOut);
    await people.users.signOut(person.token);
    await people.users.signOut('');
  });

  it('are listed while they are open: a session that expired without use is not listed', async () => {
    const idle = await people.accepted('owner');
    people.pass(30 * MINUTE + 1);
    const who = await people.who(await again(idle));
    const listed = await people.users.listSessions(who);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [who.session.id],
    );
  });

  it("are listed and ended by their owner, who cannot reach other users' sessions", async () => {
    const person = await people.accepted('auditor');
    const other = await people.accepted('auditor');
    const second = await again(person);
    const third = await again(person);
    const who = await people.who(person);
    const listed = await people.users.listSessions(who);
    assert.equal(listed.length, 3);
    const { id } = (await people.who(second)).session;
    const foreign = (await people.who(other)).session.id;
    for (const none of [foreign, 'ses_none', '']) {
      await assertRefused(people.users.endSession(who, none), 'not_found', 'session_id');
    }
    await people.users.endSession(who, id);
    assert.deepEqual([await isOpen(person), await isOpen(second), await isOpen(third)], [true, false, true]);
    assert.equal(await people.users.endOtherSessions(who), 1);
    assert.deepEqual([await isOpen(person), await isOpen(third), await isOpen(other)], [true, false, true]);
  });

  // Contract: USER-8
  it('get another token with a new password, which ends the others', async () => {
    const person = await people.accepted('auditor');
    const other = await again(person);
    const who = await people.who(person);
    const change = (password: string, newPassword: string) =>
      people.users.changePassword(who, { password, newPassword }, people.limits);
    await assertRefused(change('wrong wrong wrong 1', NEW_PASSWORD), 'invalid', 'password');
    await assertRefused(change(PASSWORD, 'short'), 'invalid', 'new_password', /12 to 128/);
    assert.ok(await isOpen(other));
    const changed = await change(PASSWORD, NEW_PASSWORD);
    assert.ok(changed.outcome === 'changed');
    assert.deepEqual([await isOpen(person), await isOpen(other), await isOpen(changed)], [false, false, true]);
    const old = await people.users.signIn({ email: person.user.email, password: PASSWORD, ...BROWSER }, people.limits);
    assert.equal(old.outcome, 'wrong');
    await assert.rejects(change(PASSWORD, NEW_PASSWORD), SignedOut, 'with the previous session');
  });

  it('wait after five wrong current passwords, and then work again', async () => {
    const person = await people.accepted('auditor');
    const who = await people.who(person);
    const change = (password: string) =>
      people.users.changePassword(who, { password, newPassword: NEW_PASSWORD }, people.limits);
    for (let each = 0; each < 5; each++) await assertRefused(change('wrong wrong wrong 1'), 'invalid', 'password');
    assert.equal((await change(PASSWORD)).outcome, 'wait');
    assert.ok(await isOpen(person));
  });

  it('allow changes with a confirmed factor alone, and the most sensitive within five minutes of it', async () => {
    const person = await people.withTotp('owner');
    const bare = await people.accepted('owner');
    const ask = async (of: Pick<Person, 'token'>, ability: Parameters<typeof permissionFor>[1]) =>
      permissionFor(await people.who(of), ability, people.parts.clock());
    assert.equal(await ask(bare, 'payments.read'), 'allowed');
    assert.equal(await ask(bare, 'payments.verify'), 'add_factor');
    assert.equal(await ask(bare, 'users.manage'), 'add_factor');
    const half = await again(person);
    for (const ability of ['payments.read', 'payments.verify', 'users.manage'] as const) {
      assert.equal(await ask(half, ability), 'sign_in');
      assert.equal(await ask(person, ability), 'allowed');
    }
    people.pass(5 * MINUTE + 1);
    assert.equal(await ask(person, 'payments.verify'), 'allowed');
    assert.equal(await ask(person, 'users.manage'), 'step_up');
    const proof = { kind: 'totp', code: people.code(person.secret ?? '') } as const;
    const stepped = await people.users.proveFactor(await people.who(person), proof, people.limits);
    assert.ok(stepped.outcome === 'proved');
    assert.ok(!(await isOpen(person)), 'the previous token opens nothing');
    assert.equal(await ask(stepped, 'users.manage'), 'allowed');
    const auditor = await people.accepted('auditor');
    assert.equal(await ask(auditor, 'payments.verify'), 'hidden');
    assert.equal(await ask(auditor, 'audit.read'), 'allowed');
  });

  it('end after ten minutes while they wait for the factor; complete sessions end twelve hours after the sign-in', async () => {
    const person = await people.withTotp('owner');
    const half = await again(person);
    people.pass(10 * MINUTE);
    assert.ok(!(await isOpen(half)));
    const whole = await withFactor(person);
    const { session } = await people.who(whole);
    assert.equal(session.endsAtUs, session.createdAtUs + 12 * HOUR * 1_000_000);
  });

  it('without a factor become half sessions as soon as the user has one', async () => {
    const person = await people.accepted('owner');
    const elsewhere = await again(person);
    const { secret } = await people.users.beginTotp(await people.who(person));
    await people.users.addTotp(await people.who(person), { name: 'Phone', code: people.code(secret) });
    const permission = permissionFor(await people.who(elsewhere), 'payments.read', people.parts.clock());
    assert.equal(permission, 'sign_in');
    const halfWho = await people.who(elsewhere);
    for (const work of [
      () => people.users.beginTotp(halfWho),
      () => people.users.beginPasskey(halfWho),
      () => people.users.listSessions(halfWho),
      () => people.users.endSession(halfWho, halfWho.session.id),
      () => people.users.endOtherSessions(halfWho),
      () => people.users.renewRecoveryCodes(halfWho),
      () => people.users.removeFactor(halfWho, 'fac_any'),
      () => people.users.changePassword(halfWho, { password: PASSWORD, newPassword: NEW_PASSWORD }, people.limits),
    ]) {
      await assert.rejects(work(), SignedOut);
    }
  });

  it('that have ended are deleted in batches, and so are expired links', async () => {
    const { deleteOldSessions } = await import('../../../src/features/users/sessions.ts');
    const count = async (table: string) =>
      Number((await people.db.query(`SELECT COUNT(*) AS rows_ FROM ${table}`))[0]?.rows_);
    const kept = await people.accepted('auditor');
    const { user } = kept;
    const { startSession } = await import('../../../src/features/users/sessions.ts');
    const { insertSession } = await import('../../../src/features/users/store/sessions.ts');
    await people.db.transaction(async (tx) => {
      for (let each = 0; each < 150; each++) {
        const nowUs = people.parts.clock() - 13 * HOUR * 1_000_000;
        await insertSession(tx, startSession({ userId: user.id, isHalf: false, nowUs }, BROWSER).session);
      }
    });
    const first = await deleteOldSessions(people.parts);
    assert.deepEqual(first, { removed: 100, isMoreWaiting: true });
    while ((await deleteOldSessions(people.parts)).isMoreWaiting);
    assert.ok(await isOpen(kept));
    assert.ok((await count('one_time_links')) > 0);
    people.pass(40 * 24 * HOUR);
    while ((await deleteOldSessions(people.parts)).isMoreWaiting);
    assert.deepEqual([await count('one_time_links'), await count('sessions')], [0, 0]);
  });
});
