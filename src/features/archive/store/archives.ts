import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/** An archive whose payments were removed from this store. */
export interface RemovedArchive {
  /** The SHA-256 of its manifest, in hex. */
  readonly id: string;
  /** It holds payments from before this time, microseconds since 1970. */
  readonly beforeUs: number;
  /** How many of its payments were removed from this store: at least one. */
  readonly payments: number;
  /** When the first of them was removed. */
  readonly removedAtUs: number;
}

const ARCHIVES = tableOf<RemovedArchive>('archives', {
  id: text('id'),
  beforeUs: bigint('before_us'),
  payments: bigint('payments'),
  removedAtUs: bigint('removed_at_us'),
});
const ADD = ARCHIVES.insertion('ON CONFLICT (id) DO UPDATE SET payments = archives.payments + excluded.payments');
const INSERT = ARCHIVES.insertion('ON CONFLICT (id) DO NOTHING RETURNING id');

/**
 * Counts payments of an archive that this transaction removes. The first call for an archive adds the archive to the
 * list, which may raise the limit below which `reconcile` refuses periods.
 */
export async function addRemovedPayments(tx: Transaction, archive: RemovedArchive): Promise<void> {
  await tx.query(ADD, ARCHIVES.valuesOf(archive));
}

/**
 * Replaces a row of the list of removed archives: `null` means no row. Returns false, and changes nothing, when the row is no longer
 * `before`: a concurrent removal has changed it.
 */
export async function replaceRemovedArchive(
  tx: Transaction,
  before: RemovedArchive | null,
  after: RemovedArchive | null,
): Promise<boolean> {
  if (before) {
    const rows = await tx.query(
      'DELETE FROM archives WHERE id = $1 AND payments = $2 AND before_us = $3 RETURNING id',
      [before.id, before.payments, before.beforeUs],
    );
    if (rows.length === 0) return false;
  }
  if (!after) return true;
  return (await tx.query(INSERT, ARCHIVES.valuesOf(after))).length > 0;
}

/** The moment before which payments may have been removed to an archive; undefined when no payment ever was. */
export async function findArchivedBefore(db: Pick<Database, 'query'>): Promise<number | undefined> {
  const [row] = await db.query<Row & { before_us: number | null }>('SELECT MAX(before_us) AS before_us FROM archives');
  return row?.before_us ?? undefined;
}

/** Every archive whose payments were removed. */
export async function listRemovedArchives(db: Pick<Database, 'query'>): Promise<RemovedArchive[]> {
  return (await db.query(`SELECT ${ARCHIVES.columns} FROM archives ORDER BY id`)).map(ARCHIVES.read);
}
