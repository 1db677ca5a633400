import type { Database, Row, Transaction } from './database.ts';

/** An archive whose payments were removed from the store, or are being removed. */
export interface RemovedArchive {
  /** The SHA-256 of its manifest, in hex. */
  readonly id: string;
  /** It holds payments from before this, microseconds since 1970. */
  readonly beforeUs: number;
  /** How many it holds. */
  readonly payments: number;
  readonly removedAtUs: number;
}

/** Notes that an archive's payments are about to be removed. A second time changes nothing. Returns whether it is the first. */
export async function insertRemovedArchive(tx: Transaction, archive: RemovedArchive): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [archive.id, archive.beforeUs, archive.payments, archive.removedAtUs],
  );
  return rows.length > 0;
}

/** The moment before which payments may have been removed to an archive; undefined when none ever was. */
export async function findArchivedBefore(db: Pick<Database, 'query'>): Promise<number | undefined> {
  const [row] = await db.query<Row & { before_us: number | null }>('SELECT MAX(before_us) AS before_us FROM archives');
  return row?.before_us ?? undefined;
}

/** Every archive whose payments were removed, or are being removed. */
export async function listRemovedArchives(db: Pick<Database, 'query'>): Promise<RemovedArchive[]> {
  const rows = await db.query<Row & { id: string; before_us: number; payments: number; removed_at_us: number }>(
    'SELECT id, before_us, payments, removed_at_us FROM archives',
  );
  return rows.map((row) => ({
    ...{ id: row.id, payments: row.payments },
    ...{ beforeUs: row.before_us, removedAtUs: row.removed_at_us },
  }));
}
