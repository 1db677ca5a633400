import { createHash } from 'node:crypto';
import type { Database, Row, Snapshot } from '../../../database/database.ts';

const COLUMNS = {
  sqlite: 'SELECT name FROM pragma_table_info($1) ORDER BY cid',
  postgres:
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
};

/**
 * A backup is a text: a JSON line that identifies its store, the rows of every table as PostgreSQL's COPY writes them,
 * and a JSON line that proves that nothing is missing. The text is compressed with zstd and, if requested, encrypted
 * with age, so that these two programs suffice to read a backup. docs/backups.md shows how.
 */
export const FORMAT = 'peye-backup-1';

/** The last line of a table. No row can have this text. */
export const END_OF_ROWS = '\\.\n';

/** The first line of a backup: its store, and the requirements for restoring it. */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  /** The version of Peye that created it. */
  readonly peye: string;
  readonly engine: Database['engine'];
  /** The store's time when the backup started. */
  readonly made_at: string;
  /** The migrations that have run on the store, by number. */
  readonly migrations: readonly number[];
  /** A text that only a holder of the SECRET_KEY can compute, and that reveals nothing about the key. */
  readonly secret_key: string;
  /** Sealed texts that could not be opened even in the original store. */
  readonly unopened_secrets: number;
}

/** The line in front of the rows of a table. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The sum of the payments with one mode, status and currency. */
export interface PaymentSum {
  readonly mode: string;
  readonly status: string;
  readonly currency: string;
  readonly payments: number;
  /** Minor units, as a text: a sum may exceed the range of a number. */
  readonly amount_minor: string;
}

/** The last line of a backup. */
export interface BackupEnd {
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  readonly payments: readonly PaymentSum[];
  /** SHA-256 of everything before this line, in hex. */
  readonly sha256: string;
}

/** The purpose for which SECRET_KEY produces the tag in a backup's first line. The tag identifies the key. */
export const KEY_TAG = 'backup';

/** Adds up the payments of a store, in a fixed order. */
export async function readPaymentSums(on: Pick<Database, 'query'>): Promise<PaymentSum[]> {
  return on.query<PaymentSum & Row>(
    `SELECT mode, status, currency, COUNT(*) AS payments, CAST(SUM(amount_minor) AS TEXT) AS amount_minor
       FROM payments GROUP BY mode, status, currency ORDER BY mode, status, currency`,
  );
}

/** The number of payments in these sums. */
export function paymentCount(sums: readonly PaymentSum[]): number {
  return sums.reduce((count, { payments }) => count + payments, 0);
}

/** Passes chunks on, and reports how many bytes passed and their SHA-256 in hex. */
export function measured<Piece extends Uint8Array>(source: AsyncIterable<Piece>) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pieces(): AsyncGenerator<Piece> {
      for await (const piece of source) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** The columns of a table, in their order. */
export async function tableColumns(
  on: Pick<Snapshot, 'query'>,
  engine: Database['engine'],
  table: string,
): Promise<string[]> {
  return (await on.query<Row & { name: string }>(COLUMNS[engine], [table])).map(({ name }) => name);
}
