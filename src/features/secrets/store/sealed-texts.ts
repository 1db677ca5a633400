import type { Database, Row, Transaction } from '../../../database/database.ts';
import type { SealedPurpose } from '../../../platform/secrets/secrets.ts';

/** A column of texts that are sealed under SECRET_KEY, each with its row's id as the context. */
export interface SealedColumn {
  readonly purpose: Extract<SealedPurpose, 'webhook-secret' | 'card-token' | 'totp-secret'>;
  readonly table: 'websites' | 'subscriptions' | 'user_factors';
  readonly column: string;
}

export interface SealedText {
  readonly id: string;
  readonly sealed: string;
}

/**
 * Every column with sealed texts that are needed for longer than a payment is open. Sealed values in provider data (the
 * address of a page) are needed only while the payment is open, and the previous key stays in use until then.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { purpose: 'webhook-secret', table: 'websites', column: 'webhook_secret_sealed' },
  { purpose: 'webhook-secret', table: 'websites', column: 'next_webhook_secret_sealed' },
  { purpose: 'webhook-secret', table: 'websites', column: 'test_webhook_secret_sealed' },
  { purpose: 'webhook-secret', table: 'websites', column: 'next_test_webhook_secret_sealed' },
  { purpose: 'card-token', table: 'subscriptions', column: 'card_token_sealed' },
  { purpose: 'totp-secret', table: 'user_factors', column: 'totp_secret_sealed' },
];

/** The texts of a column after the row `afterId`, at most `limit`, in the order of their ids. '' is before the first. */
export function listSealedTexts(
  db: Pick<Database, 'query'>,
  { table, column }: SealedColumn,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<(SealedText & Row)[]> {
  return db.query<SealedText & Row>(
    `SELECT id, ${column} AS sealed FROM ${table} WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT $2`,
    [afterId, limit],
  );
}

/** Replaces a text. Returns false when it has changed since it was read. */
export async function replaceSealedText(
  tx: Transaction,
  { table, column }: SealedColumn,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const rows = await tx.query(`UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2 RETURNING id`, [
    id,
    from,
    to,
  ]);
  return rows.length > 0;
}

/** Records when all texts were sealed under a key. With `isLater`, a later time replaces an earlier one. */
export async function recordSecretChange(
  tx: Transaction,
  { keyTag, atUs, isLater }: { keyTag: string; atUs: number; isLater: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO secret_changes (key_tag, resealed_at_us) VALUES ($1, $2)
     ON CONFLICT (key_tag) DO ${isLater ? 'UPDATE SET resealed_at_us = excluded.resealed_at_us' : 'NOTHING'}`,
    [keyTag, atUs],
  );
}

/** When all texts were sealed under a key, as `recordSecretChange` recorded it. */
export async function findSecretChange(db: Pick<Database, 'query'>, keyTag: string): Promise<number | undefined> {
  const [row] = await db.query<Row & { resealed_at_us: number }>(
    'SELECT resealed_at_us FROM secret_changes WHERE key_tag = $1',
    [keyTag],
  );
  return row?.resealed_at_us;
}

/** How many payments from before a moment can still be paid, and when the last of them expires. */
export async function countOpenPaymentsBefore(
  db: Pick<Database, 'query'>,
  beforeUs: number,
): Promise<{ payments: number; lastExpiresAtUs: number | null }> {
  // An open payment has a next check, by which the index finds it.
  const [row] = await db.query<Row & { payments: number; last_us: number | null }>(
    `SELECT count(*) AS payments, max(expires_at_us) AS last_us FROM payments
      WHERE next_check_at_us IS NOT NULL AND status IN ('pending', 'processing') AND created_at_us < $1`,
    [beforeUs],
  );
  return { payments: row?.payments ?? 0, lastExpiresAtUs: row?.last_us ?? null };
}
