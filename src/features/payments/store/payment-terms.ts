import { createHash } from 'node:crypto';
import { isFinal, type Payment } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import { searchTerms } from '../search-terms.ts';
import { PAYMENTS } from './payment-table.ts';

/** The fields of a payment that its search terms come from. */
type Named = Pick<Payment, 'id' | 'websiteId' | 'customerName' | 'customerEmail' | 'customerPhone'>;

/**
 * How many characters are stored of two hashes: that of a website's id, and that of a term that is only looked up as a
 * whole.
 */
const OWNER_CHARACTERS = 4;
const WHOLE_CHARACTERS = 10;
/** How many characters are stored of a name. Longer names are found together with others that have the same start. */
const NAME_CHARACTERS = 18;
const NAME = 'name:';
/** Sorts after every term with the same prefix: no term contains it. */
const LAST = '\u{10ffff}';

/** Rows of one statement: each has two parameters, and a statement of the embedded store has no more than 32,766. */
const ROWS_AT_ONCE = 1_000;

/** Writes the search terms of final payments. Existing terms stay. */
export async function insertTerms(tx: Transaction, payments: readonly Named[]): Promise<void> {
  const rows = payments.flatMap((payment) => storedTerms(payment).map((term): Value[] => [term, payment.id]));
  // Not `insertRows`, which supports only numbers and texts: terms are bytes in PostgreSQL.
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    const places = part.map((_, index) => `($${2 * index + 1}, $${2 * index + 2})`);
    await tx.query(
      `INSERT INTO payment_terms (term, payment_id) VALUES ${places.join(', ')} ON CONFLICT DO NOTHING`,
      part.flat(),
    );
  }
}

/** Deletes the search terms of payments that are being deleted. */
export async function deleteTermsOf(tx: Transaction, payments: readonly Named[]): Promise<void> {
  for (const payment of payments) {
    for (const term of storedTerms(payment)) {
      await tx.query('DELETE FROM payment_terms WHERE term = $1 AND payment_id = $2', [term, payment.id]);
    }
  }
}

function storedTerms(payment: Named): string[] {
  return [...new Set(searchTerms(payment).map((term) => storedTerm(payment.websiteId, term)))];
}

/** How a term of a website's payments is stored: a name as far as it fits, anything else as a hash. */
function storedTerm(websiteId: string, term: string): string {
  const isName = term.startsWith(NAME);
  const short = isName ? [...term].slice(NAME.length, NAME.length + NAME_CHARACTERS).join('') : hashed(term);
  return `${hashed(websiteId).slice(0, OWNER_CHARACTERS)}${isName ? ':' : '='}${short}`;
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, WHOLE_CHARACTERS);
}

/**
 * For each website, the ids of its final payments that may have the term and are older than `beforeId`, newest first.
 * Different terms can be stored alike, so some of the payments may not match. Reads one range of an index for each
 * website.
 */
export async function findByTerm(
  db: Pick<Database, 'query' | 'engine'>,
  { websiteIds, term, beforeId }: { websiteIds: readonly string[]; term: string; beforeId: number },
  limit: number,
): Promise<number[][]> {
  const stored = websiteIds.map((websiteId) => storedTerm(websiteId, term));
  return idsOf(
    await selectForEach<IdRow>(
      db,
      stored,
      (value, params) =>
        `SELECT payment_id FROM payment_terms WHERE term = ${value} AND payment_id < $${params.push(beforeId)}
          ORDER BY payment_id DESC LIMIT $${params.push(limit)}`,
      'bytea',
    ),
  );
}

/**
 * For each website, the ids of its final payments with a term that may have this start, in no order and with
 * repetitions. Different terms can be stored alike, so some may not match. Returns at most `limit` ids for each
 * website.
 */
export async function findByTermStart(
  db: Pick<Database, 'query' | 'engine'>,
  { websiteIds, start }: { websiteIds: readonly string[]; start: string },
  limit: number,
): Promise<number[][]> {
  const stored = websiteIds.map((websiteId) => storedTerm(websiteId, start));
  return idsOf(
    await selectForEach<IdRow>(
      db,
      stored,
      (value, params) =>
        `SELECT payment_id FROM payment_terms WHERE term >= ${value} AND term < ${value} || $${params.push(LAST)}
          LIMIT $${params.push(limit)}`,
      'bytea',
    ),
  );
}

interface IdRow extends Row {
  payment_id: number;
}

function idsOf(lists: readonly (readonly IdRow[])[]): number[][] {
  return lists.map((rows) => rows.map((row) => row.payment_id));
}

/** Final payments older than this one have no terms yet; null when all have them. */
export async function readTermFill(db: Pick<Database, 'query'>): Promise<number | null> {
  const [row] = await db.query<Row & { before_id: number | null }>(
    'SELECT before_id FROM payment_term_fill WHERE id = 1',
  );
  return row?.before_id ?? null;
}

const NAMED = PAYMENTS.part('id', 'websiteId', 'status', 'customerName', 'customerEmail', 'customerPhone');

/** Adds the terms of the next older payments, at most `limit`. Returns whether more are waiting. */
export async function fillTerms(tx: Transaction, limit: number): Promise<boolean> {
  // Locks the row until the transaction ends, so that no two workers process the same payments.
  const [mark] = await tx.query<Row & { before_id: number }>(
    'UPDATE payment_term_fill SET before_id = before_id WHERE id = 1 AND before_id IS NOT NULL RETURNING before_id',
  );
  if (!mark) return false;
  const rows = await tx.query(`SELECT ${NAMED.columns} FROM payments WHERE id < $1 ORDER BY id DESC LIMIT $2`, [
    mark.before_id,
    limit,
  ]);
  const payments = rows.map(NAMED.read);
  const final = payments.filter(({ status }) => isFinal(status));
  await insertTerms(tx, final);
  const isMoreWaiting = payments.length === limit;
  const beforeId = isMoreWaiting ? (payments.at(-1)?.id ?? null) : null;
  await tx.query('UPDATE payment_term_fill SET before_id = $1 WHERE id = 1', [beforeId]);
  return isMoreWaiting;
}
