import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { recordUserChange } from './record-user-change.ts';
import { isOver, requireWhole, type SignedIn } from './session-rules.ts';
import { lockSignedIn } from './sessions.ts';
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  findSession,
  listSessions as findSessions,
  type Session,
} from './store/sessions.ts';
import { findUser } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Signs out: the token opens no session from now on. Does nothing for a token without a session.
 *
 * @param address the IP address from which the user signs out; null: not known; undefined: the address at which the session started
 */
export function signOut({ db, clock }: UserParts, token: string, address?: string | null): Promise<void> {
  return db.transaction(async (tx) => {
    const session = await findSession(tx, hashKey(token));
    if (!session || !(await deleteSession(tx, session.hash))) return;
    const user = await findUser(tx, session.userId);
    if (!user) return;
    const changed = { clock, actor: user, address: address === undefined ? session.address : address };
    await recordUserChange(tx, changed, 'session.end', user.id, { before: { session: session.id } });
  });
}

/**
 * The user's own active sessions, the most recently used first. Throws SignedOut until two-factor authentication is
 * completed.
 */
export async function listSessions({ db, clock }: UserParts, who: SignedIn): Promise<Session[]> {
  requireWhole(who);
  const { user } = who;
  const nowUs = clock();
  return (await findSessions(db, user.id)).filter((session) => !isOver({ session, user }, nowUs));
}

/** Ends one of the user's own sessions. Throws OperatorError when the user has none with this id, and SignedOut. */
export function endSession({ db, clock }: UserParts, who: SignedIn, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const now = await lockSignedIn(tx, who, nowUs);
    requireWhole(now);
    const { user, address } = now;
    if (!(await deleteSessionOf(tx, { id, userId: user.id }))) {
      throw new OperatorError('not_found', 'session_id', refusal('sessionNotFound'));
    }
    await recordUserChange(tx, { clock, actor: user, address }, 'session.end', user.id, { before: { session: id } });
  });
}

/** Ends all of the user's own sessions but this one. Returns how many. Throws SignedOut. */
export function endOtherSessions({ db, clock }: UserParts, who: SignedIn): Promise<number> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const now = await lockSignedIn(tx, who, nowUs);
    requireWhole(now);
    const { user, session, address } = now;
    const ended = await deleteSessionsOf(tx, user.id, session.hash);
    if (ended === 0) return 0;
    await recordUserChange(tx, { clock, actor: user, address }, 'session.end', user.id, { before: { others: ended } });
    return ended;
  });
}
