import type { Database, Row } from '../../storage/database.ts';

/**
 * A backup is a text: a line of JSON that says whose it is, the rows of every table as PostgreSQL's COPY writes them, and a line of JSON
 * that proves that nothing is missing. The text is compressed by zstd, and then encrypted by age where that was asked for, so that the
 * programs of these names are all that it takes to read one. docs/backups.md shows it.
 */
export const FORMAT = 'peye-backup-1';

/** The last line of a table, which no row can be. */
export const END_OF_ROWS = '\\.\n';

/** The first line: of which store it is, and what it takes to restore it. */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  /** The version of Peye that made it. */
  readonly peye: string;
  readonly engine: Database['engine'];
  /** The store's time when it began. */
  readonly made_at: string;
  /** The migrations that have run on the store, by number. */
  readonly migrations: readonly number[];
  /** What only who has the SECRET_KEY can make, and says nothing about it. */
  readonly secret_key: string;
  /** Sealed texts that did not even open in the store that it was made of. */
  readonly unopened_secrets: number;
}

/** The line in front of the rows of a table. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** What payments of one kind add up to. */
export interface PaymentSum {
  readonly mode: string;
  readonly status: string;
  readonly currency: string;
  readonly payments: number;
  /** Minor units, as a text: a sum may be beyond what a number holds. */
  readonly amount_minor: string;
}

/** The last line. */
export interface BackupEnd {
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  readonly payments: readonly PaymentSum[];
  /** SHA-256 of all that stands before this line, in hex. */
  readonly sha256: string;
}

/** What is sealed in a backup has this context; the tag names the key. */
export const KEY_TAG = 'backup';

/** Adds up the payments of a store, in one order. */
export async function readPaymentSums(on: Pick<Database, 'query'>): Promise<PaymentSum[]> {
  return on.query<PaymentSum & Row>(
    `SELECT mode, status, currency, COUNT(*) AS payments, CAST(SUM(amount_minor) AS TEXT) AS amount_minor
       FROM payments GROUP BY mode, status, currency ORDER BY mode, status, currency`,
  );
}

/** How many payments these are. */
export function paymentCount(sums: readonly PaymentSum[]): number {
  return sums.reduce((count, { payments }) => count + payments, 0);
}
