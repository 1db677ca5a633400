import type { Currency } from '../../../core/money.ts';
import type { Database, InsertRows, Row, Transaction } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { Account, Book, Entry } from '../entry.ts';

/** A line of an entry as it is stored. */
interface Posting extends Book {
  /** The transaction id of the payment. */
  readonly about: number;
  readonly event: Entry['event'];
  /** Counted from 1 within the entry. */
  readonly line: number;
  readonly account: Account;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly atUs: number;
}

const POSTINGS = tableOf<Posting>('postings', {
  about: bigint('about'),
  event: text('entry'),
  line: bigint('line'),
  websiteId: text('website_id'),
  mode: text('mode'),
  account: text('account'),
  currency: text('currency'),
  amountMinor: bigint('amount_minor'),
  atUs: bigint('at_us'),
});

/**
 * Posts entries, in the transaction of their events. Fails when one of the events was posted before; with `isRepeatable`, such an entry
 * stays as it is.
 */
export async function insertEntries(
  tx: Transaction,
  entries: readonly Entry[],
  { isRepeatable = false }: { isRepeatable?: boolean } = {},
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entryRows(entries);
  await tx.insertRows(isRepeatable ? { ...rows, suffix: 'ON CONFLICT DO NOTHING' } : rows);
}

/** The rows of entries, for a statement that inserts other rows too. */
export function entryRows(entries: readonly Entry[]): InsertRows {
  return POSTINGS.rowsOf(entries.flatMap(postingsOf));
}

function postingsOf({ lines, websiteId, mode, about, event, atUs }: Entry): Posting[] {
  return lines.map(({ account, money: { amountMinor, currency } }, index) => {
    return { about, event, line: index + 1, websiteId, mode, account, currency, amountMinor, atUs };
  });
}

/** Deletes all entries about deleted payments. */
export async function deleteEntriesAbout(tx: Transaction, ids: readonly number[]): Promise<void> {
  const params: number[] = [];
  await tx.query(`DELETE FROM postings WHERE ${inList(params, 'about', ids)}`, params);
}

/** The entries about a payment, oldest first. */
export function listEntriesAbout(db: Pick<Database, 'query'>, id: number): Promise<Entry[]> {
  return listEntries(db, { after: id - 1, through: id });
}

/** The entries about the payments of a range of ids, oldest first for each; with `isBesides`, without the payments' own entries. */
export async function listEntries(
  db: Pick<Database, 'query'>,
  { after, through, isBesides = false }: { after: number; through: number; isBesides?: boolean },
): Promise<Entry[]> {
  const rows = await db.query(
    `SELECT ${POSTINGS.columns} FROM postings
      WHERE about > $1 AND about <= $2 ${isBesides ? "AND entry <> 'completed'" : ''} ORDER BY about, entry, line`,
    [after, through],
  );
  const entries = Map.groupBy(rows.map(POSTINGS.read), ({ about, event }) => `${about} ${event}`);
  return [...entries.values()]
    .flatMap(entryOf)
    .sort((one, other) => one.about - other.about || one.atUs - other.atUs || rankOf(one) - rankOf(other));
}

function entryOf(postings: readonly Posting[]): Entry[] {
  const [first] = postings;
  if (!first) return [];
  const { websiteId, mode, about, event, atUs } = first;
  const lines = postings.map(({ account, amountMinor, currency }) => ({ account, money: { amountMinor, currency } }));
  return [{ websiteId, mode, about, event, atUs, lines }];
}

/** The order of entries of the same moment: a refund is reserved before it ends. */
function rankOf({ event }: Entry): number {
  return event === 'completed' ? 0 : event.endsWith(':reserved') ? 1 : 2;
}

/** A period of a ledger: from `fromUs` to before `toUs`, microseconds since 1970. */
export interface LedgerPeriod extends Book {
  readonly fromUs: number;
  readonly toUs: number;
}

/** The balance of an account in a currency at the start and at the end of a period. Minor units. */
export interface Balance {
  readonly account: Account;
  readonly currency: Currency;
  readonly openingMinor: number;
  readonly closingMinor: number;
}

/** The balances of all accounts of a ledger that were ever used before the end of the period. Adds up an index. */
export async function balancesAt(
  db: Pick<Database, 'query'>,
  { websiteId, mode, fromUs, toUs }: LedgerPeriod,
): Promise<Balance[]> {
  const rows = await db.query<
    Row & { account: Account; currency: Currency; opening_minor: number; closing_minor: number }
  >(
    `SELECT account, currency, CAST(SUM(CASE WHEN at_us < $3 THEN amount_minor ELSE 0 END) AS BIGINT) AS opening_minor,
       CAST(SUM(amount_minor) AS BIGINT) AS closing_minor
      FROM postings WHERE website_id = $1 AND mode = $2 AND at_us < $4 GROUP BY account, currency ORDER BY currency, account`,
    [websiteId, mode, fromUs, toUs],
  );
  return rows.map(({ account, currency, opening_minor: openingMinor, closing_minor: closingMinor }) => {
    return { account, currency, openingMinor, closingMinor };
  });
}

