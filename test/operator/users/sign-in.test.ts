import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { startSession } from '../../../src/features/users/sessions.ts';
import { insertSession } from '../../../src/features/users/store/sessions.ts';
import { hashKey } from '../../../src/platform/secrets/secrets.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { BROWSER, openPeople, PASSWORD, type People, type Person } from './people.ts';

const WRONG = 'mango river lantern 59';

onOneEngineByDay('signing in', (engine) => {
  let people: People;
  let viewer: Person;
  let number = 0;
  before(async () => {
    people = await openPeople(engine);
    viewer = await people.accepted('auditor');
  });
  after(() => people?.close());
  // Each test comes from its own address, because failures are counted by address.
  let visitor = BROWSER;
  beforeEach(() => {
    visitor = { ...BROWSER, address: `203.0.113.${++number}` };
  });
  const signIn = (given: { email?: string; password?: string; formerToken?: string; knownBrowser?: string } = {}) =>
    people.users.signIn({ email: viewer.user.email, password: PASSWORD, ...visitor, ...given }, people.limits);
  /** Inserts sessions without a confirmed factor. */
  const begin = ({ user }: Person, count: number) =>
    people.db.transaction(async (tx) => {
      for (let each = 0; each < count; each++) {
        const of = { userId: user.id, isHalf: false, nowUs: people.parts.clock() };
        await insertSession(tx, startSession(of, BROWSER).session);
      }
    });
  const tokenOf = (result: object) => (result as { token: string }).token;

  it('opens a session by e-mail and password, whatever the letter case of the address, and with spaces around it', async () => {
    const result = await signIn({ email: ` ${viewer.user.email.toUpperCase()} ` });
    assert.equal(result.outcome, 'signed_in');
    const { session, user } = await people.who({ token: tokenOf(result) });
    assert.equal(user.id, viewer.user.id);
    assert.deepEqual([session.address, session.userAgent], [visitor.address, BROWSER.userAgent]);
    assert.equal(session.hash, hashKey(tokenOf(result)));
  });

  // Contract: USER-5
  it('responds the same to a wrong password, an unknown address and a text that is not an address', async () => {
    const results = await Promise.all([
      signIn({ password: WRONG }),
      signIn({ email: 'nobody@shop.example' }),
      signIn({ email: 'no address' }),
      signIn({ email: '', password: '' }),
    ]);
    for (const result of results) assert.deepEqual(result, { outcome: 'wrong' });
  });

  it('hashes the password for an unknown address as for a known one', async () => {
    const verified: (string | null)[] = [];
    const { passwords } = people.parts;
    const spied = {
      ...people.parts,
      passwords: {
        inTurn: <T>(...[work, lane]: Parameters<typeof passwords.inTurn<T>>) =>
          passwords.inTurn(
            (hasher) =>
              work({
                ...hasher,
                verify: (text, phc) => hasher.verify(text, phc).finally(() => void verified.push(phc)),
              }),
            lane,
          ),
      },
    };
    const { signIn: verb } = await import('../../../src/features/users/sign-in.ts');
    for (const email of ['nobody@shop.example', viewer.user.email]) {
      await verb(spied, { email, password: WRONG, ...visitor }, people.limits);
    }
    assert.equal(verified.length, 2);
    assert.equal(verified[0], null);
    assert.match(verified[1] ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  // Contract: USER-5
  it('refuses users who have not accepted, were reset or deactivated, and logs nothing that was typed', async () => {
    const { user: invited } = await people.users.inviteUser(null, { email: 'late@shop.example', role: 'auditor' });
    const reset = await people.accepted('auditor');
    await people.users.resetUser(null, { id: reset.user.id, version: null }, { removesFactors: false });
    const gone = await people.accepted('auditor');
    await people.users.setUserActive(null, { id: gone.user.id, version: null }, false);
    for (const { email } of [invited, reset.user, gone.user]) {
      assert.deepEqual(await signIn({ email }), { outcome: 'wrong' });
    }
    assert.match(people.logged(), /"msg":"a sign-in failed"/);
    for (const secret of [PASSWORD, 'shop.example', '$argon2']) assert.ok(!people.logged().includes(secret), secret);
  });

  // Contract: USER-3
  it('slows an account down after five failures, also one that does not exist, and does not affect its sessions', async () => {
    const victim = await people.accepted('auditor');
    for (const email of [victim.user.email, 'unknown@shop.example']) {
      for (let failure = 0; failure < 5; failure++) {
        assert.deepEqual(await signIn({ email, password: WRONG }), { outcome: 'wrong' });
      }
      // The right password is not accepted either, from any address.
      for (const address of [visitor.address, '198.51.100.7']) {
        const result = await people.users.signIn({ ...BROWSER, address, email, password: PASSWORD }, people.limits);
        assert.equal(result.outcome, 'wait');
        assert.ok('seconds' in result && result.seconds > 0 && result.seconds <= 60, JSON.stringify(result));
      }
    }
    assert.equal((await people.who(victim)).user.id, victim.user.id);
    assert.equal((await signIn()).outcome, 'signed_in', 'others are not slowed');
  });

  // Contract: USER-3
  it('refuses every attempt from an address after twenty failures, and no attempt from other addresses', async () => {
    for (let failure = 0; failure < 20; failure++) {
      assert.equal((await signIn({ email: `guess${failure}@shop.example` })).outcome, 'wrong');
    }
    const result = await signIn();
    assert.ok(result.outcome === 'wait' && result.seconds > 0 && result.seconds <= 900, JSON.stringify(result));
    visitor = { ...visitor, address: '198.51.100.9' };
    assert.equal((await signIn()).outcome, 'signed_in');
  });

  // Contract: USER-4
  it('an attempt that the limit of an account refuses does not count against the address', async () => {
    const victim = await people.accepted('auditor');
    const elsewhere = { ...visitor, address: '198.51.100.10' };
    for (let failure = 0; failure < 5; failure++) {
      const wrong = { ...elsewhere, email: victim.user.email, password: WRONG };
      assert.equal((await people.users.signIn(wrong, people.limits)).outcome, 'wrong');
    }
    // More than the twenty failures that an address is allowed.
    for (let refused = 0; refused < 25; refused++) {
      assert.equal((await signIn({ email: victim.user.email })).outcome, 'wait');
    }
    assert.equal((await signIn()).outcome, 'signed_in', 'other users at that address');
  });

  it('allows thirty sign-ins an hour, and does not count a wrong password as one', async () => {
    const person = await people.accepted('auditor');
    const { email } = person.user;
    for (let time = 0; time < 30; time++) {
      if (time % 10 === 0) assert.equal((await signIn({ email, password: WRONG })).outcome, 'wrong');
      assert.equal((await signIn({ email })).outcome, 'signed_in', `${time}`);
    }
    const result = await signIn({ email });
    assert.ok(result.outcome === 'wait' && result.seconds > 3_000, JSON.stringify(result));
    assert.equal((await signIn({ email, knownBrowser: 'a'.repeat(22) })).outcome, 'signed_in', 'a known browser');
    assert.equal((await signIn()).outcome, 'signed_in', 'others');
  });

  it('limits all known browsers of an account together to sixty attempts an hour', async () => {
    const { email } = (await people.accepted('auditor')).user;
    const outcomes: string[] = [];
    for (let browser = 0; browser < 40; browser++) {
      const knownBrowser = String(browser).padStart(22, 'b');
      for (let guess = 0; guess < 3; guess++) {
        outcomes.push((await signIn({ email, password: browser < 10 ? WRONG : PASSWORD, knownBrowser })).outcome);
      }
    }
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    assert.deepEqual([count('wrong'), count('signed_in'), count('wait')], [30, 30, 60]);
  });

  it('responds "busy" to too many attempts at once, and serves known browsers first', {
    timeout: 120_000,
  }, async () => {
    const known = { ...(await people.accepted('auditor')).user, knownBrowser: 'k'.repeat(22) };
    let at = 0;
    // Each has its own account and address, so that only the queue limits them.
    const unknown = Array.from({ length: 200 }, () => {
      visitor = { ...BROWSER, address: `2001:db8:${(++at).toString(16)}::1` };
      return signIn({ email: `flood${at}@shop.example` });
    });
    const waiting = { left: 200 };
    for (const each of unknown) void each.then(() => waiting.left--);
    const { email, knownBrowser } = known;
    assert.equal((await signIn({ email, knownBrowser })).outcome, 'signed_in');
    assert.ok(waiting.left > 80, `${waiting.left} unknown browsers still waited`);
    const results = await Promise.all(unknown);
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
    assert.deepEqual([count('wrong'), count('busy')], [102, 98]);
    visitor = { ...BROWSER, address: '198.51.100.11' };
    assert.equal((await signIn({ email })).outcome, 'signed_in', 'after the queue has emptied');
  });

  it('checks the limits before the queue, so that an attempt above a limit takes no turn', async () => {
    const turns = { taken: 0 };
    const { passwords } = people.parts;
    const counting = {
      ...people.parts,
      passwords: {
        inTurn: <T>(...given: Parameters<typeof passwords.inTurn<T>>) => {
          turns.taken++;
          return passwords.inTurn(...given);
        },
      },
    };
    const { signIn: verb } = await import('../../../src/features/users/sign-in.ts');
    const given = { email: 'queue@shop.example', password: WRONG, ...visitor };
    const results = await Promise.all(Array.from({ length: 50 }, () => verb(counting, given, people.limits)));
    assert.equal(results.filter(({ outcome }) => outcome === 'wait').length, 45);
    assert.equal(turns.taken, 5);
  });

  it("starts a new session each time, and ends the browser's previous one", async () => {
    const first = tokenOf(await signIn());
    const planted = 'x'.repeat(43);
    const second = tokenOf(await signIn({ formerToken: first }));
    const third = tokenOf(await signIn({ formerToken: planted }));
    assert.equal(new Set([first, second, third, planted]).size, 4);
    assert.equal(await people.users.readSession(first), undefined);
    assert.equal(await people.users.readSession(planted), undefined);
    assert.ok(await people.users.readSession(second));
  });

  it('hashes a password again that was hashed with lower parameters', async () => {
    const person = await people.accepted('auditor');
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.alloc(16, 7);
    const weak = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 64,
      passes: 1,
    });
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    await people.db.transaction((tx) =>
      tx.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
        person.user.id,
        `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(weak)}`,
      ]),
    );
    for (const expected of ['signed_in', 'signed_in']) {
      assert.equal((await signIn({ email: person.user.email })).outcome, expected);
      const [row] = await people.db.query('SELECT password_hash FROM users WHERE id = $1', [person.user.id]);
      assert.match(String(row?.password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
  });

  it('keeps fifty sessions of a user at most', { timeout: 60_000 }, async () => {
    const person = await people.accepted('auditor');
    await begin(person, 60);
    const result = await signIn({ email: person.user.email });
    assert.equal((await people.users.listSessions(await people.who({ token: tokenOf(result) }))).length, 50);
  });

  it('with a password alone does not end a session in which a factor was confirmed', async () => {
    const victim = await people.withTotp('owner');
    await begin(victim, 60);
    await signIn({ email: victim.user.email });
    assert.equal(
      (await people.users.listSessions(await people.who(victim))).length,
      51,
      'and at most fifty other sessions are stored',
    );
  });
});
