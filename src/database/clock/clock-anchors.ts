import type { Database, Row, Transaction } from '../database.ts';
import { bigint, tableOf, text } from '../table.ts';

/** A machine's time at one moment of a boot. Microseconds. */
export interface ClockAnchor {
  /** Identifies this boot of the machine. */
  readonly machine: string;
  /** The machine's uptime at that moment. */
  readonly runningUs: number;
  /** Since 1970. */
  readonly atUs: number;
}

const ANCHORS = tableOf<ClockAnchor>('clock_anchors', {
  machine: text('machine'),
  runningUs: bigint('running_us'),
  atUs: bigint('at_us'),
});
const SAVE = ANCHORS.insertion(
  'ON CONFLICT (machine) DO UPDATE SET running_us = excluded.running_us, at_us = excluded.at_us',
);

/**
 * The `machine` of a special anchor, whose `runningUs` is the reading of PostgreSQL's own clock. The anchor is stored
 * while nodes do not trust that clock and use another time. A node that starts in this period also uses the other time,
 * and does not trust the clock either.
 */
export const DOUBTED_CLOCK = 'doubted';

export async function findClockAnchor(db: Database, machine: string): Promise<ClockAnchor | undefined> {
  const [row] = await db.query(`SELECT ${ANCHORS.columns} FROM clock_anchors WHERE machine = $1`, [machine]);
  return row && ANCHORS.read(row);
}

/** The newest time recorded by any machine, or by any machine but one; undefined when there is none. */
export async function newestAnchorUs(db: Database, except = ''): Promise<number | undefined> {
  const [row] = await db.query<Row & { newest_us: number | null }>(
    'SELECT MAX(at_us) AS newest_us FROM clock_anchors WHERE machine <> $1 AND machine <> $2',
    [except, DOUBTED_CLOCK],
  );
  return row?.newest_us ?? undefined;
}

/** Stores an anchor, replacing the previous one of the same machine, and deletes anchors from before `deleteBeforeUs`. */
export async function saveClockAnchor(tx: Transaction, anchor: ClockAnchor, deleteBeforeUs: number): Promise<void> {
  await tx.query(SAVE, ANCHORS.valuesOf(anchor));
  await tx.query('DELETE FROM clock_anchors WHERE at_us < $1', [deleteBeforeUs]);
}

/** To be called when the clock is accepted: a node that starts later can trust it again. */
export async function deleteDoubtedClock(tx: Transaction): Promise<void> {
  await tx.query('DELETE FROM clock_anchors WHERE machine = $1', [DOUBTED_CLOCK]);
}

/** Deletes anchors that are later than `atUs`, because they were wrong. */
export async function deleteLaterAnchors(tx: Transaction, atUs: number): Promise<void> {
  await tx.query('DELETE FROM clock_anchors WHERE at_us > $1', [atUs]);
}

/** Stores that the operator confirms this as the current time. */
export async function confirmTime(tx: Transaction, atUs: number): Promise<void> {
  await tx.query(
    'INSERT INTO clock_confirmations (id, at_us) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at_us = excluded.at_us',
    [atUs],
  );
}

/** The time that the operator confirmed last; undefined when that was never done. */
export async function confirmedTimeUs(db: Database): Promise<number | undefined> {
  const [row] = await db.query<Row & { at_us: number }>('SELECT at_us FROM clock_confirmations WHERE id = 1');
  return row?.at_us;
}
