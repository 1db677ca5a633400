import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, group, optional, tableOf, text } from '../../../database/table.ts';
import { type ChangeMaker, recordChange } from '../../audit/store/record-change.ts';

/** The stored state by which a rollback is detected, and whether charging of live cards is paused. One row. */
export interface Charging {
  /** The id of an embedded store, which the mark next to it names; null until the store has an id. */
  readonly storeId: string | null;
  /** How many charges were requested; counted only by an embedded store. */
  readonly mark: number;
  /** The server, timeline and table at the last check; null for an embedded store. */
  readonly place: string | null;
  /** Since when charging is paused, and why; null while it is not. Microseconds since 1970. */
  readonly pause: { readonly sinceUs: number; readonly reason: string } | null;
}

const CHARGING = tableOf<Charging>('charging', {
  storeId: text('store_id'),
  mark: bigint('charge_mark'),
  place: text('place'),
  pause: optional(group({ sinceUs: bigint('paused_at_us'), reason: text('pause_reason') })),
});

type Reader = Pick<Database, 'query'>;

export async function readCharging(db: Reader): Promise<Charging> {
  const [row] = await db.query(`SELECT ${CHARGING.columns} FROM charging`);
  if (!row) throw new Error('the store has lost its row about charging');
  return CHARGING.read(row);
}

/** Gives the store its id and its place, each only if the store has none. */
export async function nameCharging(
  tx: Transaction,
  { storeId = null, place = null }: { storeId?: string | null; place?: string | null },
): Promise<void> {
  await tx.query('UPDATE charging SET store_id = COALESCE(store_id, $1), place = COALESCE(place, $2)', [
    storeId,
    place,
  ]);
}

/** Counts a charge that is about to be requested, and returns the new count. Undefined while charging is paused. */
export async function countCharge(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.query<Row & { charge_mark: number }>(
    'UPDATE charging SET charge_mark = charge_mark + 1 WHERE paused_at_us IS NULL RETURNING charge_mark',
  );
  return row?.charge_mark;
}

/** Pauses charging. The rest of the current state becomes the baseline for detecting the next rollback. */
export async function pauseCharging(
  tx: Pick<Transaction, 'query'>,
  pause: { sinceUs: number; reason: string; storeId?: string | null; mark?: number; place?: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE charging SET paused_at_us = $1, pause_reason = $2, store_id = COALESCE($3, store_id),
       charge_mark = CASE WHEN charge_mark < $4 THEN $4 ELSE charge_mark END, place = $5`,
    [pause.sinceUs, pause.reason, pause.storeId ?? null, pause.mark ?? 0, pause.place ?? null],
  );
}

/** Pauses charging, and records that in the audit log. Call it as the last step of a transaction. */
export async function recordPause(
  tx: Pick<Transaction, 'query'>,
  maker: ChangeMaker,
  pause: { reason: string; storeId: string | null; mark: number; place: string | null },
): Promise<void> {
  await pauseCharging(tx, { sinceUs: maker.clock(), ...pause });
  const subject = { kind: 'store', id: null } as const;
  await recordChange(tx, maker, { action: 'charging.pause', subject, after: { reason: pause.reason } });
}

/**
 * Restarts the time of a pause, if there is one. Call it when the time has stepped: the length of the pause can then no
 * longer be computed, and it must last until an acquirer's search includes every charge from before the pause.
 */
export async function restartPause(tx: Transaction, atUs: number): Promise<void> {
  await tx.query('UPDATE charging SET paused_at_us = $1 WHERE paused_at_us IS NOT NULL', [atUs]);
}

/** Resumes charging, unless it was paused again since. Returns whether charging resumed. */
export async function liftPause(tx: Transaction, sinceUs: number): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE charging SET paused_at_us = NULL, pause_reason = NULL WHERE paused_at_us = $1 RETURNING id',
    [sinceUs],
  );
  return rows.length > 0;
}
