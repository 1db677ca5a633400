import type { Database, Row, Transaction } from '../../../database/database.ts';

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

/**
 * Counts payments of an archive that this transaction removes. The first call for an archive adds the archive to the
 * list, which may raise the limit below which `reconcile` refuses periods.
 */
export async function addRemovedPayments(tx: Transaction, archive: RemovedArchive): Promise<void> {
  await tx.query(
    `INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET payments = archives.payments + excluded.payments`,
    [archive.id, archive.beforeUs, archive.payments, archive.removedAtUs],
  );
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
  const rows = await tx.query(
    `INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [after.id, after.beforeUs, after.payments, after.removedAtUs],
  );
  return rows.length > 0;
}

/** The moment before which payments may have been removed to an archive; undefined when no payment ever was. */
export async function findArchivedBefore(db: Pick<Database, 'query'>): Promise<number | undefined> {
  const [row] = await db.query<Row & { before_us: number | null }>('SELECT MAX(before_us) AS before_us FROM archives');
  return row?.before_us ?? undefined;
}

/** Every archive whose payments were removed. */
export async function listRemovedArchives(db: Pick<Database, 'query'>): Promise<RemovedArchive[]> {
  const rows = await db.query<Row & { id: string; before_us: number; payments: number; removed_at_us: number }>(
    'SELECT id, before_us, payments, removed_at_us FROM archives ORDER BY id',
  );
  return rows.map((row) => ({
    id: row.id,
    payments: row.payments,
    beforeUs: row.before_us,
    removedAtUs: row.removed_at_us,
  }));
}
