import type { RateE4 } from '../../../core/money.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';

/** A manual rate, or (null) its removal. The newest counts. */
export interface ManualRate {
  /** 1 for the first. */
  readonly number: number;
  readonly rateE4: RateE4 | null;
  readonly setAtUs: number;
  /** The name of the actor. */
  readonly setBy: string;
}

interface ManualRow extends Row {
  number: number;
  rate_e4: number | null;
  set_at_us: number;
  set_by: string;
}

const COLUMNS = 'number, rate_e4, set_at_us, set_by';

/** The newest manual rate, or its removal; undefined when no rate was ever set. */
export async function findManualRate(db: Pick<Database, 'query'>): Promise<ManualRate | undefined> {
  const [row] = await db.query<ManualRow>(`SELECT ${COLUMNS} FROM manual_rates ORDER BY number DESC LIMIT 1`);
  return row && toManualRate(row);
}

/** The newest manual rates and removals from before a moment, newest first. */
export async function listManualRates(
  db: Pick<Database, 'query'>,
  { beforeUs, limit }: { beforeUs: number; limit: number },
): Promise<ManualRate[]> {
  const rows = await db.query<ManualRow>(
    `SELECT ${COLUMNS} FROM manual_rates WHERE set_at_us < $1 ORDER BY number DESC LIMIT $2`,
    [beforeUs, limit],
  );
  return rows.map(toManualRate);
}

/** Stores a manual rate or its removal. Returns false when another one has this number already. */
export async function insertManualRate(tx: Transaction, rate: ManualRate): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO manual_rates (${COLUMNS}) VALUES ($1, $2, $3, $4) ON CONFLICT (number) DO NOTHING RETURNING number`,
    [rate.number, rate.rateE4, rate.setAtUs, rate.setBy],
  );
  return rows.length > 0;
}

function toManualRate(row: ManualRow): ManualRate {
  return { number: row.number, rateE4: row.rate_e4, setAtUs: row.set_at_us, setBy: row.set_by };
}
