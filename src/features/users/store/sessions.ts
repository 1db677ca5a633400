import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/** A browser in which a user has signed in. Only a hash of its token is stored. */
export interface Session {
  readonly hash: string;
  /** Identifies the session in lists. It gives no access. */
  readonly id: string;
  readonly userId: string;
  readonly createdAtUs: number;
  /** Recorded once a minute at most. */
  readonly lastSeenAtUs: number;
  /** The session expires then, even when it is in use. */
  readonly endsAtUs: number;
  /** When a factor was confirmed last; null if never. */
  readonly factorAtUs: number | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The challenge for a factor, as JSON; it is used once. */
  readonly challenge: string | null;
}

const SESSIONS = tableOf<Session>('sessions', {
  hash: text('hash'),
  id: text('id'),
  userId: text('user_id'),
  createdAtUs: bigint('created_at_us'),
  lastSeenAtUs: bigint('last_seen_at_us'),
  endsAtUs: bigint('ends_at_us'),
  factorAtUs: bigint('factor_at_us'),
  address: text('address'),
  userAgent: text('user_agent'),
  challenge: text('challenge'),
});

export async function insertSession(tx: Transaction, session: Session): Promise<void> {
  await tx.insertRows(SESSIONS.rowsOf([session]));
}

export async function findSession(db: Pick<Database, 'query'>, hash: string): Promise<Session | undefined> {
  const [row] = await db.query(`SELECT ${SESSIONS.columns} FROM sessions WHERE hash = $1`, [hash]);
  return row && SESSIONS.read(row);
}

/** A user's sessions, the most recently used first. */
export async function listSessions(db: Pick<Database, 'query'>, userId: string): Promise<Session[]> {
  const rows = await db.query(
    `SELECT ${SESSIONS.columns} FROM sessions WHERE user_id = $1 ORDER BY last_seen_at_us DESC, id`,
    [userId],
  );
  return rows.map((row) => SESSIONS.read(row));
}

/** Records when a session was used last. */
export async function touchSession(tx: Transaction, hash: string, nowUs: number): Promise<void> {
  await tx.query('UPDATE sessions SET last_seen_at_us = $2 WHERE hash = $1', [hash, nowUs]);
}

/** Stores the challenge for a factor in a session; null removes it. */
export async function setChallenge(tx: Transaction, hash: string, challenge: string | null): Promise<void> {
  await tx.query('UPDATE sessions SET challenge = $2 WHERE hash = $1', [hash, challenge]);
}

/** Uses a challenge. Returns false when it is no longer the session's. */
export async function takeChallenge(
  tx: Transaction,
  { hash, challenge }: { hash: string; challenge: string },
): Promise<boolean> {
  const rows = await tx.query<Row>(
    'UPDATE sessions SET challenge = NULL WHERE hash = $1 AND challenge = $2 RETURNING hash',
    [hash, challenge],
  );
  return rows.length === 1;
}

/**
 * Replaces the token of a session, with its data; the old token is invalid from then on. Returns false when the session has
 * ended in the meantime, or got another token.
 */
export async function renewSession(tx: Transaction, formerHash: string, session: Session): Promise<boolean> {
  const rows = await tx.query<Row>(
    `UPDATE sessions SET hash = $2, ends_at_us = $3, last_seen_at_us = $4, factor_at_us = $5, challenge = NULL
      WHERE hash = $1 RETURNING id`,
    [formerHash, session.hash, session.endsAtUs, session.lastSeenAtUs, session.factorAtUs],
  );
  return rows.length === 1;
}

/** Ends a session by its token. Returns false when there is none. */
export async function deleteSession(tx: Transaction, hash: string): Promise<boolean> {
  return (await tx.query<Row>('DELETE FROM sessions WHERE hash = $1 RETURNING id', [hash])).length === 1;
}

/** Ends one of a user's sessions. Returns false when the user has no session with this id. */
export async function deleteSessionOf(
  tx: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const rows = await tx.query<Row>('DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id', [id, userId]);
  return rows.length === 1;
}

/** Ends all of a user's sessions but one. Returns how many. */
export async function deleteSessionsOf(tx: Transaction, userId: string, exceptHash = ''): Promise<number> {
  const rows = await tx.query<Row>('DELETE FROM sessions WHERE user_id = $1 AND hash <> $2 RETURNING id', [
    userId,
    exceptHash,
  ]);
  return rows.length;
}

/** Ends a user's oldest half sessions, so that this many of them are left. */
export async function deleteOldestSessions(
  tx: Transaction,
  { userId, keep }: { userId: string; keep: number },
): Promise<void> {
  await tx.query(
    `DELETE FROM sessions WHERE user_id = $1 AND factor_at_us IS NULL AND hash NOT IN (
       SELECT hash FROM sessions WHERE user_id = $1 AND factor_at_us IS NULL ORDER BY created_at_us DESC, id LIMIT $2
     )`,
    [userId, keep],
  );
}

/** Deletes up to `limit` of the sessions that ended before a time. Returns how many. */
export async function deleteOldSessions(tx: Transaction, beforeUs: number, limit: number): Promise<number> {
  const rows = await tx.query<Row>(
    `DELETE FROM sessions WHERE hash IN (
       SELECT hash FROM sessions WHERE ends_at_us < $1 ORDER BY ends_at_us LIMIT $2
     ) RETURNING hash`,
    [beforeUs, limit],
  );
  return rows.length;
}

/** Ends every session, and invalidates every link: no one is signed in. */
export async function endAllSessions(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query('DELETE FROM sessions');
  await tx.query('DELETE FROM one_time_links');
}
