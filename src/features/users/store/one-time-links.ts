import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/** The purpose of a link: to accept an invitation, to set a new password, or to become the first owner. */
export type LinkKind = 'invitation' | 'reset' | 'first_owner';

/** A link that works once. Only a hash of its token is stored. */
export interface OneTimeLink {
  readonly hash: string;
  readonly kind: LinkKind;
  /** Null for the first owner, who does not exist yet. */
  readonly userId: string | null;
  /** The user who created it, and has seen it; null for the command line. */
  readonly madeBy: string | null;
  readonly createdAtUs: number;
  readonly expiresAtUs: number;
  readonly usedAtUs: number | null;
}

const LINKS = tableOf<OneTimeLink>('one_time_links', {
  hash: text('hash'),
  kind: text('kind'),
  userId: text('user_id'),
  madeBy: text('made_by'),
  createdAtUs: bigint('created_at_us'),
  expiresAtUs: bigint('expires_at_us'),
  usedAtUs: bigint('used_at_us'),
});

/** Adds a link; deletes the unused ones of its user, or of the first owner. */
export async function replaceLink(tx: Transaction, link: OneTimeLink): Promise<void> {
  const isOfUser = link.userId !== null;
  await tx.query(`DELETE FROM one_time_links WHERE used_at_us IS NULL AND ${isOfUser ? 'user_id = $1' : 'kind = $1'}`, [
    link.userId ?? link.kind,
  ]);
  await tx.insertRows(LINKS.rowsOf([link]));
}

export async function findLink(db: Pick<Database, 'query'>, hash: string): Promise<OneTimeLink | undefined> {
  const [row] = await db.query(`SELECT ${LINKS.columns} FROM one_time_links WHERE hash = $1`, [hash]);
  return row && LINKS.read(row);
}

/** Uses a link. Returns false when it was already used, or has expired. */
export async function useLink(tx: Transaction, { hash, nowUs }: { hash: string; nowUs: number }): Promise<boolean> {
  const rows = await tx.query<Row>(
    'UPDATE one_time_links SET used_at_us = $2 WHERE hash = $1 AND used_at_us IS NULL AND expires_at_us > $2 RETURNING hash',
    [hash, nowUs],
  );
  return rows.length === 1;
}

/** Deletes the unused links of a user. */
export async function deleteLinksOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM one_time_links WHERE user_id = $1 AND used_at_us IS NULL', [userId]);
}

/** Deletes the unused links that a user has created for others. */
export async function deleteLinksBy(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM one_time_links WHERE made_by = $1 AND used_at_us IS NULL', [userId]);
}

/** Deletes up to `limit` of the links that ended before a time. Returns how many. */
export async function deleteOldLinks(tx: Transaction, beforeUs: number, limit: number): Promise<number> {
  const rows = await tx.query<Row>(
    `DELETE FROM one_time_links WHERE hash IN (
       SELECT hash FROM one_time_links WHERE expires_at_us < $1 ORDER BY expires_at_us LIMIT $2
     ) RETURNING hash`,
    [beforeUs, limit],
  );
  return rows.length;
}
