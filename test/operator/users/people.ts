import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { pino } from 'pino';
import type { Role } from '../../../src/core/roles.ts';
import type { Manager } from '../../../src/features/users/manager.ts';
import { passwordHashing } from '../../../src/features/users/passwords.ts';
import type { SignedIn } from '../../../src/features/users/session-rules.ts';
import type { UserWithWebsites } from '../../../src/features/users/store/users.ts';
import type { UserParts } from '../../../src/features/users/user-parts.ts';
import { type UserVerbs, userVerbs } from '../../../src/features/users/user-verbs.ts';
import { type RateLimits, rateLimits } from '../../../src/platform/limits/rate-limits.ts';
import { secretBox } from '../../../src/platform/secrets/secrets.ts';
import type { Engine } from '../../support/engines.ts';
import { openTestStore, seed, type TestStore } from '../../support/store.ts';

export const PASSWORD = 'mango river lantern 58';
export const BROWSER = { address: '203.0.113.9', userAgent: 'Mozilla/5.0 (Android 15) Firefox/140.0' };
const US = 1_000_000;

/** A user who has signed in. */
export interface Person {
  readonly user: UserWithWebsites;
  /** The current token of the session. Some verbs replace it. */
  token: string;
  /** The secret of the authenticator, in base 32; undefined for a user without a factor. */
  secret?: string;
  recoveryCodes?: readonly string[];
}

/** A store with the verbs of users, and helpers that tests share. */
export interface People extends TestStore {
  readonly parts: UserParts;
  /** The key of the secret box. */
  readonly key: Buffer;
  readonly users: UserVerbs;
  readonly limits: RateLimits;
  /** Returns what was logged, as JSON lines. */
  readonly logged: () => string;
  /** Moves the clock forward, or back if negative. */
  pass(seconds: number): void;
  newWebsite(): Promise<string>;
  /** Invites a user who accepts at once. */
  accepted(role: Role, websiteIds?: readonly string[]): Promise<Person>;
  /** Like `accepted`; the user also adds an authenticator. */
  withTotp(role: Role, websiteIds?: readonly string[]): Promise<Person>;
  /** Returns the signed-in user of the session; fails when the session has ended. */
  who(person: Pick<Person, 'token'>): Promise<SignedIn>;
  manager(person: Pick<Person, 'token'>): Promise<Exclude<Manager, null>>;
  code(secret: string, atUs?: number): string;
}

let people = 0;

/** Opens a store. Its clock advances only by a microsecond with every read, until the test moves it. */
export async function openPeople(engine: Engine): Promise<People> {
  const store = await openTestStore(engine);
  const lines: string[] = [];
  const key = randomBytes(32);
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  let nowUs = Date.UTC(2027, 0, 31) * 1000;
  const parts: UserParts = {
    db: store.db,
    box: secretBox(key),
    clock: () => ++nowUs,
    log,
    actor: { kind: 'cli', id: null, name: 'tests', address: null },
    passwords: passwordHashing(),
    publicUrl: 'https://pay.example',
    mail: null,
  };
  const users = userVerbs(parts);
  const limits = await rateLimits(
    {
      redisUrl: null,
      rateLimitPerMinute: 60,
      invalidKeyLimitPerHour: 10,
      verifyLimitPerMinute: 10,
      pageLimitPerMinute: 600,
    },
    log,
  );
  const code = (secret: string, atUs = nowUs) => new TOTP({ secret }).generate({ timestamp: atUs / 1000 });
  const who = async ({ token }: Pick<Person, 'token'>) => {
    const found = await users.readSession(token);
    assert.ok(found, 'the session is there');
    return found;
  };
  const accepted = async (role: Role, websiteIds: readonly string[] = []): Promise<Person> => {
    const email = `person${people++}@shop.example`;
    const { user, link } = await users.inviteUser(null, { email, role, websiteIds });
    const used = await users.useLink({ token: link.token, name: 'Marie Joseph', password: PASSWORD, ...BROWSER });
    assert.equal(used.outcome, 'signed_in');
    assert.ok('token' in used);
    return { user: await users.requireUser(null, user.id), token: used.token };
  };
  return {
    ...store,
    parts,
    key,
    users,
    limits,
    who,
    accepted,
    code,
    logged: () => lines.join(''),
    pass: (seconds) => {
      nowUs += seconds * US;
    },
    newWebsite: async () => (await seed(store.db)).websiteId,
    async withTotp(role, websiteIds) {
      const person = await accepted(role, websiteIds);
      const { secret } = await users.beginTotp(await who(person));
      const added = await users.addTotp(await who(person), { name: 'Phone', code: code(secret) });
      assert.ok(added.recoveryCodes);
      // Each code works once: move to the time of the next code.
      nowUs += 30 * US;
      return { ...person, token: added.token, secret, recoveryCodes: added.recoveryCodes };
    },
    async manager(person) {
      const { user, websiteIds } = await who(person);
      return { user, websiteIds };
    },
  };
}
