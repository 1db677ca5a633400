import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';
import { resealSecrets } from '../../../src/features/secrets/reseal-secrets.ts';
import { canHavePasskeys } from '../../../src/features/users/passkeys.ts';
import type { Proof } from '../../../src/features/users/prove-factor.ts';
import { listFactors } from '../../../src/features/users/store/user-factors.ts';
import { userVerbs } from '../../../src/features/users/user-verbs.ts';
import { secretBox } from '../../../src/platform/secrets/secrets.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { assertRefused } from '../operator-store.ts';
import { authenticator } from './authenticator.ts';
import { BROWSER, openPeople, PASSWORD, type People, type Person } from './people.ts';

const WRONG = { outcome: 'wrong' };

onOneEngineByDay('factors of two-factor authentication', (engine) => {
  let people: People;
  before(async () => {
    people = await openPeople(engine);
  });
  after(() => people?.close());
  const half = async ({ user }: Person) => {
    const result = await people.users.signIn({ email: user.email, password: PASSWORD, ...BROWSER }, people.limits);
    assert.ok(result.outcome === 'factor_awaited', JSON.stringify(result));
    return { token: result.token };
  };
  const prove = async (of: Pick<Person, 'token'>, proof: Proof) =>
    people.users.proveFactor(await people.who(of), proof, people.limits);
  const totp = (code: string): Proof => ({ kind: 'totp', code });
  const tokenOf = (result: object) => ({ token: (result as { token: string }).token });

  it('are added with a code of an authenticator, and the first one brings ten recovery codes', async () => {
    const person = await people.accepted('owner');
    const { secret, uri } = await people.users.beginTotp(await people.who(person));
    assert.match(uri, /^otpauth:\/\/totp\/Peye%20\(pay\.example\):person\d+%40shop\.example\?issuer=/);
    assert.ok(uri.includes(secret));
    const add = async (code: string, name = 'Phone') => people.users.addTotp(await people.who(person), { name, code });
    await assertRefused(add('000000'), 'invalid', 'code', /code is not correct/);
    await assertRefused(add(people.code(secret), ' '), 'invalid', 'name');
    const added = await add(people.code(secret));
    assert.equal(await people.users.readSession(person.token), undefined, 'the session has another token');
    assert.equal(added.recoveryCodes?.length, 10);
    for (const code of added.recoveryCodes ?? []) assert.match(code, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const who = await people.who(added);
    await assertRefused(people.users.addTotp(who, { name: 'x', code: '1' }), 'conflict', 'factor', /Start again/);
    const [kept] = await listFactors(people.db, person.user.id);
    const stored = JSON.stringify([kept, await people.db.query('SELECT * FROM recovery_codes')]);
    for (const text of [secret, ...(added.recoveryCodes ?? [])]) assert.ok(!stored.includes(text));
    const second = await people.users.beginTotp(await people.who(added));
    const more = await people.users.addTotp(await people.who(added), {
      name: 'Tablet',
      code: people.code(second.secret),
    });
    assert.equal(more.recoveryCodes, null);
  });

  it('can be ten at most', async () => {
    const { user, token: first } = await people.withTotp('owner');
    let token = first;
    const add = async (name: string) => {
      const { secret } = await people.users.beginTotp(await people.who({ token }));
      return people.users.addTotp(await people.who({ token }), { name, code: people.code(secret) });
    };
    for (let count = 2; count <= 10; count++) ({ token } = await add(`Phone ${count}`));
    await assertRefused(add('Phone 11'), 'conflict', 'factor', /already have 10/);
    assert.equal((await listFactors(people.db, user.id)).length, 10);
  });

  // Contract: USER-10
  it('accept a code of the previous or next step, and each code once', async () => {
    const person = await people.withTotp('owner');
    const { secret = '' } = person;
    const nowUs = people.parts.clock();
    const at = (steps: number) => totp(people.code(secret, nowUs + steps * 30_000_000));
    let session: Pick<Person, 'token'> = await half(person);
    for (const steps of [-2, 2, 20]) assert.deepEqual(await prove(session, at(steps)), WRONG, `${steps} steps`);
    const first = await prove(session, totp(people.code(secret).replace(/(...)/, '$1 ')));
    assert.equal(first.outcome, 'proved');
    session = tokenOf(first);
    assert.deepEqual(await prove(session, at(0)), WRONG, 'the same code again');
    assert.deepEqual(await prove(session, at(-1)), WRONG, 'an older code');
    assert.equal((await prove(session, at(1))).outcome, 'proved', 'the next code, of a phone whose clock is ahead');
  });

  it('accept a code only once when it is sent twice at the same moment', async () => {
    const person = await people.withTotp('owner');
    const sessions = [await half(person), await half(person)];
    const proof = totp(people.code(person.secret ?? ''));
    const results = await Promise.all(sessions.map((session) => prove(session, proof)));
    assert.deepEqual(results.map(({ outcome }) => outcome).sort(), ['proved', 'wrong']);
  });

  it('still work after the clock was far ahead', async () => {
    const person = await people.withTotp('owner');
    people.pass(400 * 86_400);
    assert.equal((await prove(await half(person), totp(people.code(person.secret ?? '')))).outcome, 'proved');
    people.pass(-400 * 86_400);
    assert.equal((await prove(await half(person), totp(people.code(person.secret ?? '')))).outcome, 'proved');
    assert.deepEqual(await prove(await half(person), totp(people.code(person.secret ?? ''))), WRONG);
  });

  it('are slowed down by wrong codes, except for a session that is already complete', async () => {
    const person = await people.withTotp('owner');
    const guessing = await half(person);
    for (let each = 0; each < 5; each++) assert.deepEqual(await prove(guessing, totp('000000')), WRONG);
    const waiting = await prove(await half(person), totp(people.code(person.secret ?? '')));
    assert.equal(waiting.outcome, 'wait');
    assert.equal((await prove(person, totp(people.code(person.secret ?? '')))).outcome, 'proved');
  });

  it('do not lock out known browsers after wrong codes in an unknown browser; all known browsers share sixty guesses an hour', async () => {
    const person = await people.withTotp('owner');
    const guess = async (knownBrowser?: string, code = '000000') =>
      (await people.users.proveFactor(await people.who(guessing), totp(code), { ...people.limits, knownBrowser }))
        .outcome;
    const guessing = await half(person);
    for (let each = 0; each < 5; each++) assert.equal(await guess(), 'wrong');
    assert.equal(await guess(), 'wait');
    const mark = 'm'.repeat(22);
    assert.equal(await guess(mark), 'wrong');
    const outcomes: string[] = [];
    for (let browser = 0; browser < 40; browser++) {
      for (let each = 0; each < 3; each++) outcomes.push(await guess(String(browser).padStart(22, 'b')));
    }
    assert.equal(outcomes.filter((each) => each === 'wrong').length, 59, 'sixty, with the earlier guess');
    assert.equal(await guess(mark), 'wait');
    assert.equal(await guess(undefined), 'wait');
    assert.equal((await prove(person, totp(people.code(person.secret ?? '')))).outcome, 'proved', 'a complete session');
    const calm = await people.withTotp('owner');
    const session = await half(calm);
    for (let each = 0; each < 5; each++) await prove(session, totp('000000'));
    const limits = { ...people.limits, knownBrowser: mark };
    const right = totp(people.code(calm.secret ?? ''));
    assert.equal((await people.users.proveFactor(await people.who(session), right, limits)).outcome, 'proved');
  });

  it('can be guessed at most sixty times an hour with the stolen mark of a known browser, and as often without a mark', async (t) => {
    const person = await people.withTotp('owner');
    const session = await people.who(await half(person));
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const wrong = { known: 0, unknown: 0 };
    for (let second = 0; second < 3_600; second += 15) {
      for (const [where, knownBrowser] of [
        ['known', 's'.repeat(22)],
        ['unknown', undefined],
      ] as const) {
        const limits = { ...people.limits, knownBrowser };
        const { outcome } = await people.users.proveFactor(session, totp('000000'), limits);
        if (outcome === 'wrong') wrong[where]++;
      }
      t.mock.timers.tick(15_000);
    }
    assert.ok(wrong.known >= 12 && wrong.known <= 60, JSON.stringify(wrong));
    assert.ok(wrong.unknown >= 12 && wrong.unknown <= 60, JSON.stringify(wrong));
    assert.ok(wrong.known + wrong.unknown <= 120);
  });

  // Contract: USER-10
  it('can be recovery codes, each of which works once, however it is typed', async () => {
    const person = await people.withTotp('owner');
    const [code = '', other = ''] = person.recoveryCodes ?? [];
    const use = async (text: string) => prove(await half(person), { kind: 'recovery_code', code: text });
    const done = await use(` ${code.toUpperCase().replaceAll('-', ' ')}`);
    assert.equal(done.outcome, 'proved');
    assert.deepEqual(await use(code), WRONG);
    assert.deepEqual(await use(''), WRONG);
    const foreign = await people.withTotp('owner');
    assert.deepEqual(await prove(await half(foreign), { kind: 'recovery_code', code: other }), WRONG);
    const renewed = await people.users.renewRecoveryCodes(await people.who(tokenOf(done)));
    assert.equal(renewed.length, 10);
    assert.deepEqual(await use(other), WRONG);
    const again = await Promise.all([use(renewed[0] ?? ''), use(renewed[0] ?? '')]);
    assert.deepEqual(again.map(({ outcome }) => outcome).sort(), ['proved', 'wrong']);
  });

  it('can be passkeys, bound to the origin, the challenge and the session', async () => {
    const person = await people.accepted('owner');
    const key = authenticator();
    const options = await people.users.beginPasskey(await people.who(person));
    assert.deepEqual([options.rp.id, options.user.name], ['pay.example', person.user.email]);
    const add = async (response: unknown) =>
      people.users.addPasskey(await people.who(person), { name: 'Key', response });
    for (const bad of [
      ...[null, 'text', {}, [], { id: 'x', response: {} }],
      key.create(options, 'https://pay.example.evil'),
      key.create({ ...options, challenge: 'AAAA' }),
      key.create({ ...options, rp: { id: 'other.example' } }),
    ]) {
      await assertRefused(add(bad), 'invalid', 'passkey', /not create a usable passkey/);
    }
    const added = await add(key.create(options));
    assert.equal(added.recoveryCodes?.length, 10);
    const [kept] = await listFactors(people.db, person.user.id);
    assert.deepEqual([kept?.kind, kept?.transports, kept?.signCount], ['passkey', 'internal', 0]);
    await assertRefused(
      people.users.addPasskey(await people.who(added), { name: 'Key', response: {} }),
      'conflict',
      'factor',
    );

    const session = await half(person);
    const otherSession = await half(person);
    const ask = await people.users.passkeyOptions(await people.who(session));
    assert.deepEqual(
      ask.allowCredentials?.map(({ id }) => id),
      [kept?.credentialId],
    );
    const response = key.get(ask);
    for (const bad of [key.get({ ...ask, challenge: 'AAAA' }), key.get(ask, 'https://pay.example.evil')]) {
      assert.deepEqual(await prove(session, { kind: 'passkey', response: bad }), WRONG);
    }
    assert.deepEqual(
      await prove(otherSession, { kind: 'passkey', response }),
      WRONG,
      'in a session that did not request it',
    );
    const results = await Promise.all(
      [1, 2].map(() => prove(session, { kind: 'passkey', response }).catch(() => WRONG)),
    );
    assert.deepEqual(results.map(({ outcome }) => outcome).sort(), ['proved', 'wrong'], 'twice at the same moment');
  });

  it('are refused if a passkey seems copied, and accepted if it never counts its uses', async () => {
    for (const counts of [true, false]) {
      const person = await people.accepted('owner');
      const key = authenticator();
      key.counts = counts;
      const options = await people.users.beginPasskey(await people.who(person));
      const response = key.create(options);
      await people.users.addPasskey(await people.who(person), { name: 'Key', response });
      const use = async () => {
        const session = await half(person);
        const ask = await people.users.passkeyOptions(await people.who(session));
        return (await prove(session, { kind: 'passkey', response: key.get(ask) })).outcome;
      };
      assert.deepEqual([await use(), await use()], ['proved', 'proved']);
      if (!counts) continue;
      key.count = 0;
      assert.equal(await use(), 'wrong', 'a copy has a lower count');
      assert.match(people.logged(), /it may have been copied/);
      key.count = 5;
      assert.equal(await use(), 'proved', 'the passkey with the higher count still works');
    }
  });

  it('can be passkeys only at addresses where browsers create them', async () => {
    const made = ['https://pay.example', 'http://localhost:8080', 'http://peye.localhost'];
    const none = ['http://pay.example', 'http://127.0.0.1:8080', 'https://203.0.113.9', 'https://[2001:db8::1]'];
    assert.deepEqual([...made, ...none].filter(canHavePasskeys), made);
  });

  it('can be changed only after a factor was confirmed again; the last factor of a role that requires one cannot be removed', async () => {
    const person = await people.withTotp('owner');
    const other = await people.withTotp('owner');
    const [mine] = await listFactors(people.db, person.user.id);
    const [foreign] = await listFactors(people.db, other.user.id);
    const remove = async (id = '') => people.users.removeFactor(await people.who(person), id);
    for (const id of [foreign?.id, 'fac_none', '']) await assertRefused(remove(id), 'not_found', 'factor');
    await assertRefused(remove(mine?.id), 'conflict', 'factor', /only factor/);
    people.pass(301);
    const who = await people.who(person);
    await assertRefused(people.users.beginTotp(who), 'conflict', 'factor', /again/);
    await assertRefused(people.users.beginPasskey(who), 'conflict', 'factor', /again/);
    await assertRefused(people.users.renewRecoveryCodes(who), 'conflict', 'factor', /again/);
    await assertRefused(remove(mine?.id), 'conflict', 'factor', /again/);
    assert.equal((await listFactors(people.db, person.user.id)).length, 1);

    const viewer = await people.withTotp('auditor');
    const [only] = await listFactors(people.db, viewer.user.id);
    await people.users.removeFactor(await people.who(viewer), only?.id ?? '');
    assert.deepEqual(await people.db.query('SELECT hash FROM recovery_codes WHERE user_id = $1', [viewer.user.id]), []);
    const { outcome } = await people.users.signIn(
      { email: viewer.user.email, password: PASSWORD, ...BROWSER },
      people.limits,
    );
    assert.equal(outcome, 'signed_in');
  });

  it('are sealed again when SECRET_KEY is changed, and work without the previous key', async () => {
    const person = await people.withTotp('owner');
    const authenticators = (await people.db.query("SELECT id FROM user_factors WHERE kind = 'totp'")).length;
    const [before, after] = [people.key, randomBytes(32)];
    const deps = { ...people.parts, box: secretBox(after, before) };
    const report = await resealSecrets(deps);
    assert.deepEqual(report.totpSecrets, { current: authenticators, stale: 0, unopened: 0 });
    assert.equal(report.resealed.totpSecrets, authenticators);
    const users = userVerbs({ ...people.parts, box: secretBox(after) });
    const proof = totp(people.code(person.secret ?? ''));
    const proved = await users.proveFactor(await people.who(await half(person)), proof, people.limits);
    assert.equal(proved.outcome, 'proved');
  });
});
