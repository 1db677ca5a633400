import { sideOf } from '../../core/roles.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { isOver, SEEN_EVERY_US, type SignedIn, SignedOut } from './session-rules.ts';
import { findSession, type Session, touchSession } from './store/sessions.ts';
import { listFactors } from './store/user-factors.ts';
import { findUser, listWebsitesOfUser, lockUser } from './store/users.ts';

const TOKEN = /^[0-9A-Za-z]{43}$/;

/**
 * The signed-in user of a token; undefined when it has no session, or an expired one. Records once a minute that the
 * session was used.
 *
 * @param address where the token is used now, null where that is not known; undefined: where the session started
 */
export async function readSession(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
  address?: string | null,
): Promise<SignedIn | undefined> {
  const session = TOKEN.test(token) ? await findSession(db, hashKey(token)) : undefined;
  const who = session && (await whoIs(db, session, address === undefined ? session.address : address));
  const nowUs = clock();
  if (!who || isOver(who, nowUs)) return undefined;
  if (nowUs - who.session.lastSeenAtUs >= SEEN_EVERY_US) {
    await db.transaction((tx) => touchSession(tx, who.session.hash, nowUs));
  }
  return who;
}

/**
 * Locks the signed-in user, and reads user and session again. Throws SignedOut when the session has ended or got
 * another token in the meantime.
 */
export async function lockSignedIn(tx: Transaction, { session, address }: SignedIn, nowUs: number): Promise<SignedIn> {
  await lockUser(tx, session.userId);
  const found = await findSession(tx, session.hash);
  const who = found && (await whoIs(tx, found, address));
  if (!who || isOver(who, nowUs)) throw new SignedOut('The session has ended.');
  return who;
}

async function whoIs(
  db: Pick<Database, 'query'>,
  session: Session,
  address: string | null,
): Promise<SignedIn | undefined> {
  const user = await findUser(db, session.userId);
  if (!user) return undefined;
  const websiteIds = sideOf(user.role) === 'merchant' ? await listWebsitesOfUser(db, user.id) : null;
  return { session, user, websiteIds, hasFactor: (await listFactors(db, user.id)).length > 0, address };
}
