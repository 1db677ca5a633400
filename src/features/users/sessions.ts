import { US_PER_DAY } from '../../core/durations.ts';
import { sideOf } from '../../core/roles.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { hashKey, newId } from '../../platform/secrets/secrets.ts';
import { printable } from '../../platform/text/printable.ts';
import { newToken } from './one-time-link.ts';
import { HALF_US, isOver, SEEN_EVERY_US, type SignedIn, SignedOut, WHOLE_US } from './session-rules.ts';
import { deleteOldLinks } from './store/one-time-links.ts';
import { deleteOldSessions as deleteRows, findSession, type Session, touchSession } from './store/sessions.ts';
import { listFactors } from './store/user-factors.ts';
import { findUser, listWebsitesOfUser, lockUser } from './store/users.ts';

/** How many sessions, or links, are deleted in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;
/** How long expired links are stored, so that a user who opens one sees that it has expired. */
const LINKS_STAY_US = 30 * US_PER_DAY;

/**
 * Deletes some ended sessions, and some links that ended a month ago. Returns how many were deleted, and whether more
 * may be left. Call it only while the time is trusted.
 */
export function deleteOldSessions({ db, clock }: { db: Database; clock: Clock }): Promise<{
  removed: number;
  isMoreWaiting: boolean;
}> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const sessions = await deleteRows(tx, nowUs, BATCH);
    const links = await deleteOldLinks(tx, nowUs - LINKS_STAY_US, BATCH);
    return { removed: sessions + links, isMoreWaiting: sessions === BATCH || links === BATCH };
  });
}

const TOKEN = /^[0-9A-Za-z]{43}$/;

/**
 * The signed-in user of a token; undefined when it has no session, or an expired one. Records once a minute that the
 * session was used.
 *
 * @param address the IP address from which the token is used now; null: not known; undefined: the address at which the session started
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

const MAX_AGENT = 160;
const MAX_ADDRESS = 64;

/** The browser of a request. */
export interface Visitor {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A new session, and its token. A half session waits for two-factor authentication, for a short time. */
export function startSession(
  { userId, isHalf, nowUs }: { userId: string; isHalf: boolean; nowUs: number },
  { address, userAgent }: Visitor,
): { session: Session; token: string } {
  const { token, hash } = newToken();
  const session: Session = {
    hash,
    id: newId('ses'),
    userId,
    createdAtUs: nowUs,
    lastSeenAtUs: nowUs,
    endsAtUs: nowUs + (isHalf ? HALF_US : WHOLE_US),
    factorAtUs: null,
    address: address === null ? null : printable(address).slice(0, MAX_ADDRESS),
    userAgent: userAgent === null ? null : [...printable(userAgent)].slice(0, MAX_AGENT).join(''),
    challenge: null,
  };
  return { session, token };
}

/** The same session with a new token, after a factor was proved. */
export function provedSession(session: Session, nowUs: number): { session: Session; token: string } {
  const { token, hash } = newToken();
  // The session's lifetime starts at sign-in, and does not restart.
  const endsAtUs = session.createdAtUs + WHOLE_US;
  return { session: { ...session, hash, endsAtUs, lastSeenAtUs: nowUs, factorAtUs: nowUs, challenge: null }, token };
}
