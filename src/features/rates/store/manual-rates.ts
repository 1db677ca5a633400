import type { RateE4 } from '../../../core/money.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/** A manual rate, or its removal (`rateE4` is null). The newest one applies. */
export interface ManualRate {
  /** 1 for the first. */
  readonly number: number;
  readonly rateE4: RateE4 | null;
  readonly setAtUs: number;
  /** The name of the actor. */
  readonly setBy: string;
}

const MANUAL_RATES = tableOf<ManualRate>('manual_rates', {
  number: bigint('number'),
  rateE4: bigint('rate_e4'),
  setAtUs: bigint('set_at_us'),
  setBy: text('set_by'),
});
const INSERT = MANUAL_RATES.insertion('ON CONFLICT (number) DO NOTHING RETURNING number');

/** The newest manual rate, or its removal; undefined when no rate was ever set. */
export async function findManualRate(db: Pick<Database, 'query'>): Promise<ManualRate | undefined> {
  const [row] = await db.query(`SELECT ${MANUAL_RATES.columns} FROM manual_rates ORDER BY number DESC LIMIT 1`);
  return row && MANUAL_RATES.read(row);
}

/** The newest manual rates and removals from before a moment, newest first. */
export async function listManualRates(
  db: Pick<Database, 'query'>,
  { beforeUs, limit }: { beforeUs: number; limit: number },
): Promise<ManualRate[]> {
  const rows = await db.query(
    `SELECT ${MANUAL_RATES.columns} FROM manual_rates WHERE set_at_us < $1 ORDER BY number DESC LIMIT $2`,
    [beforeUs, limit],
  );
  return rows.map(MANUAL_RATES.read);
}

/** Stores a manual rate or its removal. Returns false when another one has this number already. */
export async function insertManualRate(tx: Transaction, rate: ManualRate): Promise<boolean> {
  return (await tx.query(INSERT, MANUAL_RATES.valuesOf(rate))).length > 0;
}
