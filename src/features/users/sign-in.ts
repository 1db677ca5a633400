import { type Count, countAttempt, forgiveAttempt } from '../../platform/limits/count-attempts.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import { clientAddress, UNKNOWN_CLIENT } from '../../platform/network/client-address.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { TooManyWaiting } from '../../platform/tasks/turns.ts';
import { asEmail } from './email.ts';
import { isCurrentHash } from './passwords.ts';
import { recordUserChange } from './record-user-change.ts';
import { startSession, type Visitor } from './sessions.ts';
import { deleteOldestSessions, deleteSession, insertSession } from './store/sessions.ts';
import { listFactors } from './store/user-factors.ts';
import { findUserByEmail, lockUser, type User, upgradePasswordHash } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/** The most sessions of a user: more than a user has browsers. */
const MAX_SESSIONS = 50;

/** The limits that sign-ins are counted against. */
export type SignInLimits = Pick<RateLimits, 'signInsByAddress' | 'signInsByAccount' | 'signIns' | 'knownBrowsers'>;

/**
 * The result of a sign-in. `signed_in`: the session is whole. `factor_awaited`: it waits ten minutes for two-factor
 * authentication. `wrong`: unknown e-mail address, wrong password, or a user who may not sign in; the response does not
 * reveal which. `wait`: the seconds until the next attempt. `busy`: too many sign-ins at this moment.
 */
export type SignInResult =
  | { readonly outcome: 'signed_in' | 'factor_awaited'; readonly token: string }
  | { readonly outcome: 'wrong' | 'busy' }
  | { readonly outcome: 'wait'; readonly seconds: number };

interface Credentials extends Visitor {
  readonly email: string;
  readonly password: string;
  /**
   * The browser's existing token. Its session ends, so that no user continues in a session that was planted in the
   * browser.
   */
  readonly formerToken?: string | undefined;
  /** The mark of a browser in which this account has signed in before. */
  readonly knownBrowser?: string | undefined;
}

/**
 * Signs a user in by e-mail and password. The session is always a new one. Unknown e-mail addresses take as long as
 * wrong passwords. Failures are counted for the client's IP address and for the account, whether or not it exists. In a
 * browser in which the account has signed in before, they are counted for that browser instead. Successful sign-ins
 * have a limit too. All limits are checked before the password waits for its turn. They do not affect existing
 * sessions.
 */
export async function signIn(parts: UserParts, credentials: Credentials, limits: SignInLimits): Promise<SignInResult> {
  const email = asEmail(credentials.email) ?? '';
  const { failures, successes, attempts } = countsOf(limits, credentials, email);
  const seconds = await countAttempt([...failures, ...successes, ...attempts]);
  if (seconds > 0) return { outcome: 'wait', seconds };
  try {
    const lane = credentials.knownBrowser === undefined ? 'other' : 'first';
    const found = await parts.passwords.inTurn(async (hasher) => {
      const user = await findUserByEmail(parts.db, email);
      const isUsable = user !== undefined && user.deactivatedAtUs === null;
      const passwordHash = isUsable ? user.passwordHash : null;
      if (!(await hasher.verify(credentials.password, passwordHash)) || !user || passwordHash === null) {
        const client = clientAddress(credentials.address ?? UNKNOWN_CLIENT);
        parts.log.warn({ client, ...(user && { user_id: user.id }) }, 'a sign-in failed');
        return undefined;
      }
      const upgraded = isCurrentHash(passwordHash) ? undefined : await hasher.hash(credentials.password);
      return { user, passwordHash, upgraded };
    }, lane);
    await forgiveAttempt(found === undefined ? successes : failures);
    return found === undefined ? { outcome: 'wrong' } : await begin(parts, found, credentials);
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    // No password was compared, so the attempt does not count.
    await forgiveAttempt([...failures, ...successes, ...attempts]);
    return { outcome: 'busy' };
  }
}

function begin(
  { db, clock }: UserParts,
  { user, passwordHash, upgraded }: { user: User; passwordHash: string; upgraded: string | undefined },
  { formerToken, address, userAgent }: Credentials,
): Promise<SignInResult> {
  return db.transaction(async (tx) => {
    const now = await lockUser(tx, user.id);
    // The user was deactivated, or the password reset or changed, while the password was compared.
    if (!now || now.deactivatedAtUs !== null || now.passwordHash !== passwordHash) return { outcome: 'wrong' };
    const nowUs = clock();
    if (upgraded !== undefined) await upgradePasswordHash(tx, { id: user.id, from: passwordHash, to: upgraded });
    if (formerToken !== undefined) await deleteSession(tx, hashKey(formerToken));
    const isHalf = (await listFactors(tx, user.id)).length > 0;
    const { session, token } = startSession({ userId: user.id, isHalf, nowUs }, { address, userAgent });
    await insertSession(tx, session);
    // Only half sessions are deleted: otherwise an attacker who knows only the password could end the user's other
    // sessions.
    await deleteOldestSessions(tx, { userId: user.id, keep: MAX_SESSIONS });
    if (isHalf) return { outcome: 'factor_awaited', token };
    await recordUserChange(tx, { clock, actor: now, address: session.address }, 'user.sign_in', now.id, {
      after: { session: session.id, factor: null },
    });
    return { outcome: 'signed_in', token };
  });
}

/**
 * The limits that an attempt is counted against. Until it is known whether the password was right, it counts as a
 * failure and as a success. A browser in which the account has signed in before is counted separately, so that failures
 * elsewhere do not lock it out. All of these browsers together have a limit as well.
 */
function countsOf(
  limits: SignInLimits,
  { address, knownBrowser }: Credentials,
  email: string,
): Readonly<Record<'failures' | 'successes' | 'attempts', Count[]>> {
  const account = accountOf(email);
  if (knownBrowser !== undefined) {
    const browser = `browser:${knownBrowser}`;
    return {
      failures: [[limits.signInsByAccount, browser]],
      successes: [[limits.signIns, browser]],
      attempts: [[limits.knownBrowsers, account]],
    };
  }
  return {
    failures: [
      [limits.signInsByAddress, clientAddress(address ?? UNKNOWN_CLIENT)],
      [limits.signInsByAccount, account],
    ],
    successes: [[limits.signIns, account]],
    attempts: [],
  };
}

/** Counted under a hash: typed text of any length must not fill the memory. */
function accountOf(email: string): string {
  return `email:${hashKey(email)}`;
}