/** The kinds of entries. */
const KINDS = {
  payment_completed: "entry = 'completed'",
  refund_reserved: "entry LIKE 'refund:%:reserved'",
  refund_succeeded: "entry LIKE 'refund:%:succeeded'",
  refund_failed: "entry LIKE 'refund:%:failed'",
  refund_reversed: "entry LIKE 'refund:%:reversed'",
  discrepancy: "entry LIKE 'discrepancy:%'",
  fee: "entry LIKE 'fee:%'",
  payout: "entry LIKE 'payout:%'",
} as const;

/** The kind of any other entry: the start of its name, before the first colon. */
const OTHER_KIND =
  "COALESCE(NULLIF(SUBSTR(entry, 1, LENGTH(entry) - LENGTH(LTRIM(entry, 'abcdefghijklmnopqrstuvwxyz_'))), ''), 'other')";

/** What the entries of one kind in a period moved on an account. Minor units. */
export interface Activity {
  /** One of `KINDS`, or the start of the entries' names; null: all entries from before the period. */
  readonly kind: string | null;
  readonly account: Account;
  readonly currency: Currency;
  readonly entries: number;
  readonly amountMinor: number;
}

const SUMS = 'COUNT(*) AS entries, CAST(SUM(amount_minor) AS BIGINT) AS amount_minor';
const KIND = `CASE ${Object.entries(KINDS)
  .map(([name, condition]) => `WHEN ${condition} THEN '${name}'`)
  .join(' ')} ELSE ${OTHER_KIND} END`;

/** What all entries of a period moved on each account, without kinds. Adds up an index. */
export function sumPeriod(db: Pick<Database, 'query'>, period: LedgerPeriod): Promise<Activity[]> {
  return listSums(
    db,
    `SELECT CAST(NULL AS TEXT) AS kind, account, currency, ${SUMS} FROM postings
      WHERE website_id = $1 AND mode = $2 AND at_us >= $3 AND at_us < $4 GROUP BY account, currency`,
    period,
  );
}

/** What the entries of each kind moved on each account in a period. */
export function sumKinds(db: Pick<Database, 'query'>, period: LedgerPeriod): Promise<Activity[]> {
  return listSums(
    db,
    `SELECT moved.kind, moved.account, moved.currency, ${SUMS}
      FROM (SELECT ${KIND} AS kind, account, currency, amount_minor FROM postings
        WHERE website_id = $1 AND mode = $2 AND at_us >= $3 AND at_us < $4) AS moved
      GROUP BY moved.kind, moved.account, moved.currency`,
    period,
  );
}

async function listSums(
  db: Pick<Database, 'query'>,
  sql: string,
  { websiteId, mode, fromUs, toUs }: LedgerPeriod,
): Promise<Activity[]> {
  const rows = await db.query<
    Row & { kind: string | null; account: Account; currency: Currency; entries: number; amount_minor: number }
  >(sql, [websiteId, mode, fromUs, toUs]);
  return rows.map(({ amount_minor: amountMinor, ...row }) => ({ ...row, amountMinor }));
}

/** When the first entry of a ledger happened, microseconds since 1970; undefined if it has none. */
export async function firstEntryUs(
  db: Pick<Database, 'query'>,
  { websiteId, mode }: Book,
): Promise<number | undefined> {
  const [row] = await db.query<Row & { at_us: number }>(
    'SELECT at_us FROM postings WHERE website_id = $1 AND mode = $2 ORDER BY at_us LIMIT 1',
    [websiteId, mode],
  );
  return row?.at_us;
}

/** When the newest entry of a ledger until a time happened, microseconds since 1970; undefined if it has none. */
export async function lastEntryUs(
  db: Pick<Database, 'query'>,
  { websiteId, mode }: Book,
  untilUs: number,
): Promise<number | undefined> {
  const [row] = await db.query<Row & { at_us: number }>(
    'SELECT at_us FROM postings WHERE website_id = $1 AND mode = $2 AND at_us <= $3 ORDER BY at_us DESC LIMIT 1',
    [websiteId, mode, untilUs],
  );
  return row?.at_us;
}

/** Payments older than this one may not be posted yet; null once all are. */
export async function readLedgerFill(db: Pick<Database, 'query'>): Promise<number | null> {
  const [row] = await db.query<Row & { before_id: number | null }>('SELECT before_id FROM ledger_fill WHERE id = 1');
  return row?.before_id ?? null;
}
