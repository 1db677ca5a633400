import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

const CODES = tableOf<{ hash: string; userId: string; createdAtUs: number }>('recovery_codes', {
  hash: text('hash'),
  userId: text('user_id'),
  createdAtUs: bigint('created_at_us'),
});

/** Sets a user's recovery codes, replacing the previous ones. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { userId, hashes, nowUs }: { userId: string; hashes: readonly string[]; nowUs: number },
): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  if (hashes.length === 0) return;
  await tx.insertRows(CODES.rowsOf(hashes.map((hash) => ({ hash, userId, createdAtUs: nowUs }))));
}

/** Uses a recovery code up. Returns false when the user has no unused code with this hash. */
export async function useRecoveryCode(
  tx: Transaction,
  { userId, hash, nowUs }: { userId: string; hash: string; nowUs: number },
): Promise<boolean> {
  const rows = await tx.query<Row>(
    'UPDATE recovery_codes SET used_at_us = $3 WHERE hash = $1 AND user_id = $2 AND used_at_us IS NULL RETURNING hash',
    [hash, userId, nowUs],
  );
  return rows.length === 1;
}

/** How many of a user's recovery codes are not used. */
export async function countRecoveryCodes(db: Pick<Database, 'query'>, userId: string): Promise<number> {
  const [row] = await db.query<Row & { codes: number }>(
    'SELECT COUNT(*) AS codes FROM recovery_codes WHERE user_id = $1 AND used_at_us IS NULL',
    [userId],
  );
  return row?.codes ?? 0;
}
