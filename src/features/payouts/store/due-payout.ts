import type { Database, Row } from '../../../database/database.ts';

/** The payout of a line that is new or that will be reversed; undefined if there is none. */
export async function findDuePayout(db: Pick<Database, 'query'>): Promise<string | undefined> {
  const [row] = await db.query<Row & { payout_id: string }>(
    `SELECT payout_id FROM payout_lines WHERE state = 'new' OR state = 'reversing' ORDER BY payout_id, line LIMIT 1`,
  );
  return row?.payout_id;
}
