import { type Count, countAttempt, forgiveAttempt } from '../../auth/count-attempts.ts';
import { isCurrentHash } from '../../auth/passwords.ts';
import type { RateLimits } from '../../auth/rate-limits.ts';
import { clientAddress, UNKNOWN_CLIENT } from '../../lib/client-address.ts';
import { hashKey } from '../../lib/secrets.ts';
import { TooManyWaiting } from '../../lib/turns.ts';
import { deleteOldestSessions, deleteSession, insertSession } from '../../storage/users/sessions.ts';
import { listFactors } from '../../storage/users/user-factors.ts';
import { findUserByEmail, lockUser, type User, upgradePasswordHash } from '../../storage/users/users.ts';
import { asEmail } from './email.ts';
import { recordUserChange } from './record-user-change.ts';
import { startSession, type Visitor } from './start-session.ts';
import type { UserParts } from './user-parts.ts';

/** More browsers than anybody has. */
const MAX_SESSIONS = 50;

/** What sign-ins are counted against. */
export type SignInLimits = Pick<RateLimits, 'signInsByAddress' | 'signInsByAccount' | 'signIns' | 'knownBrowsers'>;

/**
 * What came of a sign-in. `signed_in`: the session is whole. `factor_awaited`: it waits ten minutes for the second factor. `wrong`: no
 * such e-mail address, not its password, or not somebody who may sign in: nobody is told which. `wait`: not before so many seconds.
 * `busy`: too many sign in at this moment.
 */
export type SignInResult =
  | { readonly outcome: 'signed_in' | 'factor_awaited'; readonly token: string }
  | { readonly outcome: 'wrong' | 'busy' }
  | { readonly outcome: 'wait'; readonly seconds: number };

interface Credentials extends Visitor {
  readonly email: string;
  readonly password: string;
  /** The token that the browser has come with: its session ends, so that nobody goes on in one that was laid into the browser. */
  readonly formerToken?: string | undefined;
  /** The mark of a browser in which this account has signed in before. */
  readonly knownBrowser?: string | undefined;
}

/**
 * Signs somebody in by e-mail and password. The session is a new one in any case. Unknown addresses take as long as wrong passwords.
 * Failures are counted for the address and for the account, whether that exists or not, or for a browser in which the account has signed in
 * before; sign-ins that succeed have a limit too. All limits are judged before the password waits for its turn. Sessions that exist are not
 * touched by them.
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
    // Nothing was compared.
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
    // Deactivated, reset or changed while the password was compared.
    if (!now || now.deactivatedAtUs !== null || now.passwordHash !== passwordHash) return { outcome: 'wrong' };
    const nowUs = clock();
    if (upgraded !== undefined) await upgradePasswordHash(tx, { id: user.id, from: passwordHash, to: upgraded });
    if (formerToken !== undefined) await deleteSession(tx, hashKey(formerToken));
    const isHalf = (await listFactors(tx, user.id)).length > 0;
    const { session, token } = startSession({ userId: user.id, isHalf, nowUs }, { address, userAgent });
    await insertSession(tx, session);
    // Not those in which the factor was shown: who knows the password alone would end them so.
    await deleteOldestSessions(tx, { userId: user.id, keep: MAX_SESSIONS });
    if (isHalf) return { outcome: 'factor_awaited', token };
    await recordUserChange(tx, { clock, actor: now, address: session.address }, 'user.sign_in', now.id, {
      after: { session: session.id, factor: null },
    });
    return { outcome: 'signed_in', token };
  });
}

/**
 * What an attempt is counted against until it is known whether the password was right. A browser in which the account has signed in before is
 * counted by itself: what others fail at elsewhere does not lock it out. All of these browsers together have a limit as well.
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

/** Counted under a hash: what people type must not fill a memory. */
function accountOf(email: string): string {
  return `email:${hashKey(email)}`;
}
