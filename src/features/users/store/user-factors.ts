import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

type FactorKind = 'passkey' | 'totp';

/** A user's factor for 2FA: a passkey, or an authenticator that makes codes (TOTP). Each kind has its own columns. */
export interface UserFactor {
  readonly id: string;
  readonly userId: string;
  readonly kind: FactorKind;
  /** The name that its owner gave it. */
  readonly name: string;
  readonly createdAtUs: number;
  readonly lastUsedAtUs: number | null;
  readonly totpSecretSealed: string | null;
  /** The step of thirty seconds whose code was accepted last: no code is accepted twice. */
  readonly totpLastStep: number | null;
  readonly credentialId: string | null;
  /** COSE, in base64url. */
  readonly publicKey: string | null;
  /** How often the passkey was used, as it reports itself; many passkeys always report 0. */
  readonly signCount: number | null;
  /** The known transports that the browser reported, separated by commas. */
  readonly transports: string | null;
}

const FACTORS = tableOf<UserFactor>('user_factors', {
  id: text('id'),
  userId: text('user_id'),
  kind: text('kind'),
  name: text('name'),
  createdAtUs: bigint('created_at_us'),
  lastUsedAtUs: bigint('last_used_at_us'),
  totpSecretSealed: text('totp_secret_sealed'),
  totpLastStep: bigint('totp_last_step'),
  credentialId: text('credential_id'),
  publicKey: text('public_key'),
  signCount: bigint('sign_count'),
  transports: text('transports'),
});

const CODES = tableOf<{ hash: string; userId: string; createdAtUs: number }>('recovery_codes', {
  hash: text('hash'),
  userId: text('user_id'),
  createdAtUs: bigint('created_at_us'),
});

/** Adds a factor. Returns false, with nothing written, when the passkey is already registered. */
export async function insertFactor(tx: Transaction, factor: UserFactor): Promise<boolean> {
  const suffix = 'ON CONFLICT (credential_id) DO NOTHING RETURNING id';
  return (await tx.insertRows({ ...FACTORS.rowsOf([factor]), suffix })).length === 1;
}

/** A user's factors, oldest first. */
export async function listFactors(db: Pick<Database, 'query'>, userId: string): Promise<UserFactor[]> {
  const rows = await db.query(
    `SELECT ${FACTORS.columns} FROM user_factors WHERE user_id = $1 ORDER BY created_at_us, id`,
    [userId],
  );
  return rows.map((row) => FACTORS.read(row));
}

/**
 * Stores the step of an accepted code. Returns false, with nothing changed, when that code or a later one was accepted
 * before. A stored step of `farStep` or later is ignored, because only a wrong clock can have stored it.
 */
export async function useTotpStep(
  tx: Transaction,
  { id, step, farStep, nowUs }: { id: string; step: number; farStep: number; nowUs: number },
): Promise<boolean> {
  const rows = await tx.query<Row>(
    `UPDATE user_factors SET totp_last_step = $2, last_used_at_us = $4
      WHERE id = $1 AND (totp_last_step < $2 OR totp_last_step >= $3) RETURNING id`,
    [id, step, farStep, nowUs],
  );
  return rows.length === 1;
}

/**
 * Stores a passkey's use count. Returns false, with nothing changed, when the count did not increase, because there may
 * then be a copy of the passkey.
 */
export async function usePasskeyCount(
  tx: Transaction,
  { id, signCount, nowUs }: { id: string; signCount: number; nowUs: number },
): Promise<boolean> {
  const rows = await tx.query<Row>(
    `UPDATE user_factors SET sign_count = $2, last_used_at_us = $3
      WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING id`,
    [id, signCount, nowUs],
  );
  return rows.length === 1;
}

/** Removes one of a user's factors. Returns false when the user has no factor with this id. */
export async function deleteFactor(tx: Transaction, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const rows = await tx.query<Row>('DELETE FROM user_factors WHERE id = $1 AND user_id = $2 RETURNING id', [
    id,
    userId,
  ]);
  return rows.length === 1;
}

/** Removes all of a user's factors. */
export async function deleteFactorsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM user_factors WHERE user_id = $1', [userId]);
}

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
