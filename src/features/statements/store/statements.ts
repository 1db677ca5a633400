import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { Activity } from '../../ledger/store/postings.ts';
import type { Month } from '../month.ts';

/** The statement of a month for a website's live payments, as it was when it was issued. */
export interface IssuedStatement {
  readonly websiteId: string;
  readonly month: Month;
  readonly issuedAtUs: number;
  readonly lines: readonly Activity[];
}

const STATEMENTS = tableOf<IssuedStatement>('statements', {
  websiteId: text('website_id'),
  month: text('month'),
  issuedAtUs: bigint('issued_at_us'),
  lines: {
    columns: [{ name: 'lines', type: 'text' }],
    write: (lines) => [JSON.stringify(lines)],
    read: ([stored]) => JSON.parse(String(stored)),
  },
});

/** Stores an issued statement. A month that has one keeps it. */
export async function insertStatement(tx: Transaction, statement: IssuedStatement): Promise<void> {
  await tx.query(STATEMENTS.insertion('ON CONFLICT (website_id, month) DO NOTHING'), STATEMENTS.valuesOf(statement));
}

/** The issued statement of a month; undefined if none was issued. */
export async function findStatement(
  db: Pick<Database, 'query'>,
  { websiteId, month }: Pick<IssuedStatement, 'websiteId' | 'month'>,
): Promise<IssuedStatement | undefined> {
  const [row] = await db.query(`SELECT ${STATEMENTS.columns} FROM statements WHERE website_id = $1 AND month = $2`, [
    websiteId,
    month,
  ]);
  return row && STATEMENTS.read(row);
}

/** The newest issued statements of a website, at most `limit`. */
export async function listStatements(
  db: Pick<Database, 'query'>,
  { websiteId, limit }: { websiteId: string; limit: number },
): Promise<IssuedStatement[]> {
  const rows = await db.query(
    `SELECT ${STATEMENTS.columns} FROM statements WHERE website_id = $1 ORDER BY month DESC LIMIT $2`,
    [websiteId, limit],
  );
  return rows.map(STATEMENTS.read);
}

/** The issued statements of a month that have entries, with the names of their websites, by name; at most `limit`. Null: of all websites. */
export async function listIssued(
  db: Pick<Database, 'query'>,
  { month, websiteIds, limit }: { month: Month; websiteIds: readonly string[] | null; limit: number },
): Promise<{ websiteId: string; name: string }[]> {
  const params: Value[] = [month, limit];
  const these = websiteIds === null ? '' : `AND ${inList(params, 'w.id', websiteIds)}`;
  const rows = await db.query<Row & { id: string; name: string }>(
    `SELECT w.id, w.name FROM statements s JOIN websites w ON w.id = s.website_id
      WHERE s.month = $1 AND s.lines <> '[]' ${these} ORDER BY w.name, w.id LIMIT $2`,
    params,
  );
  return rows.map(({ id, name }) => ({ websiteId: id, name }));
}

/** Websites that have no statement of a month, with the last month that they have one of. Those created after `beforeUs` are omitted. */
export async function listWithoutStatement(
  db: Pick<Database, 'query'>,
  { month, beforeUs, limit }: { month: Month; beforeUs: number; limit: number },
): Promise<{ websiteId: string; last: Month | null }[]> {
  const rows = await db.query<Row & { id: string; last: Month | null }>(
    `SELECT w.id, (SELECT MAX(s.month) FROM statements s WHERE s.website_id = w.id) AS last FROM websites w
      WHERE w.created_at_us < $1 AND NOT EXISTS (SELECT 1 FROM statements s WHERE s.website_id = w.id AND s.month >= $2)
      ORDER BY w.id LIMIT $3`,
    [beforeUs, month, limit],
  );
  return rows.map(({ id, last }) => ({ websiteId: id, last }));
}
